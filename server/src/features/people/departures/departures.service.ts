import {
  managesDepartures,
  mayHandleUser,
  self,
  type BodyOf,
  type FormerMember,
  type FormerMemberFilter,
  type leaveCommunity,
  type letMemberGo,
  type PageOf,
  type UserRecord,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type AfterCommit, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { insertBar, liftBar, tellStaffWhy, whoBarred } from '../barred/barred.port.ts'
import { tell } from '../notices/notices.port.ts'
import {
  assertSamePassword,
  authorizedWithoutAsking,
  explainAccountViolation,
  getAccount,
  lockAccount,
  type Authorize,
  type PasswordCheck,
} from '../users/users.port.ts'
import { listFormerMembers } from './departures.repo.ts'
import { giveBack, lockFormerMember } from './departures.return.ts'
import { changesOfLeaving, depart, openDeparture, whyNotLetGo } from './departures.write.ts'

export type DepartureDeps = {
  readonly db: Db
  readonly publish: Publish
  readonly happened: Happened
  readonly authorize: Authorize
  readonly checkPassword: PasswordCheck
  /** Makes the change and ends the member's duty with it; call the returned function after commit. */
  readonly withDutyEnded: (tx: Tx, actor: Actor, userId: number, change: () => Promise<void>) => Promise<() => void>
}
type Nothing = Record<never, never>

/** Members who leave, are let go and are reinstated. Open pages, sockets and Discord roles follow by themselves, via database notifications. */
export function createDepartureService({ db, publish, happened, authorize, checkPassword, withDutyEnded }: DepartureDeps) {
  const transact = <T>(work: (tx: Tx, emit: Emit, after: AfterCommit) => Promise<T>): Promise<T> =>
    inTransaction(db, publish, async (tx, emit, after) => {
      const result = await work(tx, emit, after)
      await emit('former-members', {}, 'members.changed', {})
      return result
    }).catch(explainAccountViolation)

  /** Whitelists and the like follow what an account was and is. */
  const followed = async (tx: Tx, actor: Actor, before: UserRecord) =>
    happened('accountChanged', tx, actor, before, await getAccount(tx, before.userId))

  return {
    list: (actor: Actor, query: FormerMemberFilter): Promise<PageOf<FormerMember>> => listFormerMembers(db, actor.user, query),

    letGo: (actor: Actor, userId: number, { reason, mayNotReturn }: BodyOf<typeof letMemberGo>): Promise<Nothing> =>
      transact(async (tx, _emit, after) => {
        const publishDuty = await withDutyEnded(tx, actor, userId, async () => {
          const { own, account } = await lockAccount(tx, actor, userId, managesDepartures)
          await assertPresent(tx, account)
          const [refusal] = whyNotLetGo(own, account)
          if (refusal !== undefined) throw new AppError('forbidden', refusal)
          await authorize(
            tx,
            { actor, own },
            {
              changes: [changesOfLeaving(account)],
              write: (allowed) => depart(allowed, account, { kind: 'let-go', reason, byId: actor.userId }),
            },
          )
          await recordAudit(tx, actor, 'user.let-go', { subjectType: 'user', subjectId: userId, after: { reason } })
          if (mayNotReturn) await bar(tx, actor, userId, reason)
          await followed(tx, actor, account)
        })
        after(publishDuty)
        return {}
      }),

    leave: async (actor: Actor, { currentPassword, reason }: BodyOf<typeof leaveCommunity>): Promise<Nothing> => {
      const { userId } = actor
      const stored = await checkPassword(actor, currentPassword)
      return transact(async (tx, _emit, after) => {
        const publishDuty = await withDutyEnded(tx, actor, userId, async () => {
          const { account } = await lockAccount(tx, actor, userId, self('userId'))
          await assertSamePassword(tx, userId, stored)
          await assertPresent(tx, account)
          await depart(authorizedWithoutAsking(tx), account, { kind: 'left', reason, byId: null })
          const after = reason === '' ? {} : { after: { reason } }
          await recordAudit(tx, actor, 'user.left', { subjectType: 'user', subjectId: userId, ...after })
          await followed(tx, actor, account)
        })
        after(publishDuty)
        return {}
      })
    },

    takeBack: (actor: Actor, userId: number): Promise<{ skipped: string[] }> =>
      transact(async (tx, emit) => {
        const away = await lockFormerMember(tx, actor, userId)
        const skipped = await giveBack(tx, actor, authorize, away)
        await recordAudit(tx, actor, 'user.taken-back', {
          subjectType: 'user',
          subjectId: userId,
          ...(skipped.length === 0 ? {} : { after: { skipped } }),
        })
        await followed(tx, actor, away.account)
        await tell(tx, emit, userId, { title: 'Your account was reinstated', text: 'Welcome back.', path: '/user/home' })
        return { skipped }
      }).catch(tellStaffWhy),

    bar: (actor: Actor, userId: number, reason: string): Promise<Nothing> =>
      transact(async (tx) => {
        await lockFormerMember(tx, actor, userId)
        await bar(tx, actor, userId, reason)
        return {}
      }),

    lift: (actor: Actor, userId: number, barId: number): Promise<Nothing> =>
      transact(async (tx) => {
        const { own } = await lockFormerMember(tx, actor, userId)
        const barredBy = await whoBarred(tx, userId, barId)
        if (barredBy !== undefined) {
          const decider = await getAccount(tx, barredBy)
          if (!mayHandleUser(own, decider))
            throw new AppError('forbidden', `${decider.name}, who is above you, decided that they may not return: you can't lift it`)
        }
        if (!(await liftBar(tx, userId, barId, actor.userId))) throw new AppError('conflict', 'This member may return already')
        await recordAudit(tx, actor, 'user.bar-lifted', { subjectType: 'user', subjectId: userId })
        return {}
      }),
  }
}

async function assertPresent(tx: Tx, { userId, name, isDeleted }: UserRecord): Promise<void> {
  if (isDeleted) throw new AppError('not_found', 'There is no such member')
  if (await openDeparture(tx, userId)) throw new AppError('conflict', `${name} has left already`)
}

async function bar(tx: Tx, actor: Actor, userId: number, reason: string): Promise<void> {
  if (!(await insertBar(tx, userId, actor.userId, reason)))
    throw new AppError('conflict', 'It was already decided that this member may not return')
  await recordAudit(tx, actor, 'user.barred', { subjectType: 'user', subjectId: userId, after: { reason } })
}
