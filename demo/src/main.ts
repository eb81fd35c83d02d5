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
// The code of the Discord demo is loaded only if it is asked for.
const discord = process.argv.includes('--discord') ? await (await import('./discord/discord.ts')).attachDiscord() : undefined
await runPortal({
  prepare: async (database, historyKey) => {
    await fillCommunity(database, historyKey)
    await discord?.fill(database.db)
  },
  accompany: async (portal) => {
    const evening = await createEvening(portal)
    // The bot connects in its own time, and nobody waits for it.
    discord?.play(portal).catch(complainOf)
    const endGame = await startGame(portal.database.db, `http://127.0.0.1:${readConfig(process.env).port}`)
    const endEvening = evening.live(complainOf)
    return async () => {
      await endGame()
      await endEvening()
      await discord?.close()
    }
  },
  greeting: accountTable(),
})
