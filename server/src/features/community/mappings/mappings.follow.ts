import {
  accessSubject,
  discordAdmin,
  isAdmin,
  isAllowed,
  levelOf,
  LOSING_COUNTED_FROM,
  MAX_LOSING_SHARE,
  MAX_REMOVALS,
  type CurrentUser,
  type FollowKind,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit, recordAudits } from '../../../platform/audit/audit.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { advanceStream, changeIn, type EmitAll } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { EVERYONE } from '../../../platform/waiting.ts'
import { tellAll } from '../../people/notices/notices.port.ts'
import { followMemberships, idsAbove, lockUsers, type Authorize } from '../../people/users/users.port.ts'
import { whyNotGiveRank } from '../entitlements/entitlements.port.ts'
import * as repo from './mappings.repo.ts'

export type FollowDeps = { readonly authorize: Authorize }

/** A difference and the member in whose name it is followed; or why it is left alone. */
type Planned = repo.Difference & { readonly giver: CurrentUser | null; readonly why: string }
export type Plan = {
  readonly departmentId: number
  readonly department: string
  readonly rows: readonly Planned[]
  /** Why nobody loses anything at the moment; null if losses follow Discord. */
  readonly waitsBecause: string | null
}

export const isLoss = ({ kind }: { readonly kind: FollowKind }): boolean => kind === 'lowered' || kind === 'removed'

/** Nobody loses anything while a part of what counts in a department is not known, or not in use. */
export function whyLossesWait(mappings: readonly repo.Stored[]): string | null {
  const unread = mappings.find(({ isRead }) => !isRead)
  if (unread) return `The bot does not know the members of the Discord server ${unread.guild} at the moment`
  const paused = mappings.find(({ pausedBecause }) => pausedBecause !== null)
  return paused ? `The mapping of the role ${paused.role} is paused` : null
}

/** Why a mapping may not be used at this moment, and the rights of the member who answers for it. */
export async function check(tx: Tx, mapping: repo.Stored): Promise<{ readonly own: CurrentUser | null; readonly refusal: string | null }> {
  const { answererName: name } = mapping
  const own = (await loadCurrentUser(tx, mapping.answeredBy))?.user ?? null
  if (mapping.isRoleGone) return { own, refusal: `The role ${mapping.role} no longer exists in Discord` }
  if (mapping.isRetired) return { own, refusal: `${mapping.department} is retired` }
  if (mapping.isRankRetired) return { own, refusal: `The rank ${mapping.rank} is retired` }
  if (!own) return { own, refusal: `The account of ${name} is disabled or deleted` }
  if (!isAllowed(discordAdmin, accessSubject(own))) return { own, refusal: `${name} may no longer map Discord roles` }
  const refusal = await whyNotGiveRank(tx, own, mapping)
  return { own, refusal: refusal === null ? null : `${name} may not give this rank. ${refusal}` }
}

/** Pauses a mapping that may not be used, and tells the members who decide on it. Nobody loses anything. */
export async function pause(tx: Tx, emitAll: EmitAll, mapping: repo.Stored, because: string): Promise<void> {
  if (!(await repo.pauseMapping(tx, mapping.id, because, null))) return
  await recordAudit(tx, {}, 'discord.mapping-paused', { ...subject(mapping.departmentId), after: { ...words(mapping), because } })
  await advanceStream(tx, 'waiting', { userId: EVERYONE })
  await emitAll([mappingsChanged(mapping.departmentId)])
}

/** Locks the accounts that following Discord would change, those in whose names it does, and `others`: all at once, so that no two deadlock. */
export async function lockConcerned(tx: Tx, departmentId: number, others: readonly number[] = []): Promise<ReadonlySet<number>> {
  const changed = (await repo.differences(tx, departmentId)).map(({ userId }) => userId)
  const answerers = (await repo.mappings(tx, { departmentId })).map(({ answeredBy }) => answeredBy)
  const locked = new Set([...others, ...answerers, ...changed])
  if (locked.size > 0) await lockUsers(tx, [...locked])
  return locked
}

