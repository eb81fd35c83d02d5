import { isAdmin, type DriftKey, type DriftKind, type HeldRun, type PageQuery, type SyncCounts } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { readGuilds } from '../discord/discord.port.ts'
import { digestOfDrift, driftPage, isFixable, isSame, readDrift, withoutAccountsAbove, type Drift } from './sync.drift.ts'
import { askToGive, askToRename, askToTake, entitledNicknames } from './sync.errands.ts'
import { countsOf, digestOf, membersIn, pageOfRows, planGuild, rolesIn } from './sync.plan.ts'
import {
  countNotRenamed,
  findGuild,
  followedGuilds,
  heldRun,
  insertLedger,
  linkedIn,
  lockGuild,
  moveLedger,
  roleNames,
  saveNicknames,
  startClearing,
} from './sync.repo.ts'
import { areTooMany, followPortal } from './sync.run.ts'

const CHANGED_SINCE = 'Something has changed since you looked. Look at it again'

export function createSyncService({ db, publish }: { db: Db; publish: Publish }) {
  /** The digest of the drift that this node has last told, by server. */
  const told = new Map<string, string>()
  return {
    preview: async (guildId: string, query: PageQuery) => {
      await present(db, guildId)
      const [plan, roles, members, notRenamed] = await Promise.all([
        planGuild(db, guildId),
        roleNames(db, guildId),
        linkedIn(db, guildId),
        countNotRenamed(db, guildId),
      ])
      const nameOf = (roleId: string) => roles.get(roleId)?.name ?? ''
      const rows = membersIn(plan, { nameOf, memberOf: (discordId) => members.get(discordId) })
      return {
        ...pageOfRows(rows, query),
        counts: countsOf(plan),
        byRole: rolesIn(plan, nameOf),
        linked: members.size,
        notRenamed,
        digest: digestOf(plan),
      }
    },

    follow: (actor: Actor, guildId: string, digest: string) =>
      inTransaction(db, publish, async (tx, emit) => {
        const guild = await lockGuild(tx, guildId)
        if (!guild || guild.left_at !== null) throw noSuchGuild()
        if (guild.followed_at !== null) throw new AppError('conflict', 'The roles of this server follow the portal already')
        if (digestOf(await planGuild(tx, guildId)) !== digest) throw new AppError('conflict', CHANGED_SINCE)
        await setFollowed(tx, guildId, true)
        await followPortal(tx, guildId)
        await recordAudit(tx, actor, 'discord.following-started', {
          subjectType: 'discord',
          subjectId: guildId,
          after: { name: guild.name },
        })
        return tellGuild(tx, emit, guildId)
      }),

    unfollow: (actor: Actor, guildId: string) =>
      inTransaction(db, publish, async (tx, emit) => {
        const guild = await lockGuild(tx, guildId)
        if (!guild) throw noSuchGuild()
        if (guild.followed_at !== null) {
          await sql`update discord_runs set state = 'cancelled', decided_at = now(), decided_by = ${actor.userId}
            where guild_id = ${guildId} and state = 'held'`.execute(tx)
          // A trigger ends everything that waits for Discord or for a person.
          await setFollowed(tx, guildId, false)
          await recordAudit(tx, actor, 'discord.following-stopped', {
            subjectType: 'discord',
            subjectId: guildId,
            before: { name: guild.name },
          })
        }
        return tellGuild(tx, emit, guildId)
      }),

    /** All servers that follow the portal. */
    followAll: async () => {
      for (const guildId of await followedGuilds(db)) {
        await inTransaction(db, publish, async (tx, emit, after) => {
          await followPortal(tx, guildId)
          // The drift also changes when people change something by hand.
          const digest = digestOfDrift(await readDrift(tx, guildId))
          if (told.get(guildId) !== digest) await tellDrift(emit, guildId)
          after(() => told.set(guildId, digest))
        })
      }
    },

    drift: async (actor: Actor, guildId: string, query: PageQuery & { readonly kind?: DriftKind | undefined }) => {
      const guild = await present(db, guildId)
      const page = driftPage(guild.followed_at === null ? [] : await readDrift(db, guildId), query)
      return { ...page, items: await withoutAccountsAbove(db, actor, page.items) }
    },

    fix: (actor: Actor, guildId: string, key: DriftKey) =>
      inTransaction(db, publish, async (tx, emit) => {
        const item = await driftItem(tx, guildId, key)
        if (!isFixable(item)) throw new AppError('invalid_input', 'Members have to join the Discord server themselves', 'kind')
        assertMayTouch(actor, item)
        await correctDrift(tx, guildId, [item], { isConfirmed: true })
        await recordAudit(tx, actor, 'discord.drift-fixed', auditOf(guildId, item))
        await tellDrift(emit, guildId)
        return {}
      }),

    keep: (actor: Actor, guildId: string, key: DriftKey) =>
      inTransaction(db, publish, async (tx, emit) => {
        const item = await driftItem(tx, guildId, key)
        if (item.kind === 'stuck') throw new AppError('invalid_input', 'This change failed. It can be tried again, but not kept', 'kind')
        assertMayTouch(actor, item)
        const row = { guild_id: guildId, discord_id: item.discordId, kind: key.kind, role_id: key.roleId ?? '', kept_by: actor.userId }
        await tx
          .insertInto('discord_kept')
          .values(row)
          .onConflict((oc) => oc.doNothing())
          .execute()
        await recordAudit(tx, actor, 'discord.drift-kept', auditOf(guildId, item))
        await tellDrift(emit, guildId)
        return {}
      }),

    fixAll: (actor: Actor, guildId: string, { isDryRun, digest }: { isDryRun: boolean; digest: string }) =>
      inTransaction(db, publish, async (tx, emit) => {
        await lockFollowed(tx, guildId)
        const drift = await readDrift(tx, guildId)
        if (digestOfDrift(drift) !== digest) throw new AppError('conflict', CHANGED_SINCE)
        const items = drift.filter((item) => isFixable(item) && (isAdmin(actor.user) || !item.isPowerful))
        const counts = countsIn(items)
        if (isDryRun) return { counts, isHeld: await areTooMany(tx, guildId, extrasOf(items)) }
        const isHeld = await correctDrift(tx, guildId, items)
        await recordAudit(tx, actor, 'discord.drift-fixed', { subjectType: 'discord', subjectId: guildId, after: { ...counts, isHeld } })
        await tellDrift(emit, guildId)
        return { counts, isHeld }
      }),

    heldRuns: (): Promise<HeldRun[]> => readHeldRuns(db),

    confirm: (actor: Actor, runId: number, digest: string) =>
      decide(actor, runId, 'confirmed', async (tx, guildId, rows) => {
        if (digestOf(rows) !== digest) throw new AppError('conflict', CHANGED_SINCE)
        await moveLedger(tx, guildId, { state: 'taking' }, rows)
        await askToTake(tx, guildId, rows, { isConfirmed: true })
      }),

    cancel: (actor: Actor, runId: number) =>
      decide(
        actor,
        runId,
        'cancelled',
        async (tx, guildId) => void (await sql`delete from discord_ledger where guild_id = ${guildId} and run_id = ${runId}`.execute(tx)),
      ),
  }

  function decide(
    actor: Actor,
    runId: number,
    state: 'confirmed' | 'cancelled',
    act: (tx: Tx, guildId: string, rows: readonly HeldRow[]) => Promise<void>,
  ) {
    return inTransaction(db, publish, async (tx, emit) => {
      const found = await tx.selectFrom('discord_runs').select('guild_id').where('id', '=', runId).executeTakeFirst()
      if (!found) throw new AppError('not_found', 'There is no such run')
      // The server is locked first, as in every plan.
      await lockGuild(tx, found.guild_id)
      const run = await tx
        .updateTable('discord_runs')
        .set({ state, decided_at: sql<Date>`now()`, decided_by: actor.userId })
        .where('id', '=', runId)
        .where('state', '=', 'held')
        .returning('guild_id')
        .executeTakeFirst()
      if (!run) throw new AppError('conflict', 'Someone has decided on this already')
      const rows = await heldRows(tx, runId)
      await act(tx, run.guild_id, rows)
      await recordAudit(tx, actor, state === 'confirmed' ? 'discord.run-confirmed' : 'discord.run-cancelled', {
        subjectType: 'discord',
        subjectId: run.guild_id,
        after: { removals: rows.length },
      })
      await tellDrift(emit, run.guild_id)
      return {}
    })
  }
}

