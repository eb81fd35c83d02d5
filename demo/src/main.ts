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
/** For pictures: the evening of this moment, which stands still. */
const moment = process.argv.find((each) => each.startsWith('--still='))?.slice('--still='.length)
const stillAt = moment === undefined ? undefined : new Date(moment)
await runPortal({
  prepare: async (database, historyKey) => {
    await fillCommunity(database, historyKey, stillAt)
    await discord?.fill(database.db)
  },
  accompany: async (portal) => {
    const evening = await createEvening(portal, stillAt)
    // The bot connects in its own time, and only pictures wait for it.
    const played = discord?.play(portal).catch(complainOf)
    if (stillAt) {
      await played
      return async () => discord?.close()
    }
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
