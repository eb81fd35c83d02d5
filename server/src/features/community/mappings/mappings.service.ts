import {
  discordAdmin,
  MAX_FOLLOW_LISTED,
  type BodyOf,
  type changeMapping,
  type decideOnLosses,
  type FollowChange,
  type listRoleMappings,
  type MappingChange,
  type MappingPreview,
  type ResponseOf,
} from '@tenfour/contract'
import { createHash } from 'node:crypto'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { advanceStream, inTransaction, type EmitAll, type Publish } from '../../../platform/database/transaction.ts'
import { inUndoneTransaction } from '../../../platform/database/undone.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { EVERYONE } from '../../../platform/waiting.ts'
import { lockAccount } from '../../people/users/users.port.ts'
import { stopGivingRoles, whyNotGiveRank } from '../entitlements/entitlements.port.ts'
import {
  check,
  follow,
  isLoss,
  lockConcerned,
  mappingsChanged,
  plan,
  subject,
  whyLossesWait,
  words,
  type FollowDeps,
  type Plan,
} from './mappings.follow.ts'
import * as repo from './mappings.repo.ts'

type Deps = FollowDeps & { readonly db: Db; readonly publish: Publish }

const CHANGED_SINCE = 'Something has changed since you looked. Look at it again'
const digestOf = (shown: unknown): string => createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32)
const digestOfHeld = (rows: readonly { userId: number; rankId: number | null; isMember: boolean }[]): string =>
  digestOf(rows.map(({ userId, rankId, isMember }) => [userId, rankId, isMember]))

export function createMappingService({ db, publish, ...deps }: Deps) {
  return {
    list: async (): Promise<ResponseOf<typeof listRoleMappings>> => {
      const [departments, mappings, roles, held] = await Promise.all([
        repo.readDepartments(db),
        repo.readMappings(db),
        repo.mappableRoles(db),
        repo.heldLosses(db),
      ])
      const waits = new Map<number, string | null>()
      for (const { departmentId, leader } of departments)
        if (leader === 'discord') waits.set(departmentId, whyLossesWait(await repo.mappings(db, { departmentId })))
      return {
        departments: departments.map((department) => {
          const { departmentId } = department
          const losses = held.filter((each) => each.departmentId === departmentId)
          const since = losses.map((each) => each.since.toISOString()).toSorted()[0]
          return {
            ...department,
            mappings: mappings.filter((each) => each.departmentId === departmentId),
            waitsBecause: waits.get(departmentId) ?? null,
            held: since === undefined ? null : { losses: losses.length, since, digest: digestOfHeld(losses) },
          }
        }),
        roles,
      }
    },

    preview: (actor: Actor, change: MappingChange): Promise<MappingPreview> =>
      inUndoneTransaction(db, async (tx) => {
        const { rows, stops, waitsBecause, digest } = await make(tx, async () => undefined, actor, change)
        const members = rows
          .filter((row) => waitsBecause === null || !isLoss(row))
          .map(shown)
          .toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind] || a.member.name.localeCompare(b.member.name, 'en'))
        const count = (kind: FollowChange['kind']) => members.filter((each) => each.kind === kind).length
        return {
          counts: {
            joins: count('joins'),
            raised: count('raised'),
            lowered: count('lowered'),
            removed: count('removed'),
            leftAlone: count('left alone'),
          },
          members: members.slice(0, MAX_FOLLOW_LISTED),
          stops,
          waitsBecause,
          digest,
        }
      }),

    change: (actor: Actor, { change, digest }: BodyOf<typeof changeMapping>): Promise<Record<never, never>> =>
      inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
        const made = await make(tx, emitAll, actor, change)
        if (made.digest !== digest) throw new AppError('conflict', CHANGED_SINCE)
        await follow(deps, tx, emitAll, made, { isConfirmed: true })
        await advanceStream(tx, 'waiting', { userId: EVERYONE })
        await emitAll([mappingsChanged(made.departmentId)])
        return {}
      }),

    decide: (actor: Actor, departmentId: number, { decision, digest }: BodyOf<typeof decideOnLosses>): Promise<Record<never, never>> =>
      inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
        const department = await repo.lockDepartment(tx, departmentId)
        if (!department) throw new AppError('not_found', 'There is no such department')
        await lockConcerned(tx, departmentId, [actor.userId])
        await lockAccount(tx, actor, actor.userId, discordAdmin)
        const planned = await plan(tx, emitAll, department)
        const held = await repo.heldLosses(tx, departmentId)
        if (held.length === 0) throw new AppError('conflict', 'Someone has decided on this already')
        if (digestOfHeld(held) !== digest) throw new AppError('conflict', CHANGED_SINCE)
        const rows = planned.rows.filter((row) => row.decided === 'held')
        if (decision === 'keep') await repo.note(tx, departmentId, 'kept', rows)
        else {
          if (planned.waitsBecause !== null) throw new AppError('conflict', `${planned.waitsBecause}, so nobody loses anything`)
          await follow(deps, tx, emitAll, { ...planned, rows }, { isConfirmed: true })
        }
        await recordAudit(tx, actor, decision === 'take' ? 'discord.losses-confirmed' : 'discord.losses-cancelled', {
          ...subject(departmentId),
          after: { losses: rows.length },
        })
        await advanceStream(tx, 'waiting', { userId: EVERYONE })
        await emitAll([mappingsChanged(departmentId)])
        return {}
      }),

    /** Follows Discord in every department that it leads. */
    followAll: async (): Promise<void> => {
      for (const departmentId of await repo.ledDepartments(db)) {
        await inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
          const department = await repo.lockDepartment(tx, departmentId)
          if (department?.leader !== 'discord') return
          await follow(deps, tx, emitAll, await plan(tx, emitAll, department), { isConfirmed: false })
        })
      }
    },
  }
}