/** Plans how a department that is locked follows Discord. Checks each mapping first, and pauses mappings that fail. */
export async function plan(
  tx: Tx,
  emitAll: EmitAll,
  { id: departmentId, name }: { readonly id: number; readonly name: string },
): Promise<Plan> {
  const locked = await lockConcerned(tx, departmentId)
  const givers = new Map<number, CurrentUser>()
  for (const mapping of await repo.mappings(tx, { departmentId })) {
    if (mapping.pausedBecause !== null) continue
    const { own, refusal } = await check(tx, mapping)
    if (refusal !== null) await pause(tx, emitAll, mapping, refusal)
    else if (own) givers.set(mapping.id, own)
  }
  const found = (await repo.differences(tx, departmentId)).filter(({ userId }) => locked.has(userId))
  // A removal follows from no mapping: the member with the highest level of those who answer for the department's mappings answers for it.
  const [highest] = [...givers.values()].toSorted((a, b) => levelOf(b) - levelOf(a))
  const giverOf = ({ mappingId }: repo.Difference) => (mappingId === null ? highest : givers.get(mappingId)) ?? null
  const above = new Map<number, ReadonlySet<number>>()
  for (const own of new Set(givers.values())) above.set(own.userId, await accountsAbove(tx, own))
  const rows = found.map((row): Planned => {
    const giver = giverOf(row)
    return { ...row, giver, why: giver ? whyLeftAlone(row, giver, above.get(giver.userId)) : '' }
  })
  const waitsBecause = whyLossesWait(await repo.mappings(tx, { departmentId }))
  return { departmentId, department: name, rows, waitsBecause }
}

async function accountsAbove(tx: Tx, own: CurrentUser): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select u.id from users u where u.id in ${idsAbove(own)}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

function whyLeftAlone({ userId, kind, decided }: repo.Difference, giver: CurrentUser, above: ReadonlySet<number> | undefined): string {
  if (decided === 'kept') return 'Staff decided that they keep what they have'
  if (userId === giver.userId) {
    const isGain = kind === 'joins' || kind === 'raised'
    return isGain && !isAdmin(giver) ? `${giver.name} answers for this and can't promote themselves` : ''
  }
  return above?.has(userId) === true ? `Their account is above that of ${giver.name}, who answers for this` : ''
}

type Extent = { /** A person has seen and confirmed these losses. */ readonly isConfirmed: boolean }

