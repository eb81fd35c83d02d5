import { encodeTrackBlock, type TrackPoint } from '@tenfour/contract'
import { sql } from 'kysely'
import { along, ROUTES } from '@tenfour/contract/simulated-routes'
import type { Db } from '../../server/src/platform/database/database.ts'
import { movement } from './patrols.ts'
import { createRandom } from './random.ts'

const SEED = 77
const SECOND = 1000
const MINUTE = 60 * SECOND
/** Yesterday's shift and tonight's. */
const SHIFTS_HOURS = 32
/** Of each patrol, counted from its end. */
const KEPT_MINUTES = 110
const BACK_SECONDS = 90
/** Game units a second on patrol. */
const SPEED = 13

type Trip = { readonly leaves: number; readonly arrives: number; readonly until: number; readonly x: number; readonly y: number }
type Shift = { readonly id: number; readonly userId: number; readonly serverId: number; readonly from: number; readonly to: number }
type Place = Omit<TrackPoint, 'at'>

/** Where the crew went yesterday and tonight, as the game would have told it: along the roads, and to their calls. */
export async function insertTracks(db: Db, now = Date.now()): Promise<void> {
  const random = createRandom(SEED)
  const { rows: shifts } = await sql<Shift>`
    select p.id, p.user_id as "userId", p.server_id as "serverId", (extract(epoch from p.started_at) * 1000)::double precision as "from",
      (extract(epoch from coalesce(p.ended_at, ${new Date(now)})) * 1000)::double precision as "to"
    from patrols p join departments d on d.id = p.department_id
    where p.kind = 'duty' and d.needs_presence and p.started_at > ${new Date(now - SHIFTS_HOURS * 60 * MINUTE)}
      and exists (select from call_units a where a.user_id = p.user_id and a.assigned_at > ${new Date(now - SHIFTS_HOURS * 60 * MINUTE)})
    order by p.id`.execute(db)
  const { rows: trips } = await sql<Trip & { userId: number }>`
    select a.user_id as "userId", c.x, c.y, (extract(epoch from coalesce(a.en_route_at, a.assigned_at)) * 1000)::double precision as leaves,
      (extract(epoch from coalesce(a.on_scene_at, a.cleared_at, ${new Date(now + 4 * MINUTE)})) * 1000)::double precision as arrives,
      (extract(epoch from coalesce(a.cleared_at, ${new Date(now + 60 * MINUTE)})) * 1000)::double precision as until
    from call_units a join calls c on c.id = a.call_id
    where a.assigned_at > ${new Date(now - SHIFTS_HOURS * 60 * MINUTE)} and c.x is not null and c.y is not null
    order by a.assigned_at`.execute(db)

  const presence = shifts.flatMap(({ userId, serverId, from, to }) => movement(random, userId, serverId, from, to))
  const blocks = shifts.flatMap((shift, index) => {
    const route = ROUTES[index % ROUTES.length] ?? []
    const own = trips.filter(({ userId, leaves }) => userId === shift.userId && leaves >= shift.from && leaves < shift.to)
    return blocksOf(shift, createWay(route, random.int(0, 4000), own))
  })
  await db.transaction().execute(async (tx) => {
    const ids = shifts.map(({ id }) => id)
    // Settled without presence by a job that came by while the evening was being prepared.
    await sql`delete from patrol_gaps where patrol_id = any(${ids}) and decided_at is null`.execute(tx)
    await sql`update patrols set settled_at = null where id = any(${ids})`.execute(tx)
    await sql`insert into presence (user_id, server_id, started_at, ended_at, state)
      select * from jsonb_to_recordset(${JSON.stringify(presence)}::jsonb) as x (user_id integer, server_id integer, started_at timestamptz,
        ended_at timestamptz, state text) on conflict do nothing`.execute(tx)
    for (let at = 0; at < blocks.length; at += BATCH) {
      await tx
        .insertInto('track_blocks')
        .values(blocks.slice(at, at + BATCH))
        .execute()
    }
  })
}
const BATCH = 500

function blocksOf({ userId, serverId, from, to }: Shift, placeAt: (at: number) => Place) {
  const first = Math.max(from, to - KEPT_MINUTES * MINUTE)
  return Array.from({ length: Math.ceil((to - first) / MINUTE) }, (_, minute) => first + minute * MINUTE).map((start) => {
    const end = Math.min(to, start + MINUTE - SECOND)
    const points = Array.from({ length: Math.max(1, Math.floor((end - start) / SECOND) + 1) }, (_, second) => {
      const at = start + second * SECOND
      return { at, ...placeAt(at) }
    })
    const data = Buffer.from(encodeTrackBlock({ userId, points }))
    return { server_id: serverId, user_id: userId, started_at: new Date(start), ended_at: new Date(points.at(-1)?.at ?? start), data }
  })
}

/** On the route, except while on a call: there, and back again. */
function createWay(route: (typeof ROUTES)[number], head: number, trips: readonly Trip[]): (at: number) => Place {
  const patrolling = (at: number) => along(route, head + (at / SECOND) * SPEED)
  const between = (from: { x: number; y: number }, to: { x: number; y: number }, share: number): Place => {
    const heading = (Math.atan2(-(to.x - from.x), to.y - from.y) * 180) / Math.PI
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, heading: (heading + 360) % 360 }
  }
  return (at) => {
    const trip = trips.findLast(({ leaves, until }) => at >= leaves && at < until + BACK_SECONDS * SECOND)
    if (!trip) return patrolling(at)
    if (at < trip.arrives) return between(patrolling(trip.leaves), trip, (at - trip.leaves) / (trip.arrives - trip.leaves))
    if (at < trip.until) return { x: trip.x, y: trip.y, heading: 0 }
    const home = trip.until + BACK_SECONDS * SECOND
    return between(trip, patrolling(home), (at - trip.until) / (home - trip.until))
  }
}
