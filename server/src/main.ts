import { enableCompileCache } from 'node:module'

// Before any large import, so that later starts load compiled code from the cache.
enableCompileCache()
const { runPortal } = await import('./run.ts')
await runPortal()
