import type { App } from '../../../server/src/app.ts'
import type { Database, Db } from '../../../server/src/platform/database/database.ts'
import { createMemberClient } from '../evening/hands.ts'
import { playDiscord } from './discord-evening.ts'
import { fillDiscord } from './discord-members.ts'
import { startDemoDiscord } from './discord-server.ts'

type Portal = { readonly app: App; readonly database: Pick<Database, 'db'>; readonly webKey: string }

/** Starts the demo's own Discord and points the portal that starts next at it. */
export async function attachDiscord() {
  const demo = await startDemoDiscord()
  Object.assign(process.env, demo.environment)
  return {
    discord: demo.discord,
    fill: (db: Db) => fillDiscord(db, demo),
    play: ({ app, database: { db }, webKey }: Portal) => playDiscord({ db, demo, act: createMemberClient({ app, db, webKey }) }),
    close: () => demo.discord.close(),
  }
}
