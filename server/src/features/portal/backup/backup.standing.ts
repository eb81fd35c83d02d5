import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Withdrawn } from '@tenfour/contract'
import type pg from 'pg'
import { z } from 'zod'
import { readKept, writeKept } from '../../../platform/data-folder/kept-file.ts'
import { createSealer } from '../../../platform/secrets/sealer.ts'

/** Who has access, and to what: kept outside the database, so that a restore gives nothing back that was taken since the backup. */
export const Standing = z.object({
  at: z.iso.datetime(),
  users: z.array(
    z.object({
      id: z.int(),
      /** Tells the account from one with the same number in another community. */
      made: z.string(),
      isOff: z.boolean(),
      isDeleted: z.boolean(),
      roles: z.array(z.int()),
      permissions: z.array(z.string()),
      ranks: z.array(z.object({ departmentId: z.int(), sort: z.int().nullable() })),
      whitelists: z.array(z.boolean()),
    }),
  ),
  /** Valid ones. */
  keys: z.array(z.object({ id: z.int(), made: z.string() })),
  bars: z.array(
    z.object({
      userId: z.int(),
      barredBy: z.int(),
      reason: z.string(),
      identifiers: z.array(z.object({ kind: z.string(), value: z.string() })),
    }),
  ),
})
export type Standing = z.infer<typeof Standing> & {
  /** An account that the list does not count for. */
  readonly except?: number
}
type Query = Pick<pg.Client, 'query'>

const madeOf = (table: string) => `(extract(epoch from ${table}.created_at) * 1000000)::bigint::text`
const MADE_OF_USER = madeOf('u')

export async function readStanding(client: Query, at = new Date()): Promise<Standing> {
  const list = async (text: string) =>
    (await client.query<{ list: unknown }>(`select coalesce(json_agg(x), '[]') as list from (${text}) x`)).rows[0]?.list
  return Standing.parse({
    at: at.toISOString(),
    users: await list(`
      select u.id, ${MADE_OF_USER} as made, u.disabled_at is not null as "isOff", u.deleted_at is not null as "isDeleted",
        coalesce((select json_agg(r.role_id order by r.role_id) from user_roles r where r.user_id = u.id), '[]') as roles,
        coalesce((select json_agg(p.permission order by p.permission) from user_permissions p where p.user_id = u.id), '[]') as permissions,
        coalesce((select json_agg(json_build_object('departmentId', d.department_id, 'sort', k.sort_order) order by d.department_id)
          from user_departments d left join ranks k on k.id = d.rank_id where d.user_id = u.id), '[]') as ranks,
        json_build_array(u.is_whitelisted, u.is_whitelisted_dev) as whitelists
      from users u order by u.id`),
    keys: await list(`select id, ${madeOf('api_keys')} as made from api_keys where revoked_at is null order by id`),
    bars: await list(`
      select b.user_id as "userId", b.barred_by as "barredBy", b.reason,
        coalesce((select json_agg(json_build_object('kind', i.kind, 'value', i.value)) from bar_identifiers i where i.bar_id = b.id), '[]') as identifiers
      from bars b where b.lifted_at is null order by b.id`),
  })
}

const SEAL = 'standing'
export const standingFile = (dataDir: string): string => join(dataDir, 'standing')

/** Writes the file if something has changed since the last time; its time says until when it counts. It is sealed: it holds identifiers of people who are barred. */
export function createStandingKeeper(dataDir: string, secretsKey: string) {
  const sealer = createSealer(secretsKey)
  let known = ''
  return (standing: Standing): void => {
    const { at: _at, ...rest } = standing
    const text = JSON.stringify(rest)
    const file = standingFile(dataDir)
    const at = new Date(standing.at)
    if (text === known) return utimesSync(file, at, at)
    writeKept(file, `${sealer.seal(SEAL, JSON.stringify(standing)).toString('base64')}\n`)
    known = text
  }
}

/** Undefined where there is none, or none that this key opens. */
export function readKeptStanding(dataDir: string, secretsKeys: readonly (string | undefined)[]): Standing | undefined {
  const kept = readKept(standingFile(dataDir))
  if (kept === undefined) return undefined
  for (const key of secretsKeys) {
    const text = key === undefined ? undefined : createSealer(key).open(SEAL, Buffer.from(kept, 'base64'))
    if (text !== undefined) return { ...Standing.parse(JSON.parse(text)), at: statSync(standingFile(dataDir)).mtime.toISOString() }
  }
  return undefined
}

/** Whether the list is of the community in this database. */
export async function hasAccountOf(client: Query, { users }: Standing): Promise<boolean> {
  const { rows } = await client.query(
    `select from users u join jsonb_to_recordset($1::jsonb) as s (id integer, made text) on s.id = u.id and s.made = ${MADE_OF_USER} limit 1`,
    [JSON.stringify(users)],
  )
  return rows.length > 0
}