const noSuchGuild = () => new AppError('not_found', 'There is no such Discord server')

async function present(db: Db, guildId: string) {
  const guild = await findGuild(db, guildId)
  if (!guild || guild.left_at !== null) throw noSuchGuild()
  return guild
}

async function lockFollowed(tx: Tx, guildId: string) {
  const guild = await lockGuild(tx, guildId)
  if (!guild || guild.left_at !== null) throw noSuchGuild()
  if (guild.followed_at === null) throw new AppError('conflict', 'The roles of this server do not follow the portal')
}

const setFollowed = (tx: Tx, guildId: string, isFollowed: boolean) =>
  tx
    .updateTable('discord_guilds')
    .set((eb) => ({ followed_at: isFollowed ? sql<Date>`now()` : null, version: eb('version', '+', 1) }))
    .where('id', '=', guildId)
    .execute()

async function tellGuild(tx: Tx, emit: Emit, guildId: string) {
  const [guild] = await readGuilds(tx, [guildId])
  if (!guild) throw noSuchGuild()
  await emit('discord', {}, 'guild.saved', guild)
  return guild
}
const tellDrift = (emit: Emit, guildId: string) => emit('discord', {}, 'drift.changed', { guildId })

async function driftItem(tx: Tx, guildId: string, key: DriftKey): Promise<Drift> {
  await lockFollowed(tx, guildId)
  const item = (await readDrift(tx, guildId)).find((each) => isSame(each, key))
  if (!item) throw new AppError('conflict', 'This difference no longer exists')
  return item
}

