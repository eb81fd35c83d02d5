import {
  askLeave,
  decideLeave,
  grantsLeave,
  isAllowed,
  leaveSwitch,
  listLeaveRequests,
  listOwnLeaves,
  staff,
  withdrawLeave,
} from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { changesRoom } from '../../../platform/realtime/rooms.ts'
import { countWaiting } from './leaves.repo.ts'
import { anyRoom, counted, oneByOne, type Waiting } from '../../../platform/waiting.ts'
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
    waiting: [requestsToDecide(leaves)],
    leaves,
  }
}

const waitingRequests = (count: number) => ({ count, text: count === 1 ? '1 request waits' : `${count} requests wait` })
const requestsToDecide = (leaves: LeaveService): Waiting => ({
  id: 'leave-requests',
  featureSwitch: leaveSwitch,
  access: grantsLeave,
  changedBy: [anyRoom('leave-requests', 'requests.changed')],
  count: oneByOne(async (_db, member) => (await leaves.list(member, { state: 'asked', page: 1, pageSize: 1 })).total),
  words: counted('leave request to decide', 'leave requests to decide'),
  path: ({ subject }) => (isAllowed(staff, subject) ? '/staff/leave-requests' : '/user/leave-requests'),
})