type Made = Plan & { readonly stops: readonly string[]; readonly digest: string }

/** Makes a change, and says what following Discord does to members because of it. The members themselves stay as they are. */
async function make(tx: Tx, emitAll: EmitAll, actor: Actor, change: MappingChange): Promise<Made & { stops: string[] }> {
  const known = 'mappingId' in change ? (await repo.mappings(tx, { id: change.mappingId }))[0] : undefined
  if ('mappingId' in change && !known) throw noSuchMapping()
  const departmentId = 'departmentId' in change ? change.departmentId : (known?.departmentId ?? 0)
  const before = await repo.lockDepartment(tx, departmentId)
  if (!before) throw new AppError('invalid_input', 'There is no such department', 'change.departmentId')
  const { stops, answersFor } = await write(tx, actor, change, { ...before, isLed: before.leader === 'discord' })
  await lockConcerned(tx, departmentId, [actor.userId])
  const { own } = await lockAccount(tx, actor, actor.userId, discordAdmin)
  if (answersFor !== undefined) {
    const [mapping] = await repo.mappings(tx, { id: answersFor })
    if (!mapping) throw noSuchMapping()
    const whyNot = await whyNotGiveRank(tx, own, mapping)
    if (whyNot !== null) throw new AppError('forbidden', whyNot, 'change.rankId')
    const { refusal } = await check(tx, mapping)
    if (refusal !== null) throw new AppError('conflict', refusal)
  }
  const after = await repo.lockDepartment(tx, departmentId)
  const nothing = { departmentId, department: before.name, rows: [], waitsBecause: null }
  const planned = after?.leader === 'discord' ? await plan(tx, emitAll, before) : nothing
  if (change.kind === 'lead' && change.leader === 'discord' && planned.waitsBecause !== null)
    throw new AppError('conflict', `${planned.waitsBecause}: Discord can't lead ${before.name} yet`)
  const seen = planned.rows.map(({ userId, kind, toRankId, why }) => [userId, kind, toRankId, why])
  return { ...planned, stops, digest: digestOf([change, seen, stops, planned.waitsBecause]) }
}

type Written = { readonly stops: string[]; /** The mapping that the actor answers for from now on. */ readonly answersFor?: number }

