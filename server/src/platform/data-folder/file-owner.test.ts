import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { foreignFile } from './file-error.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tenfour-owner-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const mine = process.getuid?.() ?? 0

test.skipIf(process.platform === 'win32')(
  'for a file of another user the message has the owner and the command to type, for an own one nothing',
  () => {
    writeFileSync(join(folder, 'api-key'), 'secret')
    expect(foreignFile(join(folder, 'api-key'), mine)).toBeUndefined()
    expect(foreignFile(join(folder, 'api-key'), 0), 'root may do anything').toBeUndefined()
    const found = foreignFile(join(folder, 'api-key'), 4_000_001)
    expect(found?.reason).toMatch(/^it belongs to \S+, and the portal runs as 4000001$/)
    expect(found?.advice).toBe(`Type: sudo chown -R 4000001: ${folder}`)
    expect(foreignFile(join(folder, 'none', 'deeper'), 4_000_001)?.advice, 'the nearest folder').toBe(
      `Type: sudo chown -R 4000001: ${folder}`,
    )
  },
)

test.runIf(mine === 0)('users are named', () => {
  chownSync(folder, 4_000_002, 4_000_002)
  expect(foreignFile(folder, 1)?.reason).toMatch(/^it belongs to 4000002, and the portal runs as [a-z]+$/)
})
