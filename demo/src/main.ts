import { enableCompileCache } from 'node:module'

// Before any large import, so that later starts load compiled code from the cache.
enableCompileCache()
// Otherwise the actions of demo members would flood the console.
process.env['LOG_LEVEL'] ||= 'warn'
const { runPortal } = await import('../../server/src/run.ts')
const { accountTable } = await import('./accounts.ts')
const { fillCommunity } = await import('./community.ts')
const { createEvening } = await import('./evening.ts')
const { startGame } = await import('./game.ts')
const { readConfig } = await import('../../server/src/platform/config/config.ts')
const { complainOf } = await import('../../server/src/platform/log/say.ts')
await runPortal({
  prepare: fillCommunity,
  accompany: async (portal) => {
    const evening = await createEvening(portal)
    const endGame = await startGame(portal.database.db, `http://127.0.0.1:${readConfig(process.env).port}`)
    const endEvening = evening.live(complainOf)
    return async () => {
      await endGame()
      await endEvening()
    }
  },
  greeting: accountTable(),
})
