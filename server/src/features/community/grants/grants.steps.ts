import type { Grant } from '@tenfour/contract'
import { z } from 'zod'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { changeIn, inTransaction, type EmitAll, type Publish } from '../../../platform/database/transaction.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { requestWhitelistPush } from '../../game/whitelist/whitelist.port.ts'
import { tellAll, type Telling } from '../../people/notices/notices.port.ts'
import { lockUsers } from '../../people/users/users.port.ts'
import { endTellings, givenNotice } from './grants.labels.ts'
import { postGrants } from './grants.posts.ts'
import * as repo from './grants.repo.ts'
import { noSuchGrant } from './grants.rules.ts'

/** Due when a grant ends, and every minute for what was missed. */
export const grantsSettle = { name: 'grants-settle', payload: z.object({}) } as const

/** Sends whitelists that change with this work to the game servers. */
export async function withWhitelists<T>(tx: Tx, actor: AuditActor, userIds: readonly number[], work: () => Promise<T>): Promise<T> {
  const before = await repo.whitelistsOf(tx, userIds)
  const result = await work()
  const after = await repo.whitelistsOf(tx, userIds)
  const changed = (['prod', 'dev'] as const).filter((each) => before[each].join() !== after[each].join())
  await requestWhitelistPush(tx, actor, changed)
  return result
}

/** Updates the messages in Discord, the room and notices, after the grants were written. */
async function announce(tx: Tx, emitAll: EmitAll, grants: readonly Grant[], tellings: readonly Telling[]): Promise<void> {
  await postGrants(tx, grants)
  const grantIds = grants.map(({ grantId }) => grantId)
  if (grantIds.length > 0) await emitAll([changeIn('discord', {}, 'grants.changed', { grantIds })])
  await tellAll(tx, emitAll, tellings)
}

export async function finish(
  tx: Tx,
  emitAll: EmitAll,
  grantId: number,
  whomToTell: (grant: Grant) => readonly Telling[] = () => [],
): Promise<Grant> {
  const grant = await repo.findGrant(tx, grantId)
  if (!grant) throw noSuchGrant()
  await announce(tx, emitAll, [grant], whomToTell(grant))
  return grant
}

export const subject = ({ member }: Grant) => ({ subjectType: 'user', subjectId: member.userId }) as const

export async function begin(
  tx: Tx,
  emitAll: EmitAll,
  actor: Actor,
  grantId: number,
  action: 'discord.grant-accepted' | 'discord.pass-given',
): Promise<Grant> {
  const grant = await finish(tx, emitAll, grantId, (given) => [{ userId: given.member.userId, notice: givenNotice(given) }])
  const { kind, whitelist, department, hours, endsAt, note } = grant
  const after = { kind, whitelist, department: department?.name ?? null, hours, endsAt, note }
  await recordAudit(tx, actor, action, { ...subject(grant), after })
  if (endsAt !== null) await enqueue(tx, grantsSettle, {}, { runAt: new Date(endsAt), key: `grant:${grantId}` })
  return grant
}

/** Marks what has expired, and announces what the database has ended itself. Returns whether anything had expired. */
export async function settleGrants(db: Db, publish: Publish): Promise<boolean> {
  const hasExpired = await inTransaction(db, publish, (tx, _emit, _after, emitAll) => expireDue(tx, emitAll))
  await inTransaction(db, publish, async (tx, _emit, _after, emitAll) => announce(tx, emitAll, await repo.unposted(tx), []))
  return hasExpired
}

async function expireDue(tx: Tx, emitAll: EmitAll): Promise<boolean> {
  const userIds = await repo.dueMembers(tx)
  if (userIds.length === 0) return false
  // Accounts are locked before grants, as everywhere.
  await lockUsers(tx, userIds)
  return expire(tx, emitAll, userIds)
}

/** Marks and announces the expired grants and requests of these members, whose accounts are locked. */
export async function expire(tx: Tx, emitAll: EmitAll, userIds: readonly number[]): Promise<boolean> {
  const over = await withWhitelists(tx, {}, userIds, () => repo.markExpired(tx, userIds))
  if (over.length === 0) return false
  const grants = await repo.findGrants(tx, over)
  await announce(
    tx,
    emitAll,
    grants,
    grants.flatMap((grant) => endTellings(grant)),
  )
  return true
}
