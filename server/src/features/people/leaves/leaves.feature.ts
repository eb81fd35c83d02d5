import { askLeave, decideLeave, leaveSwitch, listLeaveRequests, listOwnLeaves, withdrawLeave } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { changesRoom } from '../../../platform/realtime/rooms.ts'
import { countWaiting } from './leaves.repo.ts'
import { createLeaveService, type LeaveService } from './leaves.service.ts'

/** Requests of a member. Each is kept, even if it is withdrawn. */
const MAX_AN_HOUR = 20

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly redis: Redis | undefined
  readonly happened: Happened
}

export function leavesFeature({ db, publish, redis, happened }: Deps): Feature & { readonly leaves: LeaveService } {
  const leaves = createLeaveService({ db, publish, happened, countAsked: createHourlyLimit('leave-requests', MAX_AN_HOUR, redis) })
  return {
    name: 'leaves',
    routes: async (app) => {
      route(app, listOwnLeaves, (actor) => leaves.listOwn(actor))
      limitedRoute(app, leaves.countAsked)(askLeave, (actor, { body }) => leaves.ask(actor, body))
      route(app, withdrawLeave, (actor, { params }) => leaves.withdraw(actor, params.requestId))
      route(app, listLeaveRequests, (actor, { query }) => leaves.list(actor, query))
      route(app, decideLeave, (actor, { params, body }) => leaves.decide(actor, params.requestId, body))
    },
    rooms: { 'leave-requests': changesRoom(db, 'leave-requests') },
    switches: [{ featureSwitch: leaveSwitch, open: async () => [waitingRequests(await countWaiting(db))] }],
    leaves,
  }
}

const waitingRequests = (count: number) => ({ count, text: count === 1 ? '1 request waits' : `${count} requests wait` })
