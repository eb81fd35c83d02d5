// Runs before each test file of the web.
import { readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'

// Test files share modules. A mock would come too late for modules that another file has loaded, and later files would keep it.
if (readFileSync(expect.getState().testPath, 'utf8').includes('vi.mock(')) vi.resetModules()

// Pages draw what a test looks for within a moment, but a busy machine may take its time.
if (typeof document !== 'undefined') (await import('@testing-library/dom')).configure({ asyncUtilTimeout: 8000 })
