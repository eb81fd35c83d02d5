import pg from 'pg'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { hashSecret, newToken } from '../server/src/platform/auth/secrets.ts'
import { startBenchPortal, WEB_KEY } from './lib/portal.ts'

/** `node bench/lookup.ts 100000` for fewer. */
const SIZE = Number(process.argv[2] ?? 1_000_000)
const BATCH = 50_000
const SAMPLES = 4000

// The portal with its characters and vehicles, and an officer on duty who may search as often as the benchmark likes.
const lifted = Number.MAX_SAFE_INTEGER
const portal = await startBenchPortal({ lookupLimits: { searchesASecond: lifted, lookupsAnHour: lifted } })
const { db, url } = portal.database
const token = await putOfficerOnDuty()
const before = memory()
const seconds = await populate()
const { names, plates } = await sample()

process.on('message', (message) => {
  if (message === 'sizes') void sizes().then((found) => process.send?.(found))
})
process.on('disconnect', () => void portal.close().then(() => process.exit(0)))
process.send?.({ url: portal.url, token, size: SIZE, seconds, names, plates })

async function putOfficerOnDuty(): Promise<string> {
  const account = { name: 'The officer', emailAddress: 'officer@example.com', password: newToken() }
  const userId = await db
    .transaction()
    .execute((tx) => createUser(tx, {}, { ...account, departments: [{ name: 'LSPD', isPrimary: true }] }))
  const secret = newToken()
  const expires_at = new Date(Date.now() + 86_400_000)
  await db
    .insertInto('sessions')
    .values({ user_id: userId, token_hash: hashSecret(secret), address: '127.0.0.1', user_agent: 'bench', expires_at })
    .execute()
  const headers = { 'x-api-key': WEB_KEY, authorization: `Bearer ${secret}` }
  const payload = { serverId: 1, departmentId: 2, identifier: '4L12' }
  const response = await portal.app.http.inject({ method: 'POST', url: '/api/patrol/unit/save', headers, payload })
  if (response.statusCode !== 200) throw new Error(response.body)
  return secret
}

/**
 * About 2,000 first and 20,000 last names made of syllables, a few of them very common and most rare, as real ones are: the n-th is 1/n as
 * common as the first. Through the same triggers as the portal's own changes. Returns how long the characters and the vehicles took.
 */
async function populate(): Promise<{ characters: number; vehicles: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select setseed(0.4)')
  await client.query(
    `create temp table sounds as select array_agg(o || v || c order by random()) as s
      from unnest(string_to_array('b c d f g h j k l m n p r s t v w z br ch dr gr sh st th tr', ' ')) o,
        unnest(string_to_array('a e i o u ai ea io', ' ')) v, unnest(string_to_array(',,,l,m,n,r,s,t,ck,nd', ',')) c`,
  )
  const syllable = 's[1 + floor(random() * 2288)::int]'
  await client.query(
    `create temp table firsts as select row_number() over () as n, initcap(name) as name
      from (select distinct on (name) name from (
        select ${syllable} || case when i % 2 = 0 then ${syllable} else '' end as name from sounds, generate_series(1, 2600) i) made
        order by name) distinct_names order by random() limit 2000`,
  )
  await client.query(
    `create temp table lasts as select row_number() over () as n, initcap(name) as name
      from (select distinct on (name) name from (
        select ${syllable} || ${syllable} || case when i % 4 = 0 then ${syllable} else '' end as name from sounds, generate_series(1, 20500) i) made
        order by name) distinct_names order by random() limit 20000`,
  )
  for (const table of ['firsts', 'lasts']) await client.query(`create unique index on ${table} (n)`)
  const started = performance.now()
  for (let from = 1; from <= SIZE; from += BATCH) {
    await client.query(
      `insert into characters (name, born_on, phone, origin)
        select f.name || ' ' || l.name, date '1950-01-01' + (i * 7919 % 20000)::int, '555' || lpad((i * 48271 % 10000000)::text, 7, '0'), 'import'
        from (select i, floor(power(2000, random()))::int as first, floor(power(20000, random()))::int as last
          from generate_series($1::bigint, $2::bigint) i offset 0) made
        join firsts f on f.n = made.first join lasts l on l.n = made.last`,
      [from, Math.min(from + BATCH, SIZE + 1) - 1],
    )
  }
  const middle = performance.now()
  // Two digits, three letters, three digits: one in 1,758 of all there are.
  await client.query(
    `insert into vehicles (character_id, plate, vin, model, colour, registered_until, insured_until, origin)
      select c.id, lpad((p / 17576000)::text, 2, '0') || chr(65 + (p / 676000 % 26)::int) || chr(65 + (p / 26000 % 26)::int) ||
          chr(65 + (p / 1000 % 26)::int) || lpad((p % 1000)::text, 3, '0'),
        'VIN' || lpad(to_hex(c.id * 2654435761), 14, '0'), 'Sultan', 'Silver', now(), now(), 'import'
      from (select id, id::bigint * 1103515245 % 1757600000 as p from characters) c`,
  )
  const ended = performance.now()
  await client.query('vacuum analyze')
  await client.end()
  return { characters: (middle - started) / 1000, vehicles: (ended - middle) / 1000 }
}

/** Any of them, so that common names are searched for as often as they occur. */
async function sample(): Promise<{ names: string[]; plates: string[] }> {
  const read = async (text: string) => (await portal.database.pool.query<{ text: string }>(text)).rows.map((row) => row.text)
  const any = `id in (select 1 + floor(random() * ${SIZE})::int from generate_series(1, ${SAMPLES}))`
  return {
    names: await read(`select name as text from characters where ${any} order by random()`),
    plates: await read(`select plate as text from vehicles where ${any} order by random()`),
  }
}

async function sizes() {
  const { rows } = await portal.database.pool.query<{ name: string; bytes: number }>(
    `select c.relname as name, pg_relation_size(c.oid) as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'i') and (c.relname ~ '^(name_words|name_variants|characters|vehicles)')
      and pg_relation_size(c.oid) > 100000 order by bytes desc`,
  )
  return { relations: rows, before, after: memory() }
}

function memory(): number {
  return process.memoryUsage().rss / 1_000_000
}