function assertMayTouch(actor: Actor, { isPowerful, role }: Drift): void {
  if (isPowerful && !isAdmin(actor.user))
    throw new AppError('forbidden', `${role} has power over the Discord server: an admin has to do this`)
}

const auditOf = (guildId: string, { kind, member, role }: Drift) => ({
  subjectType: 'discord' as const,
  subjectId: guildId,
  after: { kind, userId: member.userId, role },
})

const rolesOf = (items: readonly Drift[], kind: DriftKind) =>
  items.flatMap((item) => (item.kind === kind && item.roleId !== null ? [{ discordId: item.discordId, roleId: item.roleId }] : []))
const extrasOf = (items: readonly Drift[]) => rolesOf(items, 'extra').map((row) => ({ ...row, isExtra: true }))

function countsIn(items: readonly Drift[]): SyncCounts {
  const going = (to: Drift['direction']) => items.filter(({ direction }) => direction === to).length
  return {
    gives: going('give'),
    takes: going('take'),
    nicknames: items.filter(({ kind, roleId }) => kind === 'renamed' || (kind === 'stuck' && roleId === null)).length,
    members: new Set(items.map(({ discordId }) => discordId)).size,
  }
}

/** Returns whether removals wait for a person. */
async function correctDrift(tx: Tx, guildId: string, items: readonly Drift[], { isConfirmed = false } = {}): Promise<boolean> {
  const lacking = rolesOf(items, 'lacks')
  await moveLedger(tx, guildId, { state: 'giving' }, lacking)
  await askToGive(tx, guildId, lacking)

  await tryAgain(tx, guildId, rolesOf(items, 'stuck'))

  const extras = extrasOf(items)
  const isHeld = !isConfirmed && (await areTooMany(tx, guildId, extras))
  await insertLedger(tx, guildId, 'theirs', extras, { isExtra: true })
  if (isHeld) await moveLedger(tx, guildId, { state: 'held', runId: await heldRun(tx, guildId) }, extras)
  else {
    await moveLedger(tx, guildId, { state: 'taking' }, extras)
    await askToTake(tx, guildId, extras, { isConfirmed })
  }

  const renamed = items.filter(({ kind, roleId }) => kind === 'renamed' || (kind === 'stuck' && roleId === null))
  const entitled = await entitledNicknames(
    tx,
    guildId,
    renamed.map(({ discordId }) => discordId),
  )
  const nicknames = renamed.flatMap(({ discordId }) => {
    const nickname = entitled.get(discordId)
    return nickname === undefined ? [] : [{ discordId, nickname, isSet: false }]
  })
  const cleared = renamed.filter(({ discordId }) => !entitled.has(discordId)).map(({ discordId }) => ({ discordId, nickname: null }))
  await saveNicknames(tx, guildId, nicknames)
  await startClearing(tx, guildId, cleared)
  await askToRename(tx, guildId, [...nicknames, ...cleared])
  return isHeld
}

