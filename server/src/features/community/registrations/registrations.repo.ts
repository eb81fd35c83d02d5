import {
  COUNT_LIMIT,
  ListedRegistration,
  MAX_REGISTRATIONS_OF_ADDRESS,
  REGISTRATION_LINK_HOURS,
  OwnRegistration,
  Registration,
  type RegistrationFilter,
  type RegistrationState,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { hashSecret } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitOfLongList } from '../../../platform/database/page.ts'
import { networkOf } from '../../../platform/http/client-address.ts'
import { REGISTERED } from '../../../platform/limits/limits.ts'
import type { DiscordUser } from '../links/links.port.ts'

const TOKEN_DAYS = 30
/** Browsers in which one application is open at a time. */
const MAX_TOKENS = 5

type NewRegistration = {
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly fields: object
  readonly conduct: number | null
  readonly address: string
  /** The address has to be confirmed before the application waits for staff. */
  readonly isToConfirm: boolean
}

type Limit = 'ofAddress' | 'waiting'

/**
 * Says what there are too many of for one more application. Confirmed applications count for their address; those that nobody confirmed for address
 * and network, so that nobody shuts others out of their own address. Until the transaction ends, no other application is counted.
 */
async function findLimit(tx: Tx, email: string, network: string | null): Promise<Limit | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('registrations'))`.execute(tx)
  const { rows } = await sql<{ address: string; isConfirmed: boolean }>`select address, confirmed_at is not null as "isConfirmed"
    from registrations where lower(email) = lower(${email}) and state <> 'unconfirmed'`.execute(tx)
  const counted = rows.filter(({ address, isConfirmed }) => isConfirmed || networkOf(address) === network)
  if (counted.length >= MAX_REGISTRATIONS_OF_ADDRESS) return 'ofAddress'
  return (await countWaiting(tx)) >= REGISTERED.waiting ? 'waiting' : undefined
}

async function countWaiting(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from registrations where state in ('open', 'asked')`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Returns the id, or what there are too many of. */
export async function insertRegistration(tx: Tx, given: NewRegistration): Promise<number | Limit> {
  const { name, email, passwordHash, fields, conduct, address, isToConfirm } = given
  const limit = await findLimit(tx, email, isToConfirm ? null : networkOf(address))
  if (limit) return limit
  const { id } = await tx
    .insertInto('registrations')
    .values({
      state: isToConfirm ? 'unconfirmed' : 'open',
      name,
      email,
      password_hash: passwordHash,
      fields: JSON.stringify(fields),
      conduct,
      address,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Replaces the code of an earlier link. False if the application needs none any more. */
export async function saveConfirmation(tx: Tx, id: number, codeHash: Buffer): Promise<boolean> {
  const { rows } = await sql`insert into registration_confirmations (registration_id, code_hash, expires_at)
    select id, ${codeHash}, now() + make_interval(hours => ${REGISTRATION_LINK_HOURS}) from registrations
      where id = ${id} and state = 'unconfirmed'
    on conflict (registration_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at
    returning registration_id`.execute(tx)
  return rows.length > 0
}

/** Puts an application into the queue. Returns its id, or what there are too many of; undefined for a code that does not work. */
export async function confirm(tx: Tx, codeHash: Buffer): Promise<number | Limit | undefined> {
  const { rows } = await sql<{ id: number; email: string }>`select r.id, r.email
    from registration_confirmations c join registrations r on r.id = c.registration_id
    where c.code_hash = ${codeHash} and c.expires_at > now() and r.state = 'unconfirmed' for update of r`.execute(tx)
  const found = rows[0]
  if (!found) return undefined
  const limit = await findLimit(tx, found.email, null)
  if (limit) return limit
  await sql`update registrations set state = 'open', confirmed_at = now(), changed_at = now()
    where id = ${found.id}`.execute(tx)
  await tx.deleteFrom('registration_confirmations').where('registration_id', '=', found.id).execute()
  return found.id
}

export async function insertToken(db: Db | Tx, id: number, token: string): Promise<void> {
  await sql`insert into registration_tokens (token_hash, registration_id, expires_at)
    values (${hashSecret(token)}, ${id}, now() + make_interval(days => ${TOKEN_DAYS}))`.execute(db)
  await sql`delete from registration_tokens where token_hash in (
    select token_hash from registration_tokens where registration_id = ${id} order by expires_at desc offset ${MAX_TOKENS})`.execute(db)
}

export async function findByToken(db: Db, token: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select registration_id as id from registration_tokens
    where token_hash = ${hashSecret(token)} and expires_at > now()`.execute(db)
  return rows[0]?.id
}

/** Passwords that are tried to open an application. Each takes time that nobody who only guesses should cost. */
export const MAX_PASSWORDS = 2 * MAX_REGISTRATIONS_OF_ADDRESS
/** As many as can wait at a time, so that one from this network is always among them. */
const MAX_LOOKED_AT = REGISTERED.waiting

/**
 * The applications of an address that can be opened. Strangers may have applied with an address that nobody has to confirm, so they come in an order that
 * later ones can't change: confirmed ones, those from this network, those that staff have answered, then the others by age.
 */
export async function passwordsOf(db: Db, email: string, network: string): Promise<{ id: number; passwordHash: string }[]> {
  const { rows } = await sql<{ id: number; passwordHash: string; address: string; isConfirmed: boolean }>`
    select id, password_hash as "passwordHash", address, confirmed_at is not null as "isConfirmed" from registrations
    where lower(email) = lower(${email}) and password_hash is not null
    order by confirmed_at is null, state in ('unconfirmed', 'open')
      and not exists (select from registration_messages m where m.registration_id = registrations.id and m.user_id is not null), id
    limit ${MAX_LOOKED_AT}`.execute(db)
  const others = rows.filter(({ isConfirmed }) => !isConfirmed)
  const isNear = ({ address }: { address: string }) => networkOf(address) === network
  return [
    ...rows.filter(({ isConfirmed }) => isConfirmed).slice(-MAX_REGISTRATIONS_OF_ADDRESS),
    ...others.filter(isNear).slice(-MAX_REGISTRATIONS_OF_ADDRESS),
    ...others.filter((each) => !isNear(each)),
  ].slice(0, MAX_PASSWORDS)
}

const isWaiting = sql`r.state in ('open', 'asked')`
/** Staff see an application from the moment its address is confirmed. */
const isSeen = sql`r.state <> 'unconfirmed'`
const decided = sql`(select json_build_object('by', json_build_object('userId', d.id, 'name', d.name), 'at', r.decided_at)
  from users d where d.id = r.decided_by)`
/** The id of a Discord account says when it was made, in milliseconds since 2015. */
const CREATED_AT = sql`to_timestamp((floor(r.discord_id::numeric / 4194304) + 1420070400000) / 1000)`
const listed = sql`json_build_object('registrationId', r.id,
  'discord', case when r.discord_id is not null then json_build_object('username', r.discord_username, 'createdAt', ${CREATED_AT}) end, 'state', r.state, 'name', r.name, 'appliedAt', r.applied_at, 'version', r.version,
  'decided', ${decided})`

type Listed = { readonly items: ListedRegistration[]; readonly counted: number }

export async function listRegistrations(db: Db, query: RegistrationFilter): Promise<Listed> {
  const isShown = { waiting: isWaiting, decided: sql`not ${isWaiting} and ${isSeen}`, all: isSeen }[query.show]
  const { rows } = await sql<{ items: unknown; counted: number }>`select
    coalesce((select json_agg(l.registration) from (select ${listed} as registration from registrations r where ${isShown}
      order by r.state <> 'open', not ${isWaiting}, case when ${isWaiting} then r.id else -r.id end ${limitOfLongList(query)}) l), '[]') as items,
    (select count(*) from (select from registrations r where ${isShown} limit ${COUNT_LIMIT + 1}) c)::integer as counted`.execute(db)
  return { items: z.array(ListedRegistration).parse(rows[0]?.items), counted: rows[0]?.counted ?? 0 }
}

/** How people and applications are the same as `r`. */
const sameBy = (email: RawBuilder<unknown>, network: RawBuilder<unknown>, discord: RawBuilder<unknown>) =>
  sql`array_remove(array[case when ${email} then 'email' end, case when ${network} then 'network' end,
    case when ${discord} then 'discord' end], null)`

const content = sql`'state', r.state, 'name', r.name, 'emailAddress', r.email, 'appliedAt', r.applied_at, 'version', r.version,
  'answers', coalesce((select json_agg(json_build_object('question', f.name,
      'answer', case v.value when 'true' then 'yes' when 'false' then 'no' else v.value #>> '{}' end) order by f.position, f.id)
    from jsonb_each(r.fields) v join record_fields f on f.id = v.key::integer), '[]'),
  'messages', coalesce((select json_agg(json_build_object('at', m.at, 'isByStaff', m.user_id is not null, 'text', m.text) order by m.id)
    from registration_messages m where m.registration_id = r.id), '[]')`

const Own = OwnRegistration.omit({ communityName: true })

/** An application as its applicant sees it. */
export async function readOwn(db: Db | Tx, id: number): Promise<z.infer<typeof Own> | undefined> {
  const { rows } = await sql<{ own: unknown }>`select json_build_object(${content},
    'discord', case when r.discord_id is not null
      then json_build_object('username', r.discord_username, 'displayName', r.discord_display_name) end) as own from registrations r where r.id = ${id}`.execute(
    db,
  )
  return rows[0] && Own.parse(rows[0].own)
}

const Stored = Registration.omit({ mayNotReturn: true }).extend({ discordId: z.string().nullable() })

/** An application with everything that staff see of it. */
export async function readRegistration(db: Db | Tx, id: number): Promise<z.infer<typeof Stored> | undefined> {
  const { rows } = await sql<{ registration: unknown }>`select json_build_object(${content}, 'registrationId', r.id, 'decided', ${decided},
      'isAddressConfirmed', r.confirmed_at is not null,
      'discord', case when r.discord_id is not null then json_build_object('username', r.discord_username, 'displayName', r.discord_display_name,
        'createdAt', ${CREATED_AT}, 'provedAt', r.discord_proved_at,
        'memberSince', (select min(m.joined_at) from discord_members m where m.discord_id = r.discord_id)) end,
      'discordId', r.discord_id,
      'account', (select json_build_object('userId', u.id, 'name', u.name) from users u where u.id = r.user_id),
      'conduct', case when r.conduct is not null then json_build_object('number', r.conduct,
        'isCurrent', r.conduct = (select max(number) from conduct_versions)) end,
      'sameAccounts', coalesce((select json_agg(json_build_object('userId', s.id, 'name', s.name, 'by', s.by, 'isFormer', s.is_former) order by s.id)
        from (select u.id, u.name, u.disabled_at is not null or u.deleted_at is not null as is_former, x.by
          from users u cross join lateral (select ${sameBy(
            sql`lower(u.email) = lower(r.email)`,
            sql`exists (select from sign_ins i where i.user_id = u.id and i.address = r.address and i.succeeded and i.kind = 'password')`,
            sql`exists (select from discord_links d where d.user_id = u.id and d.discord_id = r.discord_id)`,
          )} as by) x
          where x.by <> '{}' and u.id is distinct from r.user_id order by u.id limit 20) s), '[]'),
      'others', coalesce((select json_agg(json_build_object('registrationId', s.id, 'name', s.name, 'state', s.state, 'appliedAt', s.applied_at,
          'by', s.by) order by s.id desc)
        from (select o.id, o.name, o.state, o.applied_at, ${sameBy(sql`lower(o.email) = lower(r.email)`, sql`o.address = r.address`, sql`o.discord_id = r.discord_id`)} as by
          from registrations o where o.id <> r.id and o.state <> 'unconfirmed' and (lower(o.email) = lower(r.email) or o.address = r.address or o.discord_id = r.discord_id)
          order by o.id desc limit 20) s), '[]')) as registration
    from registrations r where r.id = ${id} and ${isSeen}`.execute(db)
  return rows[0] && Stored.parse(rows[0].registration)
}

export type Change = { readonly state: RegistrationState; readonly decidedBy?: number; readonly userId?: number }

type Waits = {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly conduct: number | null
  readonly discord: DiscordUser | null
}

/** An application at this version that waits, locked until the transaction ends. */
export async function lockWaiting(tx: Tx, id: number, version: number) {
  const { rows } = await sql<Waits>`
    select email, name, password_hash as "passwordHash", conduct, case when discord_id is not null then json_build_object(
      'discordId', discord_id, 'username', discord_username, 'displayName', discord_display_name) end as discord from registrations r
    where id = ${id} and version = ${version} and ${isWaiting} for update`.execute(tx)
  return rows[0]
}

/** Returns whom it concerns; undefined if the application is at another version, or in another state. Locks it. */
export async function changeRegistration(
  tx: Tx,
  { id, version, from }: { readonly id: number; readonly version: number; readonly from: readonly RegistrationState[] },
  { state, decidedBy, userId }: Change,
): Promise<{ email: string; name: string } | undefined> {
  const { rows } = await sql<{ email: string; name: string }>`
    update registrations set state = ${state}, version = version + 1, changed_at = now(), decided_by = ${decidedBy ?? null},
      decided_at = ${decidedBy === undefined ? null : sql`now()`}, user_id = ${userId ?? null}
    where id = ${id} and version = ${version} and state = any(${from})
    returning email, name`.execute(tx)
  return rows[0]
}

/** Replaces a Discord account that was proved before. False if the application waits no more. */
export async function saveDiscord(tx: Tx, id: number, { discordId, username, displayName }: DiscordUser): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update registrations r set discord_id = ${discordId}, discord_username = ${username},
    discord_display_name = ${displayName}, discord_proved_at = now(), changed_at = now() where id = ${id} and ${isWaiting}`.execute(tx)
  return numAffectedRows > 0n
}

export const insertMessage = (tx: Tx, registration_id: number, text: string, user_id: number | null) =>
  tx.insertInto('registration_messages').values({ registration_id, text, user_id }).execute()

export async function countMessages(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from registration_messages where registration_id = ${id}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Withdraws an application that waits: deletes its answers, messages and tokens, and keeps the name and address. Deletes one that nobody confirmed. */
export async function withdraw(tx: Tx, id: number): Promise<boolean> {
  const deleted = await sql`delete from registrations where id = ${id} and state = 'unconfirmed'`.execute(tx)
  if ((deleted.numAffectedRows ?? 0n) > 0n) return true
  const { numAffectedRows = 0n } = await sql`update registrations r set state = 'withdrawn', version = version + 1, changed_at = now(),
    password_hash = null, fields = '{}', discord_id = null, discord_username = null, discord_display_name = null, discord_proved_at = null
    where id = ${id} and ${isWaiting}`.execute(tx)
  if (numAffectedRows === 0n) return false
  await tx.deleteFrom('registration_messages').where('registration_id', '=', id).execute()
  await tx.deleteFrom('registration_tokens').where('registration_id', '=', id).execute()
  return true
}

export const countOpen = sql<{ count: number }>`select count(*)::integer as count from registrations where state = 'open'`

export async function prune(db: Db, days: number): Promise<void> {
  await sql`delete from registrations where changed_at < now() - make_interval(days => ${days})`.execute(db)
  await sql`delete from registrations r where state = 'unconfirmed'
    and not exists (select from registration_confirmations c where c.registration_id = r.id and c.expires_at > now())`.execute(db)
  await sql`delete from registration_tokens where expires_at < now()`.execute(db)
}
