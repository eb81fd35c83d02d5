import { enableCompileCache } from 'node:module'

// Before anything large is loaded: a later start takes its code from the cache.
enableCompileCache()
const { runPortal } = await import('../run.ts')
const { accountTable } = await import('./accounts.ts')
const { fillCommunity } = await import('./community.ts')
await runPortal({ prepare: fillCommunity, greeting: accountTable() })