/** Does what a plan says: gains at once, and losses unless they wait or are so many that a person has to confirm them. */
export async function follow(
  { authorize }: FollowDeps,
  tx: Tx,
  emitAll: EmitAll,
  { departmentId, department, rows, waitsBecause }: Plan,
  { isConfirmed }: Extent,
): Promise<void> {
  const done: Planned[] = []
  const acting = rows.filter(({ giver, why }) => giver !== null && why === '')
  const gains = acting.filter((row) => !isLoss(row))
  for (const mapping of await repo.mappings(tx, { departmentId })) {
    const [first, ...rest] = gains.filter(({ mappingId }) => mappingId === mapping.id)
    if (!first) continue
    const refusal = await write([first, ...rest], true)
    if (refusal === null) done.push(first, ...rest)
    else await pause(tx, emitAll, mapping, refusal)
  }
  const isPausedNow = done.length < gains.length
  const losses = waitsBecause !== null || isPausedNow ? [] : acting.filter(isLoss)
  const fresh = losses.filter(({ decided }) => decided === null)
  const held = isConfirmed || !(await areTooMany(fresh)) ? [] : fresh
  const taken = isConfirmed ? losses : fresh.filter((row) => !held.includes(row))
  for (const mappingId of new Set(taken.map((row) => row.mappingId))) {
    const theirs = taken.filter((row) => row.mappingId === mappingId)
    const refusal = await write(theirs, false)
    if (refusal === null) done.push(...theirs)
    else {
      const [mapping] = mappingId === null ? [] : await repo.mappings(tx, { id: mappingId })
      if (!mapping) throw new AppError('forbidden', refusal)
      await pause(tx, emitAll, mapping, refusal)
    }
  }
  const lost = done.filter(isLoss)
  if (isConfirmed)
    await repo.forget(
      tx,
      departmentId,
      lost.map(({ userId }) => userId),
    )
  else await repo.note(tx, departmentId, 'lowered', lost)
  await repo.note(tx, departmentId, 'held', held)
  const stillDecided = rows.flatMap(({ userId, decided }) => (decided === null ? [] : [userId]))
  const isForgotten = !isConfirmed && (await repo.tidy(tx, departmentId, [...stillDecided, ...held.map(({ userId }) => userId)]))
  if (held.length > 0 || isForgotten) await advanceStream(tx, 'waiting', { userId: EVERYONE })
  await record(done)
  if (done.length + held.length > 0 || isForgotten) await emitAll([mappingsChanged(departmentId)])

  /** Why these members could not be changed; null once they are. A refusal leaves nothing behind. */
  async function write(some: readonly Planned[], isGain: boolean): Promise<string | null> {
    const own = some[0]?.giver
    if (!own) return null
    const present = some.flatMap(({ userId, mappingId, toRankId: rankId }) => (mappingId === null ? [] : [{ userId, rankId }]))
    const gone = some.flatMap(({ userId, mappingId }) => (mappingId === null ? [userId] : []))
    return attempt(tx, () =>
      authorize(
        tx,
        { actor: {}, own },
        {
          changes: some.map(({ userId }) => ({ userId, ranks: isGain })),
          write: (allowed) => followMemberships(allowed, departmentId, { present, gone }),
        },
      ),
    )
  }

  async function areTooMany(some: readonly Planned[]): Promise<boolean> {
    if (some.length === 0) return false
    const { losses: recent, members } = await repo.lossesAndMembers(tx, departmentId)
    const all = recent + some.length
    return all > MAX_REMOVALS || (all >= LOSING_COUNTED_FROM && all > members * MAX_LOSING_SHARE)
  }

  async function record(some: readonly Planned[]): Promise<void> {
    const reason = 'Follows a role in Discord'
    const entries = (wanted: (kind: FollowKind) => boolean) =>
      some
        .filter(({ kind }) => wanted(kind))
        .map(({ userId, kind, fromRank, toRank }) => ({
          subjectType: 'user' as const,
          subjectId: userId,
          before: { department, departmentId, isMember: kind !== 'joins', rank: fromRank },
          after: { department, departmentId, isMember: kind !== 'removed', rank: toRank, reason },
        }))
    const isMove = (kind: FollowKind) => kind === 'joins' || kind === 'removed'
    await recordAudits(tx, {}, 'member.departments-changed', entries(isMove))
    await recordAudits(
      tx,
      {},
      'member.rank-changed',
      entries((kind) => !isMove(kind)),
    )
    await tellAll(
      tx,
      emitAll,
      some.map((row) => ({
        userId: row.userId,
        notice: { title: titleOf(row, department), text: 'This follows your roles in Discord.', path: '/user/home' },
      })),
    )
  }
}

function titleOf({ kind, fromRank, toRank }: Planned, department: string): string {
  if (kind === 'joins') return toRank === null ? `You joined ${department}` : `You joined ${department} as ${toRank}`
  if (kind === 'removed') return `You left ${department}`
  if (toRank === null) return `You are no longer ${fromRank} in ${department}`
  return `You were ${kind === 'raised' ? 'promoted' : 'demoted'} to ${toRank} in ${department}`
}

/** Why the work is refused; null once it is done. Refused work leaves nothing behind. */
async function attempt(tx: Tx, work: () => Promise<unknown>): Promise<string | null> {
  await sql`savepoint following`.execute(tx)
  const refusal = await work().then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error.message
      throw error
    },
  )
  if (refusal !== null) await sql`rollback to savepoint following`.execute(tx)
  await sql`release savepoint following`.execute(tx)
  return refusal
}

export const subject = (departmentId: number) => ({ subjectType: 'department' as const, subjectId: departmentId })
export const words = ({ role, guild, department, rank }: repo.Stored) => ({ role, server: guild, department, rank })
export const mappingsChanged = (departmentId: number) => changeIn('discord', {}, 'mappings.changed', { departmentId })
