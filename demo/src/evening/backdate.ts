import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../server/src/platform/database/database.ts'
import type { Moment } from './agenda.ts'

/** All timestamps dispatch writes, except last activity, which stays real. */
const TIMES = {
  units: ['status_since', 'on_duty_since', 'beat_since'],
  calls: ['created_at', 'cleared_at'],
  call_units: ['assigned_at', 'en_route_at', 'on_scene_at', 'cleared_at'],
  call_logs: ['at'],
  patrols: ['started_at', 'ended_at'],
  patrol_stretches: ['at'],
  tones: ['at'],
  dispatch_notes: ['created_at', 'updated_at'],
} as const

const idsInOrder = async (tx: Tx, areRecent: RawBuilder<unknown>) =>
  (await sql<{ id: number }>`select id from patrols x where ${areRecent} order by started_at, id`.execute(tx)).rows

/**
 * Moves timestamps from when something was done to when it should appear to have happened. Run before anyone watches: only the sequence
 * numbers of boards are advanced.
 */
export async function backdate(db: Db, moments: readonly Moment[]): Promise<void> {
  const [first, last] = [moments[0], moments.at(-1)]
  if (!first || !last) return
  const instant = (ms: number) => new Date(ms).toISOString()
  const rows = JSON.stringify(
    moments.map(({ from, to, pretended }) => ({ began: instant(from), ended: instant(to), pretended: instant(pretended) })),
  )
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table moments on commit drop as
      select * from jsonb_to_recordset(${rows}::jsonb) as x (began timestamptz, ended timestamptz, pretended timestamptz)`.execute(tx)
    for (const [table, columns] of Object.entries(TIMES)) {
      // All columns of a row at once, because check constraints compare them.
      const moved = columns.map((column) => {
        const time = sql.ref(`x.${column}`)
        return sql`${sql.ref(column)} = coalesce((
          select m.pretended + (${time} - m.began) from moments m where ${time} >= m.began and ${time} < m.ended limit 1), ${time})`
      })
      const isRecent = columns.map((column) => sql`${sql.ref(`x.${column}`)} >= ${instant(first.from)}::timestamptz`)
      const move = (which: RawBuilder<unknown>) => sql`update ${sql.table(table)} x set ${sql.join(moved)} where ${which}`.execute(tx)
      const areRecent = sql`(${sql.join(isRecent, sql` or `)})`
      if (table !== 'patrols') await move(areRecent)
      // One after the other, the earliest first: two of a member may not overlap, not even while they are moved.
      else for (const { id } of await idsInOrder(tx, areRecent)) await move(sql`x.id = ${id}`)
    }
    await sql`update streams set seq = seq + 1 where key like 'board:%'`.execute(tx)
  })
}
