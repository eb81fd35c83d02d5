import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { addErrands, type Errand, type ErrandKind } from '../errands/errands.port.ts'
import { memberNames, roleNames } from './sync.repo.ts'

const REASON = 'Follows the portal'

const GiveRole = { kind: 'role.give', payload: z.object({}) } as const
const TakeRole = {
  kind: 'role.take',
  payload: z.object({
    /** A person has confirmed this removal, so it does not count towards those that have to be confirmed. */
    isConfirmed: z.literal(true).optional(),
    /** The portal did not give this role, so if the member is entitled to it again, it is still not the portal's. */
    isExtra: z.literal(true).optional(),
  }),
} as const
const SetNickname = { kind: 'nickname.set', payload: z.object({ nickname: z.string().nullable() }) } as const

type Key = { readonly discordId: string; readonly roleId: string }
/** Errands about one member run in order. */
const queueOf = (guildId: string, discordId: string): string => `member:${guildId}:${discordId}`
/** Whether an errand waits to give the role of the ledger's row `l`. Found by its queue, which has an index, because there may be thousands. */
export const waitsToBeGiven = sql`exists (
  select from discord_errands a
  where a.state = 'waiting' and a.queue = 'member:' || l.guild_id || ':' || l.discord_id and a.kind = ${GiveRole.kind} and a.role_id = l.role_id)`

export const askToGive = (tx: Tx, guildId: string, rows: readonly Key[]): Promise<void> =>
  addErrands(
    tx,
    GiveRole,
    rows.map((row) => ({ ...keys(guildId, row), payload: {} })),
  )

export const askToTake = (
  tx: Tx,
  guildId: string,
  rows: readonly (Key & { readonly isExtra?: boolean })[],
  { isConfirmed = false } = {},
): Promise<void> =>
  addErrands(
    tx,
    TakeRole,
    rows.map((row) => ({
      ...keys(guildId, row),
      payload: { ...(isConfirmed ? { isConfirmed } : {}), ...(row.isExtra ? { isExtra: true } : {}) },
    })),
  )

export const askToRename = (
  tx: Tx,
  guildId: string,
  rows: readonly { readonly discordId: string; readonly nickname: string | null }[],
): Promise<void> =>
  addErrands(
    tx,
    SetNickname,
    rows.map(({ discordId, nickname }) => ({ queue: queueOf(guildId, discordId), guildId, discordId, payload: { nickname } })),
  )

const keys = (guildId: string, { discordId, roleId }: Key) => ({ queue: queueOf(guildId, discordId), guildId, discordId, roleId })

