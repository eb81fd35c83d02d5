import {
  COUNT_LIMIT,
  MESSAGES,
  ridealongHours,
  type Grant,
  type GrantChange,
  type GrantList,
  type GrantRequest,
  type listOwnGrants,
  type MemberEffects,
  type NewPass,
  type PageOf,
  type PageQuery,
  type ResponseOf,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type EmitAll, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { inUndoneTransaction } from '../../../platform/database/undone.ts'
import { lockWithActor } from '../../people/users/users.port.ts'
import { effectsOfChange } from '../entitlements/entitlements.port.ts'
import { assertNoneActive, claim, createGrantChanges, type Ending, type GrantChanges, type Step } from './grants.changes.ts'
import { declinedNotice } from './grants.labels.ts'
import * as repo from './grants.repo.ts'
import { assertAsked, assertVersion, maySponsor, noSuchGrant } from './grants.rules.ts'
import { finish, settleGrants, subject } from './grants.steps.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly settings: Pick<Settings, 'get'>
  readonly countAsked: HourlyLimit
  /** Grants have begun or ended: roles in Discord have to follow. */
  readonly followSoon: () => void
}
export type GrantService = ReturnType<typeof createGrantService>

export function createGrantService({ db, publish, settings, countAsked, followSoon }: Deps) {
  /** Runs a change to a member's grants. Roles in Discord follow it. */
  const change = (work: (tx: Tx, emitAll: EmitAll) => Promise<Grant>): Promise<Grant> =>
    inTransaction(db, publish, (tx, _emit, after, emitAll) => {
      after(followSoon)
      return work(tx, emitAll)
    }).catch(explainViolation)

  const changes = createGrantChanges({ settings })

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

    /** Called before the input is checked, on the portal and in Discord: refused input counts too. */
    countAsked,

    ask: (actor: Actor, request: GrantRequest): Promise<Grant> =>
      change(async (tx, emitAll) => {
        const { userId } = actor
        await lockWithActor(tx, actor, userId)
        await assertNoneActive(tx, emitAll, userId, request.kind, 'You have')
        if (request.kind === 'ridealong' && request.departmentId !== null && !(await repo.isToRideWith(tx, request.departmentId))) {
          throw new AppError('invalid_input', 'There is no such department to ride with', 'departmentId')
        }
        const grantId = await repo.insertRequest(tx, { userId, ...contentOf(request, settings.get(ridealongHours)) })
        return finish(tx, emitAll, grantId)
      }),

    withdraw: (actor: Actor, grantId: number, { version }: Step): Promise<Grant> =>
      change(async (tx, emitAll) => {
        const { grant } = await claim(tx, actor, grantId)
        await assertAct(tx, 'grant.withdraw', actor, { userIds: [grant.member.userId] })
        assertAsked(grant)
        assertVersion(grant, version)
        await repo.markEnded(tx, grantId, { state: 'withdrawn', by: actor.userId, reason: '' })
        return finish(tx, emitAll, grantId)
      }),

    accept: (actor: Actor, grantId: number, step: Step): Promise<Grant> =>
      change((tx, emitAll) => changes.accept(tx, emitAll, actor, grantId, step)),

    decline: (actor: Actor, grantId: number, { version, reason }: Ending): Promise<Grant> =>
      change(async (tx, emitAll) => {
        const { own, grant } = await claim(tx, actor, grantId)
        if (!maySponsor(own, 'pass')) throw new AppError('forbidden', MESSAGES.forbidden)
        await assertAct(tx, 'grant.decline', actor, { userIds: [grant.member.userId] })
        assertAsked(grant)
        assertVersion(grant, version)
        await repo.markEnded(tx, grantId, { state: 'declined', by: actor.userId, reason })
        await recordAudit(tx, actor, 'discord.grant-declined', { ...subject(grant), after: { kind: grant.kind, reason } })
        return finish(tx, emitAll, grantId, (declined) => [{ userId: declined.member.userId, notice: declinedNotice(declined) }])
      }),

    give: (actor: Actor, pass: NewPass): Promise<Grant> => change((tx, emitAll) => changes.give(tx, emitAll, actor, pass)),

    end: (actor: Actor, grantId: number, step: Ending): Promise<Grant> =>
      change((tx, emitAll) => changes.end(tx, emitAll, actor, grantId, step)),

    /** The effects that a step would have everywhere. An actor who may not take the step is refused with the same message. */
    preview: (actor: Actor, step: GrantChange): Promise<MemberEffects> =>
      inUndoneTransaction(db, async (tx) => {
        const userId = step.step === 'give' ? step.userId : (await repo.findGrant(tx, step.grantId))?.member.userId
        if (userId === undefined) throw noSuchGrant()
        const { result, changes: effects } = await effectsOfChange(tx, userId, () => takeStep(changes, tx, actor, step))
        return { ...effects, refusals: [], ...(step.step !== 'end' && result.endsAt !== null && { endsAt: result.endsAt }) }
      }),

    /** Marks expired grants and requests. The gifts of expired grants have ended already. */
    settle: async (): Promise<void> => {
      if (await settleGrants(db, publish)) followSoon()
    },
  }
}

const contentOf = (request: GrantRequest, usualHours: number) =>
  request.kind === 'pass' ? { ...request, departmentId: null } : { ...request, whitelist: null, hours: usualHours }

/** Takes a step in a transaction that is undone, without telling anyone. */
function takeStep(changes: GrantChanges, tx: Tx, actor: Actor, step: GrantChange): Promise<Grant> {
  const silently: EmitAll = async () => {}
  switch (step.step) {
    case 'accept':
      return changes.accept(tx, silently, actor, step.grantId, step)
    case 'end':
      return changes.end(tx, silently, actor, step.grantId, { ...step, reason: '' })
    case 'give':
      return changes.give(tx, silently, actor, { ...step, note: 'A preview' })
  }
}

function explainViolation(error: unknown): never {
  if (violates(error, 'grants_asked_once')) throw new AppError('conflict', 'You have already asked for this, and nobody has answered yet')
  throw error
}
