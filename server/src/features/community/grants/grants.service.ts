import {
  COUNT_LIMIT,
  manageDiscord,
  MESSAGES,
  ridealongHours,
  type Grant,
  type GrantKind,
  type GrantList,
  type GrantRequest,
  type listOwnGrants,
  type NewPass,
  type PageOf,
  type PageQuery,
  type ResponseOf,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type EmitAll, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { noSuchMember } from '../../people/members/members.port.ts'
import { lockAccount, lockWithActor } from '../../people/users/users.port.ts'
import { declinedNotice, endTellings } from './grants.notices.ts'
import * as repo from './grants.repo.ts'
import {
  assertAsked,
  assertMayGive,
  assertMaySponsor,
  assertVersion,
  departmentOf,
  mayEnd,
  maySponsor,
  noSuchGrant,
} from './grants.rules.ts'
import { expire, settleGrants } from './grants.settle.ts'
import { begin, finish, subject, withWhitelists } from './grants.steps.ts'
import { KIND_WORDS } from './grants.words.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly settings: Pick<Settings, 'get'>
  readonly countAsked: HourlyLimit
  /** Discord follows what changed. */
  readonly followSoon: () => void
}
export type GrantService = ReturnType<typeof createGrantService>
type Step = { readonly version: number }
type Ending = Step & { readonly reason: string }