/** `after` is called once an errand has ended, to plan again. */
export function syncErrands({ db, after }: { readonly db: Db; readonly after: () => void }): readonly ErrandKind[] {
  const give: ErrandKind<typeof GiveRole.payload, 'done' | 'unwanted'> = {
    ...GiveRole,
    titles: (on, errands) => titled(on, errands, (role, member) => `Give ${role} to ${member}`),
    run: async (discord, errand) => {
      const { guildId, discordId, roleId } = roleKey(errand)
      if (!(await isEntitled(db, errand, 'given_roles')) || !(await noteAsked(db, errand))) return 'unwanted'
      await discord.giveRole(guildId, discordId, roleId, REASON)
      return 'done'
    },
    settle: async (tx, errand, result) => {
      if (result === 'done') {
        await lockMember(tx, errand)
        if (await setLedger(tx, errand, 'giving', 'given'))
          await sql`update discord_members set role_ids = array_append(role_ids, ${errand.roleId})
            where ${memberIs(errand)} and not (${errand.roleId} = any (role_ids))`.execute(tx)
      } else await settleUnwanted(tx, errand)
      after()
    },
    failed: (tx, errand, problem) => noteProblem(tx, errand, 'giving', problem),
  }
  const take: ErrandKind<typeof TakeRole.payload, 'done' | 'unwanted'> = {
    ...TakeRole,
    titles: (on, errands) => titled(on, errands, (role, member) => `Take ${role} from ${member}`),
    run: async (discord, errand) => {
      const { guildId, discordId, roleId } = roleKey(errand)
      if (!(await isInLedger(db, errand, 'taking')) || (await isEntitled(db, errand)) || !(await isFollowed(db, errand))) return 'unwanted'
      await discord.takeRole(guildId, discordId, roleId, REASON)
      return 'done'
    },
    settle: async (tx, errand, result) => {
      if (result === 'done') {
        await lockMember(tx, errand)
        await dropFromLedger(tx, errand, 'taking')
        await sql`update discord_members set role_ids = array_remove(role_ids, ${errand.roleId}) where ${memberIs(errand)}`.execute(tx)
      }
      // An earlier try may have taken the role. Giving it once more changes nothing if the member still has it.
      else if ((await isEntitled(tx, errand)) && (await setLedger(tx, errand, 'taking', 'giving'))) {
        const { guildId, ...key } = roleKey(errand)
        await askToGive(tx, guildId, [key])
      } else await setLedger(tx, errand, 'taking', errand.payload.isExtra ? 'theirs' : 'given')
      after()
    },
    failed: (tx, errand, problem) => noteProblem(tx, errand, 'taking', problem),
  }
  const rename: ErrandKind<typeof SetNickname.payload, string | null> = {
    ...SetNickname,
    titles: async (on, errands) => {
      const names = await memberNames(on)
      return errands.map(({ discordId, payload }) => {
        const member = names.get(discordId ?? '')?.name ?? 'a former member'
        return payload.nickname === null ? `Take the nickname from ${member}` : `Rename ${member} to ${payload.nickname}`
      })
    },
    run: async (discord, errand) => {
      const { guildId, discordId } = errand
      if (guildId === null || discordId === null) return undefined
      const wanted = (await entitledNicknames(db, guildId, [discordId])).get(discordId)
      if (wanted === undefined) {
        if (await hasOurs(db, errand)) await discord.setNickname(guildId, discordId, null, REASON)
        return null
      }
      await discord.setNickname(guildId, discordId, wanted, REASON)
      return wanted
    },
    settle: async (tx, errand, nickname) => {
      after()
      await lockMember(tx, errand)
      if (nickname === null)
        return void (await sql`delete from discord_nicknames where ${memberIs(errand)} and state = 'setting'`.execute(tx))
      await sql`update discord_nicknames set nickname = ${nickname}, state = 'set', is_ours = true, problem = '', since = now() where ${memberIs(errand)}`.execute(
        tx,
      )
      await sql`update discord_members set nickname = ${nickname} where ${memberIs(errand)}`.execute(tx)
    },
    failed: async (tx, errand, problem) =>
      void (await sql`update discord_nicknames set problem = ${problem} where ${memberIs(errand)} and state = 'setting'`.execute(tx)),
  }
  return [give, take, rename]
}

function roleKey({ guildId, discordId, roleId }: Errand<unknown>) {
  if (guildId === null || discordId === null || roleId === null) throw new Error('An errand about a role names server, member and role')
  return { guildId, discordId, roleId }
}

const memberIs = ({ guildId, discordId }: Errand<unknown>) => sql`guild_id = ${guildId} and discord_id = ${discordId}`
const rowIs = (errand: Errand<unknown>, state: string) => sql`${memberIs(errand)} and role_id = ${errand.roleId} and state = ${state}`

const exists = async (db: Db | Tx, query: ReturnType<typeof sql>): Promise<boolean> =>
  (await sql<{ found: boolean }>`select exists (${query}) as found`.execute(db)).rows[0]?.found === true

const isInLedger = (db: Db, errand: Errand<unknown>, state: string) =>
  exists(db, sql`select from discord_ledger where ${rowIs(errand, state)}`)

const hasRole = (tx: Tx, errand: Errand<unknown>) =>
  exists(tx, sql`select from discord_members where ${memberIs(errand)} and ${errand.roleId} = any (role_ids)`)

/** Locks the member, as all who write about them do first: a member who joins again meanwhile has another ledger. */
const lockMember = (tx: Tx, errand: Errand<unknown>) =>
  sql`select from discord_members where ${memberIs(errand)} for no key update`.execute(tx)

