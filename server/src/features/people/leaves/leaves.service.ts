import {
  accessSubject,
  COUNT_LIMIT,
  isAllowed,
  manageMembers,
  mayHandleUser,
  MESSAGES,
  type BodyOf,
  type CurrentUser,
  type decideLeave,
  type LeaveInput,
  type LeaveRequest,
  type PageOf,
  type UserRecord,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { assertAct, assertOwnership } from '../../../platform/acts/acts.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { insertLeave, leaveOverlaps, noSuchMember } from '../members/members.port.ts'
import { tell } from '../notices/notices.port.ts'
import { idsAbove, lockWithActor } from '../users/users.port.ts'
import * as repo from './leaves.repo.ts'

const PAGE = '/user/patrol'

type Deps = { readonly db: Db; readonly publish: Publish; readonly happened: Happened; readonly countAsked: HourlyLimit }

export type LeaveService = ReturnType<typeof createLeaveService>

/** Leave that members ask for. A granted request becomes the same kind of leave that staff record. */
export function createLeaveService({ db, publish, happened, countAsked }: Deps) {
  /** Tells both rooms, in the order of the streams' keys. */
  const emitChange = async (emit: Emit, userId: number): Promise<void> => {
    await emit('leave-requests', {}, 'requests.changed', {})
    await happened('leaveChanged', emit, userId)
  }

  return {
    listOwn: ({ userId }: Actor) => repo.ownLeaves(db, userId),

    list: async ({ user }: Pick<Actor, 'user'>, query: repo.Listed): Promise<PageOf<repo.ListedRequest>> => {
      const { items, counted } = await repo.listRequests(db, isDecidedBy(user), query, COUNT_LIMIT + 1)
      return toPage(items, counted, query)
    },

    /** Called before the input is checked, on the portal and in Discord: refused input counts too. */
    countAsked,

    ask: ({ userId }: Actor, input: LeaveInput): Promise<LeaveRequest> =>
      inTransaction(db, publish, async (tx, emit) => {
        // Leave is recorded under the same lock, so none is added between this look and the request.
        await repo.lockMember(tx, userId)
        if (await repo.hasLeave(tx, userId, input)) throw leaveOverlaps('You already have leave on some of these days')
        const requestId = await repo.insertRequest(tx, userId, input)
        await emitChange(emit, userId)
        return getRequest(tx, requestId)
      }).catch((error: unknown) => {
        throw violates(error, 'leave_requests_do_not_overlap')
          ? new AppError('conflict', 'You have already requested leave on some of these days', 'startsOn')
          : error
      }),

    withdraw: (actor: Actor, requestId: number): Promise<LeaveRequest> =>
      inTransaction(db, publish, async (tx, emit) => {
        await repo.lockRequest(tx, requestId)
        const request = await getRequest(tx, requestId)
        await assertAct(tx, 'leave.withdraw', actor, { userIds: [request.member.userId] })
        assertAsked(request)
        await repo.markWithdrawn(tx, requestId)
        await emitChange(emit, actor.userId)
        return getRequest(tx, requestId)
      }),

    decide: (actor: Actor, requestId: number, { isGranted, note }: BodyOf<typeof decideLeave>): Promise<LeaveRequest> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { userId } = (await getRequest(tx, requestId)).member
        const { own, account } = await lockWithActor(tx, actor, userId)
        assertMayDecide(own, account)
        if (account.isDisabled || account.isDeleted) throw noSuchMember()
        await repo.lockRequest(tx, requestId)
        const request = await getRequest(tx, requestId)
        assertAsked(request)
        const { startsOn, endsOn, reason } = request
        const leave = isGranted ? await insertLeave(tx, userId, actor.userId, { startsOn, endsOn, reason }) : null
        const decision = { by: actor.userId, state: isGranted ? 'granted' : 'declined', note, leaveId: leave?.leaveId ?? null } as const
        await repo.markDecided(tx, requestId, decision)
        await recordAudit(tx, actor, isGranted ? 'member.leave-granted' : 'member.leave-declined', {
          subjectType: 'user',
          subjectId: userId,
          after: { requestId, ...(leave && { leaveId: leave.leaveId }), startsOn, endsOn, reason, note },
        })
        const days = startsOn === endsOn ? `on ${startsOn}` : `from ${startsOn} to ${endsOn}`
        await emit('leave-requests', {}, 'requests.changed', {})
        await tell(tx, emit, userId, { title: `Your leave ${days} was ${decision.state}`, text: note, path: PAGE })
        await happened('leaveChanged', emit, userId)
        return getRequest(tx, requestId)
      }),
  }
}

const noSuchRequest = () => new AppError('not_found', 'There is no such request')

async function getRequest(tx: Tx, requestId: number): Promise<LeaveRequest> {
  const request = await repo.findRequest(tx, requestId)
  if (!request) throw noSuchRequest()
  return request
}

function assertAsked({ state, member, decided }: LeaveRequest): void {
  if (state === 'withdrawn') throw new AppError('conflict', `${member.name} has withdrawn this request`)
  if (state !== 'asked') throw new AppError('conflict', `${decided?.by.name ?? 'Someone'} has already ${state} this request`)
}

/** The departments whose members' leave the actor decides on. */
const departmentsOf = (own: CurrentUser): number[] =>
  own.userDepartments.flatMap(({ departmentId, capabilities }) => (capabilities.includes('grantLeave') ? [departmentId] : []))

const managesMembers = (own: CurrentUser): boolean => isAllowed(manageMembers, accessSubject(own))

/**
 * Members who manage others decide for everyone who is not above them, and holders of the capability for members of their department. Nobody
 * decides for themselves.
 */
export function assertMayDecide(own: CurrentUser, member: UserRecord): void {
  assertOwnership('leave.decide', own, { ownerIds: [member.userId] })
  const departments = departmentsOf(own)
  const isTheirs = member.userDepartments.some(({ departmentId }) => departments.includes(departmentId))
  if (!isTheirs && !(managesMembers(own) && mayHandleUser(own, member))) throw new AppError('forbidden', MESSAGES.forbidden)
}

/** The same rule for a member `u`, in SQL. */
const isDecidedBy = (own: CurrentUser): RawBuilder<unknown> => sql`u.id <> ${own.userId} and (
  (${managesMembers(own)} and u.id not in ${idsAbove(own)})
  or exists (select from user_departments m where m.user_id = u.id and m.department_id = any(${departmentsOf(own)}::integer[])))`