async function write(
  tx: Tx,
  actor: Actor,
  change: MappingChange,
  department: { readonly id: number; readonly name: string; readonly retired_at: Date | null; readonly isLed: boolean },
): Promise<Written> {
  const { id: departmentId, name, isLed } = department
  const found = await repo.mappings(tx, { departmentId })
  const audit = (action: Parameters<typeof recordAudit>[2], after: object, before?: object) =>
    recordAudit(tx, actor, action, { ...subject(departmentId), ...(before && { before: { ...before } }), after: { ...after } })
  if (change.kind === 'add') {
    if (department.retired_at) throw new AppError('invalid_input', `${name} is retired`, 'change.departmentId')
    const [role] = await repo.mappableRoles(tx, change.roleId)
    if (!role) throw new AppError('invalid_input', 'There is no such role on a Discord server that the bot is in', 'change.roleId')
    if (role.type === 'PATROL_NOTIFY')
      throw new AppError(
        'invalid_input',
        `Members choose for themselves whether they have ${role.name}: it is pinged for patrols`,
        'change.roleId',
      )
    if (change.rankId !== null && !(await repo.lockRank(tx, departmentId, change.rankId)))
      throw new AppError('invalid_input', `There is no such rank in ${name}`, 'change.rankId')
    const stops = isLed ? await stopGivingRoles(tx, actor, [change.roleId]) : []
    const id = await repo
      .insertMapping(tx, actor.userId, { ...change, leader: isLed ? 'discord' : 'portal' })
      .catch((error: unknown): never => {
        throw violates(error, 'discord_mappings_once')
          ? new AppError('conflict', `${role.name} is mapped to ${name} already`, 'change.roleId')
          : error
      })
    const [mapping] = await repo.mappings(tx, { id })
    if (mapping) await audit('discord.mapping-added', words(mapping))
    return { stops, answersFor: id }
  }
  if (change.kind === 'lead') {
    const isSame = isLed === (change.leader === 'discord')
    if (isSame) throw new AppError('conflict', `${isLed ? 'Discord' : 'The portal'} leads ${name} already`)
    if (change.leader === 'discord' && found.length === 0)
      throw new AppError('invalid_input', `No Discord role is mapped to ${name} yet`, 'change.departmentId')
    const typed = found.find(({ roleType }) => roleType === 'PATROL_NOTIFY')
    if (typed) throw new AppError('conflict', `Members choose for themselves whether they have ${typed.role}: it is pinged for patrols`)
    const stops = change.leader === 'discord' ? await stopGivingRoles(tx, actor, [...new Set(found.map(({ roleId }) => roleId))]) : []
    await repo.setLeader(tx, departmentId, change.leader)
    if (change.leader === 'portal') await repo.forgetAll(tx, departmentId)
    await audit('discord.leader-changed', { leader: change.leader }, { leader: isLed ? 'discord' : 'portal' })
    return { stops }
  }
  const mapping = found.find(({ id }) => id === change.mappingId)
  if (!mapping) throw noSuchMapping()
  switch (change.kind) {
    case 'remove': {
      await tx.deleteFrom('discord_mappings').where('id', '=', mapping.id).execute()
      const isLast = found.length === 1
      await repo.setLeader(tx, departmentId, isLed && !isLast ? 'discord' : 'portal')
      if (isLast) await repo.forgetAll(tx, departmentId)
      await audit('discord.mapping-removed', {}, words(mapping))
      if (isLed && isLast) await audit('discord.leader-changed', { leader: 'portal' }, { leader: 'discord' })
      return { stops: [] }
    }
    case 'pause':
      if (!(await repo.pauseMapping(tx, mapping.id, `${actor.user.name} paused it`, actor.userId)))
        throw new AppError('conflict', 'This mapping is paused already')
      await audit('discord.mapping-paused', words(mapping))
      return { stops: [] }
    case 'resume':
      if (!(await repo.resumeMapping(tx, mapping.id, actor.userId))) throw new AppError('conflict', 'This mapping is not paused')
      await audit('discord.mapping-resumed', words(mapping), { pausedBecause: mapping.pausedBecause })
      return { stops: [], answersFor: mapping.id }
  }
}

const noSuchMapping = () => new AppError('not_found', 'There is no such mapping: someone may have removed it')

const ORDER: Readonly<Record<FollowChange['kind'], number>> = { removed: 0, lowered: 1, raised: 2, joins: 3, 'left alone': 4 }
const shown = ({ userId, name, kind, fromRank, toRank, why }: Plan['rows'][number]): FollowChange => ({
  member: { userId, name },
  kind: why === '' ? kind : 'left alone',
  fromRank,
  toRank,
  why,
})