export function createGrantService({ db, publish, settings, countAsked, followSoon }: Deps) {
  /** Everything that changes grants of a member: their account is locked first, with the actor's. */
  const change = (work: (tx: Tx, emitAll: EmitAll) => Promise<Grant>): Promise<Grant> =>
    inTransaction(db, publish, (tx, _emit, after, emitAll) => {
      after(followSoon)
      return work(tx, emitAll)
    }).catch(explainViolation)

  /** Locks whom it is about, the actor and the grant, and reads it again. */
  const claim = async (tx: Tx, actor: Actor, grantId: number) => {
    const found = await repo.findGrant(tx, grantId)
    if (!found) throw noSuchGrant()
    const { own, account } = await lockWithActor(tx, actor, found.member.userId)
    await repo.lockGrant(tx, grantId)
    const grant = await repo.findGrant(tx, grantId)
    if (!grant) throw noSuchGrant()
    return { own, account, grant }
  }

  return {
    list: async (query: PageQuery & { readonly list: GrantList }): Promise<PageOf<Grant>> => {
      const { items, counted } = await repo.listGrants(db, query, COUNT_LIMIT + 1)
      return toPage(items, counted, query)
    },

    listOwn: async ({ userId, user }: Actor): Promise<ResponseOf<typeof listOwnGrants>> => {
      const kinds = (['ridealong', 'pass'] as const).filter((kind) => maySponsor(user, kind))
      const [own, sponsored, waiting, ridealongGivesAccess] = await Promise.all([
        repo.ownGrants(db, userId),
        repo.sponsoredBy(db, userId),
        kinds.length > 0 ? repo.waitingFor(db, userId, kinds) : [],
        repo.ridealongGivesAccess(db),
      ])
      return { own, sponsored, waiting, ridealongHours: settings.get(ridealongHours), ridealongGivesAccess }
    },

    ask: async (actor: Actor, request: GrantRequest): Promise<Grant> => {
      await countAsked(actor.userId)
      return change(async (tx, emitAll) => {
        const { userId } = actor
        await lockWithActor(tx, actor, userId)
        await assertNoneActive(tx, emitAll, userId, request.kind, 'You have')
        if (request.kind === 'ridealong' && request.departmentId !== null && !(await repo.isToRideWith(tx, request.departmentId))) {
          throw new AppError('invalid_input', 'There is no such department to ride with', 'departmentId')
        }
        const grantId = await repo.insertRequest(tx, { userId, ...contentOf(request, settings.get(ridealongHours)) })
        return finish(tx, emitAll, grantId)
      })
    },

    withdraw: (actor: Actor, grantId: number, { version }: Step): Promise<Grant> =>
      change(async (tx, emitAll) => {
        const { grant } = await claim(tx, actor, grantId)
        if (grant.member.userId !== actor.userId) throw noSuchGrant()
        assertAsked(grant)
        assertVersion(grant, version)
        await repo.markEnded(tx, grantId, { state: 'withdrawn', by: actor.userId, reason: '' })
        return finish(tx, emitAll, grantId)
      }),

    accept: (actor: Actor, grantId: number, { version }: Step): Promise<Grant> =>
      change(async (tx, emitAll) => {
        const { own, account, grant } = await claim(tx, actor, grantId)
        assertMaySponsor(own, grant)
        assertAsked(grant)
        assertVersion(grant, version)
        if (account.isDisabled || account.isDeleted) throw noSuchMember()
        await assertMayGive(tx, own, grant.kind, grant.whitelist)
        await assertNoneActive(tx, emitAll, account.userId, grant.kind, `${account.name} has`)
        const isRidealong = grant.kind === 'ridealong'
        const hours = isRidealong ? settings.get(ridealongHours) : grant.hours
        const departmentId = isRidealong ? departmentOf(own, grant) : null
        await withWhitelists(tx, actor, [account.userId], () =>
          repo.markActive(tx, grantId, { sponsorId: actor.userId, hours, departmentId }),
        )
        return begin(tx, emitAll, actor, grantId, 'discord.grant-accepted')
      }),

    decline: (actor: Actor, grantId: number, { version, reason }: Ending): Promise<Grant> =>
      change(async (tx, emitAll) => {
        const { own, grant } = await claim(tx, actor, grantId)
        if (!maySponsor(own, 'pass')) throw new AppError('forbidden', MESSAGES.forbidden)
        if (grant.member.userId === actor.userId) throw new AppError('forbidden', 'Take your own request back instead')
        assertAsked(grant)
        assertVersion(grant, version)
        await repo.markEnded(tx, grantId, { state: 'declined', by: actor.userId, reason })
        await recordAudit(tx, actor, 'discord.grant-declined', { ...subject(grant), after: { kind: grant.kind, reason } })
        return finish(tx, emitAll, grantId, (declined) => [{ userId: declined.member.userId, notice: declinedNotice(declined) }])
      }),

    give: (actor: Actor, { userId, hours, whitelist, note }: NewPass): Promise<Grant> =>
      change(async (tx, emitAll) => {
        if (userId === actor.userId) throw new AppError('forbidden', "You can't give yourself a pass: ask someone else", 'userId')
        const { own, account } = await lockAccount(tx, actor, userId, manageDiscord)
        if (account.isDisabled || account.isDeleted) throw noSuchMember()
        await assertMayGive(tx, own, 'pass', whitelist)
        await assertNoneActive(tx, emitAll, userId, 'pass', `${account.name} has`)
        if (await repo.hasAsked(tx, userId, 'pass'))
          throw new AppError('conflict', `${account.name} has asked for a pass: accept or decline that one`)
        const content = { userId, kind: 'pass', whitelist, departmentId: null, note, hours } as const
        const grantId = await withWhitelists(tx, actor, [userId], () => repo.insertActive(tx, actor.userId, content))
        return begin(tx, emitAll, actor, grantId, 'discord.pass-given')
      }),

    end: (actor: Actor, grantId: number, { version, reason }: Ending): Promise<Grant> =>
      change(async (tx, emitAll) => {
        const { own, grant } = await claim(tx, actor, grantId)
        if (!mayEnd(own, grant)) throw noSuchGrant()
        if (grant.state === 'asked') throw new AppError('conflict', 'This is only a request: it can be declined or taken back')
        if (grant.state !== 'active') throw new AppError('conflict', `This ${KIND_WORDS[grant.kind]} has ended already`)
        assertVersion(grant, version)
        await withWhitelists(tx, actor, [grant.member.userId], () =>
          repo.markEnded(tx, grantId, { state: 'ended', by: actor.userId, reason }),
        )
        await recordAudit(tx, actor, 'discord.grant-ended', { ...subject(grant), after: { kind: grant.kind, reason } })
        return finish(tx, emitAll, grantId, (ended) => endTellings(ended, actor.userId))
      }),

    /** Writes what time has ended. What it gave has ended already. */
    settle: async (): Promise<void> => {
      if (await settleGrants(db, publish)) followSoon()
    },
  }
}

const contentOf = (request: GrantRequest, usualHours: number) =>
  request.kind === 'pass' ? { ...request, departmentId: null } : { ...request, whitelist: null, hours: usualHours }

/** What time has ended is written first, so that it is in nobody's way. */
async function assertNoneActive(tx: Tx, emitAll: EmitAll, userId: number, kind: GrantKind, who: string): Promise<void> {
  await expire(tx, emitAll, [userId])
  const active = await repo.activeGrant(tx, userId, kind)
  if (active) throw new AppError('conflict', `${who} a ${KIND_WORDS[kind]} already, which has not ended yet`)
}

function explainViolation(error: unknown): never {
  if (violates(error, 'grants_asked_once')) throw new AppError('conflict', 'You have asked for this already, and nobody has answered yet')
  throw error
}
