import { manageDiscord, ridealongHours, type Grant, type GrantKind, type NewPass } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { EmitAll } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { noSuchMember } from '../../people/members/members.port.ts'
import { lockAccount, lockWithActor } from '../../people/users/users.port.ts'
import { endTellings, KIND_WORDS } from './grants.labels.ts'
import * as repo from './grants.repo.ts'
import { assertAsked, assertMayGive, assertMaySponsor, assertVersion, departmentOf, mayEnd, noSuchGrant } from './grants.rules.ts'
import { begin, expire, finish, subject, withWhitelists } from './grants.steps.ts'

export type Step = { readonly version: number }
export type Ending = Step & { readonly reason: string }
export type GrantChanges = ReturnType<typeof createGrantChanges>

/** The steps that change what a member has. They run in a transaction of the caller's, so that a preview can undo them. */
export function createGrantChanges({ settings }: { settings: Pick<Settings, 'get'> }) {
  return {
    accept: async (tx: Tx, emitAll: EmitAll, actor: Actor, grantId: number, { version }: Step): Promise<Grant> => {
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
    },

    give: async (tx: Tx, emitAll: EmitAll, actor: Actor, { userId, hours, whitelist, note }: NewPass): Promise<Grant> => {
      await assertAct(tx, 'grant.give', actor, { userIds: [userId] })
      const { own, account } = await lockAccount(tx, actor, userId, manageDiscord)
      if (account.isDisabled || account.isDeleted) throw noSuchMember()
      await assertMayGive(tx, own, 'pass', whitelist)
      await assertNoneActive(tx, emitAll, userId, 'pass', `${account.name} has`)
      if (await repo.hasAsked(tx, userId, 'pass'))
        throw new AppError('conflict', `${account.name} has asked for a pass: accept or decline that one`)
      const content = { userId, kind: 'pass', whitelist, departmentId: null, note, hours } as const
      const grantId = await withWhitelists(tx, actor, [userId], () => repo.insertActive(tx, actor.userId, content))
      return begin(tx, emitAll, actor, grantId, 'discord.pass-given')
    },

    end: async (tx: Tx, emitAll: EmitAll, actor: Actor, grantId: number, { version, reason }: Ending): Promise<Grant> => {
      const { own, grant } = await claim(tx, actor, grantId)
      if (!mayEnd(own, grant)) throw noSuchGrant()
      await assertAct(tx, 'grant.end', actor, { userIds: [grant.member.userId] })
      if (grant.state === 'asked') throw new AppError('conflict', 'This is only a request: it can be declined or withdrawn')
      if (grant.state !== 'active') throw new AppError('conflict', `This ${KIND_WORDS[grant.kind]} has ended already`)
      assertVersion(grant, version)
      await withWhitelists(tx, actor, [grant.member.userId], () =>
        repo.markEnded(tx, grantId, { state: 'ended', by: actor.userId, reason }),
      )
      await recordAudit(tx, actor, 'discord.grant-ended', { ...subject(grant), after: { kind: grant.kind, reason } })
      return finish(tx, emitAll, grantId, (ended) => endTellings(ended, actor.userId))
    },
  }
}

/** Locks the member, the actor and the grant, and reads the grant again. */
export async function claim(tx: Tx, actor: Actor, grantId: number) {
  const found = await repo.findGrant(tx, grantId)
  if (!found) throw noSuchGrant()
  const { own, account } = await lockWithActor(tx, actor, found.member.userId)
  await repo.lockGrant(tx, grantId)
  const grant = await repo.findGrant(tx, grantId)
  if (!grant) throw noSuchGrant()
  return { own, account, grant }
}

/** Ends the member's expired grants first, so that they don't prevent a new one. */
export async function assertNoneActive(tx: Tx, emitAll: EmitAll, userId: number, kind: GrantKind, who: string): Promise<void> {
  await expire(tx, emitAll, [userId])
  const active = await repo.activeGrant(tx, userId, kind)
  if (active) throw new AppError('conflict', `${who} a ${KIND_WORDS[kind]} already, which has not ended yet`)
}