/** Gives or takes roles that are stuck, each in the direction it was going. */
async function tryAgain(tx: Tx, guildId: string, stuck: readonly { readonly discordId: string; readonly roleId: string }[]): Promise<void> {
  const { rows } = await sql<{
    discordId: string
    roleId: string
    state: string
    isExtra: boolean
  }>`update discord_ledger l set problem = ''
    from unnest(${stuck.map(({ discordId }) => discordId)}::text[], ${stuck.map(({ roleId }) => roleId)}::text[]) as s (discord_id, role_id)
    where l.guild_id = ${guildId} and l.discord_id = s.discord_id and l.role_id = s.role_id
    returning l.discord_id as "discordId", l.role_id as "roleId", l.state, l.is_extra as "isExtra"`.execute(tx)
  const inState = (state: string) => rows.filter((row) => row.state === state)
  await askToGive(tx, guildId, inState('giving'))
  await askToTake(tx, guildId, inState('taking'), { isConfirmed: true })
}

type HeldRow = { readonly discordId: string; readonly roleId: string; readonly isExtra: boolean }

async function heldRows(db: Db | Tx, runId: number): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select discord_id as "discordId", role_id as "roleId", is_extra as "isExtra" from discord_ledger where run_id = ${runId} order by 1, 2`.execute(
    db,
  )
  return rows
}

async function readHeldRuns(db: Db): Promise<HeldRun[]> {
  const { rows } = await sql<{
    id: number
    guild_id: string
    created_at: Date
    role_id: string
    role: string
    removals: number
    members: string[]
  }>`
    select r.id, r.guild_id, r.created_at, l.role_id, d.name as role, count(*)::integer as removals, array_agg(l.discord_id) as members
    from discord_runs r join discord_ledger l on l.run_id = r.id join discord_roles d on d.id = l.role_id
    where r.state = 'held' group by r.id, r.guild_id, r.created_at, l.role_id, d.name order by r.id, d.name`.execute(db)
  const runs = Map.groupBy(rows, ({ id }) => id)
  return Promise.all(
    [...runs].map(async ([runId, each]) => ({
      runId,
      guildId: each[0]?.guild_id ?? '',
      removals: each.reduce((sum, { removals }) => sum + removals, 0),
      members: new Set(each.flatMap(({ members }) => members)).size,
      linked: (await linkedIn(db, each[0]?.guild_id ?? '')).size,
      roles: each.map(({ role_id, role, removals }) => ({ roleId: role_id, name: role, removals })),
      digest: digestOf(await heldRows(db, runId)),
      createdAt: each[0]?.created_at.toISOString() ?? '',
    })),
  )
}