/**
 * Takes away what was taken after the backup, in the transaction of the restore. Nothing is given: what was given since the backup is as it was
 * then. Accounts are recognised by their number and when they were made.
 */
export async function applyStanding(client: Query, { users: all, keys, bars, except }: Standing): Promise<Withdrawn[]> {
  const users = all.filter(({ id }) => id !== except)
  const withdrawn: Withdrawn[] = []
  const take = async (kind: Withdrawn['kind'], text: string, values: readonly unknown[]) => {
    const { rows } = await client.query<{ userId: number | null; name: string }>(text, [...values])
    const known = new Set<number | null>()
    for (const { userId, name } of rows) {
      if (userId !== null && known.has(userId)) continue
      known.add(userId)
      withdrawn.push({ kind, userId, name })
    }
  }
  const known = `with known as (
      select u.id, u.name, s."isOff", s."isDeleted", s.roles, s.permissions, s.ranks, s.whitelists
      from jsonb_to_recordset($1::jsonb) as s (id integer, made text, "isOff" boolean, "isDeleted" boolean, roles jsonb, permissions jsonb,
        ranks jsonb, whitelists jsonb)
      join users u on u.id = s.id and s.made = ${MADE_OF_USER})`
  const given = [JSON.stringify(users)]
  await take(
    'deleted',
    `${known} update users u set deleted_at = coalesce(u.deleted_at, now()), disabled_at = coalesce(u.disabled_at, now()) from known k
    where u.id = k.id and k."isDeleted" and u.deleted_at is null returning u.id as "userId", u.name`,
    given,
  )
  await take(
    'disabled',
    `${known} update users u set disabled_at = now() from known k where u.id = k.id and k."isOff" and u.disabled_at is null
    returning u.id as "userId", u.name`,
    given,
  )
  await take(
    'roles',
    `${known} delete from user_roles r using known k where r.user_id = k.id and not k.roles @> to_jsonb(r.role_id)
    returning k.id as "userId", k.name`,
    given,
  )
  await take(
    'permissions',
    `${known} delete from user_permissions p using known k where p.user_id = k.id and not k.permissions @> to_jsonb(p.permission)
    returning k.id as "userId", k.name`,
    given,
  )
  await take(
    'departments',
    `${known} delete from user_departments d using known k where d.user_id = k.id
      and not exists (select from jsonb_array_elements(k.ranks) r where (r ->> 'departmentId')::integer = d.department_id)
    returning k.id as "userId", k.name`,
    given,
  )
  // The rank of today, or the highest below it where that is gone.
  await take(
    'rank',
    `${known} update user_departments d set rank_id = (select l.id from ranks l where l.department_id = d.department_id and l.retired_at is null
        and l.sort_order <= (r.value ->> 'sort')::integer order by l.sort_order desc limit 1)
    from known k, jsonb_array_elements(k.ranks) r, ranks had
    where d.user_id = k.id and (r.value ->> 'departmentId')::integer = d.department_id and had.id = d.rank_id
      and had.sort_order > coalesce((r.value ->> 'sort')::integer, -1)
    returning k.id as "userId", k.name`,
    given,
  )
  await take(
    'whitelist',
    `${known} update users u set is_whitelisted = u.is_whitelisted and (k.whitelists ->> 0)::boolean,
      is_whitelisted_dev = u.is_whitelisted_dev and (k.whitelists ->> 1)::boolean
    from known k where u.id = k.id and (u.is_whitelisted and not (k.whitelists ->> 0)::boolean
      or u.is_whitelisted_dev and not (k.whitelists ->> 1)::boolean) returning u.id as "userId", u.name`,
    given,
  )
  for (const { userId, barredBy, reason, identifiers } of bars.filter((bar) => bar.userId !== except)) {
    await take(
      'barred',
      `with b as (insert into bars (user_id, barred_by, reason) select u.id, w.id, $3 from users u, users w where u.id = $1 and w.id = $2
          and not exists (select from bars o where o.user_id = u.id and o.lifted_at is null) returning id, user_id),
        i as (insert into bar_identifiers (bar_id, kind, value)
          select b.id, x.kind, x.value from b, jsonb_to_recordset($4::jsonb) as x (kind text, value text))
      select u.id as "userId", u.name from b join users u on u.id = b.user_id`,
      [userId, barredBy, reason, JSON.stringify(identifiers)],
    )
  }
  // A key that was revoked or is gone. Keys that were issued after the list was kept are not in a backup that is older than the list.
  await take(
    'key',
    `update api_keys set revoked_at = now() where revoked_at is null and not exists (
      select from jsonb_to_recordset($1::jsonb) as s (id integer, made text) where s.id = api_keys.id and s.made = ${madeOf('api_keys')})
    returning null::integer as "userId", name`,
    [JSON.stringify(keys)],
  )
  return withdrawn
}