/** Notes in the ledger that Discord is about to be asked. False if the row is gone. */
const noteAsked = async (db: Db, errand: Errand<unknown>): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`update discord_ledger set is_asked = true where ${rowIs(errand, 'giving')}`.execute(db)
  return numAffectedRows > 0n
}

/** Settles a role that is no longer to be given. An earlier try may have given it, with the answer lost. */
async function settleUnwanted(tx: Tx, errand: Errand<unknown>): Promise<void> {
  await sql`delete from discord_ledger where ${rowIs(errand, 'giving')} and not is_asked`.execute(tx)
  // Nothing changes in a server that does not follow the portal. Once it follows again, the role is given once more or taken.
  if (!(await isFollowed(tx, errand))) return
  // The member is still entitled to the role, but it is withheld because it has gained power, and the member does not have it.
  if ((await isEntitled(tx, errand)) && !(await hasRole(tx, errand))) await dropFromLedger(tx, errand, 'giving')
  else await setLedger(tx, errand, 'giving', 'given')
}

/** Whether the member is entitled to the role, in a server that still follows the portal. */
const isEntitled = (db: Db | Tx, errand: Errand<unknown>, by: 'entitled_roles' | 'given_roles' = 'entitled_roles') =>
  exists(
    db,
    sql`select from ${sql.table(by)} e join discord_guilds g on g.id = e.guild_id and g.followed_at is not null
      where e.guild_id = ${errand.guildId} and e.discord_id = ${errand.discordId} and e.role_id = ${errand.roleId}`,
  )
/** Whether the member still has the nickname that the portal has set. */
const hasOurs = (db: Db, { guildId, discordId }: Errand<unknown>) =>
  exists(
    db,
    sql`select from discord_nicknames n join discord_guilds g on g.id = n.guild_id and g.followed_at is not null
      join discord_members m on m.guild_id = n.guild_id and m.discord_id = n.discord_id and m.nickname = n.nickname
      where n.guild_id = ${guildId} and n.discord_id = ${discordId} and n.is_ours`,
  )
const isFollowed = (db: Db | Tx, { guildId }: Errand<unknown>) =>
  exists(db, sql`select from discord_guilds where id = ${guildId} and followed_at is not null and left_at is null`)

/** Nicknames that the portal gives, by Discord account; none in a server that does not follow the portal. */
export async function entitledNicknames(db: Db | Tx, guildId: string, discordIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ discordId: string; nickname: string }>`
    select e.discord_id as "discordId", e.nickname
    from entitled_nicknames e join discord_guilds g on g.id = e.guild_id and g.followed_at is not null
    where e.guild_id = ${guildId} and e.discord_id = any (${discordIds}::text[])`.execute(db)
  return new Map(rows.map(({ discordId, nickname }) => [discordId, nickname]))
}

/** False if the row is no longer in the state `from`. */
const setLedger = async (tx: Tx, errand: Errand<unknown>, from: string, to: string): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`update discord_ledger set state = ${to}, is_extra = false, problem = '', since = now()
    where ${rowIs(errand, from)}`.execute(tx)
  return numAffectedRows > 0n
}
const dropFromLedger = (tx: Tx, errand: Errand<unknown>, state: string) =>
  sql`delete from discord_ledger where ${rowIs(errand, state)}`.execute(tx)
const noteProblem = async (tx: Tx, errand: Errand<unknown>, state: string, problem: string) =>
  void (await sql`update discord_ledger set problem = ${problem} where ${rowIs(errand, state)}`.execute(tx))

async function titled(db: Db, errands: readonly Errand<unknown>[], words: (role: string, member: string) => string): Promise<string[]> {
  const guilds = [...new Set(errands.flatMap(({ guildId }) => guildId ?? []))]
  const members = await memberNames(db)
  const roles = new Map<string, string>()
  for (const guildId of guilds) for (const [id, { name }] of await roleNames(db, guildId)) roles.set(id, name)
  return errands.map(({ discordId, roleId }) =>
    words(roles.get(roleId ?? '') ?? 'a deleted role', members.get(discordId ?? '')?.name ?? 'a former member'),
  )
}
