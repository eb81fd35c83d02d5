import {
  civilian,
  confirmFine,
  contestFine,
  decideFine,
  finesSwitch,
  listContestedFines,
  listJailed,
  listReportedFines,
  payFine,
  releaseFromJail,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database.ts'
import type { Publish } from '../../../../platform/database/transaction.ts'
import type { Feature } from '../../../../platform/feature.ts'
import { limitedRoute, route } from '../../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../../platform/limits/limits.ts'
import type { Redis } from '../../../../platform/redis/redis.ts'
import { anyRoom, byMember, counted, ownRoom, type Waiting } from '../../../../platform/waiting.ts'
import { waitingForApprovers } from '../reports.waiting.ts'
import { createFineService, type GameFines } from './penalties.fines.ts'
import { createJailService, jailRoom } from './penalties.jail.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly redis: Redis | undefined }

/** Manages the fines and jail terms that reports impose. */
export function penaltiesFeature({ db, publish, redis }: Deps): Feature & { readonly gameFines: GameFines } {
  const fines = createFineService({ db, publish })
  const jail = createJailService({ db, publish })
  const countChange = createHourlyLimit('penalties', AN_HOUR.recordChanges, redis)
  return {
    name: 'penalties',
    routes: async (app) => {
      const change = limitedRoute(app, countChange)
      change(payFine, (actor, { params, body }) => fines.pay(actor, params.fineId, body.version))
      change(contestFine, (actor, { params, body }) => fines.contest(actor, params.fineId, body))
      route(app, listContestedFines, (_actor, { params, query }) => fines.listContested(params.departmentId, query))
      route(app, listReportedFines, (_actor, { params, query }) => fines.listReported(params.departmentId, query))
      change(confirmFine, (actor, { params, body }) => fines.confirm(actor, params.fineId, body))
      change(decideFine, (actor, { params, body }) => fines.decide(actor, params.fineId, body))
      route(app, listJailed, (_actor, { params }) => jail.list(params.serverId))
      change(releaseFromJail, (actor, { params, body }) => jail.release(actor, params.termId, body.reason))
    },
    rooms: { jail: jailRoom(db) },
    waiting: [unpaidFines, finesToDecide, finesToConfirm],
    switches: [{ featureSwitch: finesSwitch, open: async () => [openFines(await countOpen(db))] }],
    gameFines: { paid: fines.confirmByGame },
  }
}

const openFines = (count: number) => ({ count, text: count === 1 ? '1 fine is not paid' : `${count} fines are not paid` })

async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from fines where state in ('unpaid', 'contested')`.execute(db)
  return rows[0]?.count ?? 0
}

const unpaidFines: Waiting = {
  id: 'unpaid-fines',
  featureSwitch: finesSwitch,
  access: civilian,
  changedBy: [ownRoom('own-records')],
  count: byMember(
    (userIds) => sql`select c.user_id as "userId", count(*)::integer as count from characters c join fines f on f.character_id = c.id
      where c.user_id = any(${userIds}::integer[]) and c.removed_at is null and f.state = 'unpaid' and f.reported_at is null group by c.user_id`,
  ),
  words: counted('unpaid fine'),
  path: '/user/characters',
}

/** Neither the writer of the report nor the member whose fine it is decides. */
const finesToDecide: Waiting = {
  id: 'contested-fines',
  featureSwitch: finesSwitch,
  changedBy: [anyRoom('report-queue', 'fine.contested', 'fine.decided')],
  ...waitingForApprovers(sql`
    select f.department_id as "departmentId", array[r.writer_id, c.user_id] as involved, count(*)::integer as count
    from fines f join reports r on r.id = f.report_id join characters c on c.id = f.character_id
    where f.state = 'contested' group by f.department_id, r.writer_id, c.user_id`),
  words: counted('contested fine to decide', 'contested fines to decide'),
}

/** The member whose fine it is does not confirm that it was paid. */
const finesToConfirm: Waiting = {
  id: 'reported-fines',
  featureSwitch: finesSwitch,
  changedBy: [anyRoom('report-queue', 'fine.reported', 'fine.contested', 'fine.decided')],
  ...waitingForApprovers(sql`
    select f.department_id as "departmentId", array[c.user_id] as involved, count(*)::integer as count
    from fines f join characters c on c.id = f.character_id where f.reported_at is not null group by f.department_id, c.user_id`),
  words: counted('fine reported as paid to confirm', 'fines reported as paid to confirm'),
}
