import { enableCompileCache } from 'node:module'

// Before anything large is loaded: a later start takes its code from the cache.
enableCompileCache()
const { runPortal } = await import('./run.ts')
await runPortal()
