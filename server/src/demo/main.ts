import { enableCompileCache } from 'node:module'

// Before anything large is loaded: a later start takes its code from the cache.
enableCompileCache()
// What the members of the demo do would fill the screen line by line.
process.env['LOG_LEVEL'] ||= 'warn'
const { runPortal } = await import('../run.ts')
const { accountTable } = await import('./accounts.ts')
const { fillCommunity } = await import('./community.ts')
const { createEvening } = await import('./evening.ts')
const { complainOf } = await import('../platform/log/say.ts')
await runPortal({
  prepare: fillCommunity,
  accompany: async (portal) => (await createEvening(portal)).live(complainOf),
  greeting: accountTable(),
})
