import type { App } from '../../server/src/app.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { createAgenda } from './evening/agenda.ts'
import { backdate } from './evening/backdate.ts'
import { readCrew } from './evening/crew.ts'
import { createMemberClient } from './evening/hands.ts'
import { planOpening } from './evening/opening.ts'
import { planPast } from './evening/past.ts'
import { planRoutine } from './evening/routine.ts'
import { createWork } from './evening/work.ts'
import { createRandom } from './random.ts'
import { insertTracks } from './tracks.ts'

const SEED = 2147
export type Evening = Awaited<ReturnType<typeof createEvening>>
type Options = { readonly app: App; readonly database: Pick<Database, 'db'>; readonly webKey: string }

/**
 * A simulated evening on the first server, played by demo members over the API. Starts mid-evening, with history: now, or as it stood at a
 * moment of the past.
 */
export async function createEvening({ app, database: { db }, webKey }: Options, stillAt?: Date) {
  const now = stillAt ?? new Date()
  const agenda = createAgenda()
  const crew = await readCrew(db, now)
  const act = createMemberClient({ app, db, webKey })
  const { id: serverId } = await db.selectFrom('servers').select('id').orderBy('id').executeTakeFirstOrThrow()
  const beats = await db.selectFrom('beats').select(['id', 'name']).execute()
  const types = await db.selectFrom('call_types').select(['id', 'code']).execute()
  const stage = {
    agenda,
    act,
    random: createRandom(SEED),
    crew,
    serverId,
    types: new Map(types.map(({ id, code }) => [code, id])),
    beats: new Map(beats.map(({ id, name }) => [name, id])),
  }
  const work = createWork(stage)
  planPast(stage, work, now.getTime())
  planOpening(stage, work, now.getTime())
  const moments = await agenda.catchUp(now.getTime())
  const opened = stillAt?.getTime() ?? Date.now()
  const late = opened - now.getTime()
  agenda.delay(late)
  await backdate(
    db,
    moments.map((moment) => ({ ...moment, pretended: moment.pretended + late })),
  )
  await insertTracks(db, opened)
  planRoutine(stage, work)
  return {
    crew: crew.mates,
    opened,
    /** Fast-forwards to this many seconds after the opening. */
    skip: (seconds: number) => agenda.catchUp(opened + seconds * 1000),
    live: agenda.live,
  }
}
