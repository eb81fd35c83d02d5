import Fastify from 'fastify'
import pg from 'pg'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { startBenchPortal } from './lib/portal.ts'

const USERS = 100_000
const PAGE = 25

// The portal with its members, and the baseline on the same pool: a bare route that reads as many rows by an index.
const portal = await startBenchPortal()
const { db, pool, url } = portal.database
await db
  .transaction()
  .execute((tx) =>
    createUser(tx, {}, { name: 'The admin', emailAddress: 'admin@example.com', password: 'correct horse battery', roles: ['Admin'] }),
  )
await populate()

const bare = Fastify()
bare.get('/users/:id', async (request) => {
  const { id } = request.params as { id: string }
  const text = 'select id, name, email, steam_id, created_at from users where id >= $1 order by id limit $2'
  const { rows } = await pool.query<Record<string, unknown>>({ name: 'bare', text, values: [Number(id), PAGE] })
  return rows
})
const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })

process.on(
  'disconnect',
  () =>
    void bare
      .close()
      .then(portal.close)
      .then(() => process.exit(0)),
)
process.send?.({ url: portal.url, bareUrl, users: USERS })

/** Names of two to five syllables, about as varied as real ones, each with a Steam hex and one or two departments. */
async function populate(): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Nobody is signed in who would need change notifications; without triggers this takes seconds.
  await client.query('set session_replication_role = replica')
  await client.query('select setseed(0.4)')
  await client.query(
    `with sounds as (select string_to_array('b c d f g h j k l m n p r s t v w z br ch dr gr sh st th tr', ' ') as onset,
        string_to_array('a e i o u ai ea io', ' ') as vowel, string_to_array(',,,l,m,n,r,s,t,ck,nd', ',') as coda),
      syllables as (select array_agg(o || v || c order by random()) as s from sounds, unnest(onset) o, unnest(vowel) v, unnest(coda) c),
      made as (select i, initcap(s[1 + floor(random() * 2288)::int] || case when i % 3 > 0 then s[1 + floor(random() * 2288)::int] else '' end) || ' ' ||
        initcap(s[1 + floor(random() * 2288)::int] || s[1 + floor(random() * 2288)::int] || case when i % 4 = 0 then s[1 + floor(random() * 2288)::int] else '' end) as name
        from syllables, generate_series(1, ${USERS}) i)
    insert into users (name, email, password_hash, steam_id, is_whitelisted, disabled_at, created_at, last_seen_at)
    select name, replace(lower(name), ' ', '.') || i || '@example.com', 'none', '11000010' || lpad(to_hex(i * 2654435761 % 268435456), 7, '0'), i % 3 = 0,
      case when i % 50 = 0 then now() end, now() - i * interval '1 minute', case when i % 4 <> 0 then now() - i * interval '17 seconds' end
    from made`,
  )
  await client.query(`insert into user_departments (user_id, department_id, rank_id, is_primary)
    select u.id, d, (select r.id from ranks r where r.department_id = d order by (r.id + u.id) % 7 limit 1), d = 2 + u.id % 6
    from users u cross join lateral unnest(array[2 + u.id % 6, 2 + (u.id + 1) % 6]) d where u.id % 2 = 0 or d = 2 + u.id % 6`)
  await client.query(`insert into user_roles (user_id, role_id) select id, 4 + id % 4 from users where id % 40 = 3 and name <> 'The admin'`)
  await client.query('vacuum analyze')
  await client.end()
}
