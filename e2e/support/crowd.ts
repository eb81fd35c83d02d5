import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Portal } from './portal.ts'

// They need department memberships, or they would be taken off duty.
const UNITS = `
  with made as (
    insert into users (email, name, password_hash)
    select 'crowd-' || $1::integer || '-' || n || '@example.com', 'Crowd ' || n, 'none' from generate_series(1, $2::integer) n
    returning id
  ), numbered as (
    select id, n, case when n % 5 = 0 then 6 else 2 end as department_id from (select id, row_number() over (order by id) as n from made) each
  ), posted as (
    insert into user_departments (user_id, department_id, is_primary) select id, department_id, true from numbered
  )
  insert into units (user_id, server_id, department_id, unit_class, identifier, type, status, status_since, on_duty_since)
  select id, $1::integer, department_id, case when n % 5 = 0 then 3 else 1 end, 'Q' || n, 1,
         3, now() - n * interval '7 seconds', now() - interval '2 hours'
  from numbered order by n returning user_id`

const CALLS = `
  insert into calls (server_id, call_type_id, priority, title, narrative, location, postal, caller, source, classes, created_at)
  select $1::integer, (select min(id) from call_types), 1 + n % 4, 'Crowded call ' || n, 'Written down by nobody', n || ' Alta St',
         (8000 + n)::text, '', 'dispatcher', '{1,3}', now() - n * interval '11 seconds'
  from generate_series(1, $2::integer) n`

/** Inserts units and calls directly into the database, before anyone opens the board. Returns the units' user ids. */
export async function crowd(
  portal: Portal,
  serverId: number,
  { units, calls }: { units: number; calls: number },
): Promise<readonly number[]> {
  const { url } = JSON.parse(readFileSync(join(portal.dataDir, 'postgres.json'), 'utf8')) as { url: string }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ user_id: number }>(UNITS, [serverId, units])
    await client.query(CALLS, [serverId, calls])
    return rows.map((row) => row.user_id)
  } finally {
    await client.end()
  }
}
