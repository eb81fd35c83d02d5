import Fastify from 'fastify'
import pg from 'pg'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { hashSecret, newToken } from '../server/src/platform/auth/secrets.ts'
import { startBenchPortal, WEB_KEY } from './lib/portal.ts'

const WAITING = 100_000
const SETTLED = 100_000
const OF_ONE_PERSON = 2000
const CHARACTERS = 20_000
const WRITERS = 50
const PAGE = 25

// The portal with its reports and a sergeant on duty who approves them. The baseline is on the same pool: a bare route that reads as many
// rows by an index.
const lifted = Number.MAX_SAFE_INTEGER
const portal = await startBenchPortal({ lookupLimits: { searchesASecond: lifted, lookupsAnHour: lifted } })
const { db, pool, url } = portal.database
const { token, userId } = await putSergeantOnDuty()
await populate()

const bare = Fastify()
bare.get('/reports/:id', async (request) => {
  const { id } = request.params as { id: string }
  const text = 'select id, kind, year, number, state, about, submitted_at from reports where id <= $1 order by id desc limit $2'
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
const { rows: found } = await pool.query<{ id: number; name: string }>(
  "select id, name from characters where name like 'Person %' order by id limit 1",
)
process.send?.({ url: portal.url, bareUrl, token, reports: WAITING + SETTLED, person: found[0]?.id ?? 0 })

async function putSergeantOnDuty(): Promise<{ token: string; userId: number }> {
  await db
    .updateTable('ranks')
    .set({ capabilities: ['approveReports'] })
    .where('department_id', '=', 2)
    .where('name', '=', 'Sergeant')
    .execute()
  const account = { name: 'The sergeant', emailAddress: 'sergeant@example.com', password: newToken() }
  const departments = [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }]
  const id = await db.transaction().execute((tx) => createUser(tx, {}, { ...account, departments }))
  const secret = newToken()
  const expires_at = new Date(Date.now() + 86_400_000)
  await db
    .insertInto('sessions')
    .values({ user_id: id, token_hash: hashSecret(secret), address: '127.0.0.1', user_agent: 'bench', expires_at })
    .execute()
  const headers = { 'x-api-key': WEB_KEY, authorization: `Bearer ${secret}` }
  const payload = { serverId: 1, departmentId: 2, identifier: '4L12' }
  const response = await portal.app.http.inject({ method: 'POST', url: '/api/patrol/unit/save', headers, payload })
  if (response.statusCode !== 200) throw new Error(response.body)
  return { token: secret, userId: id }
}

/**
 * The reports that wait come after those that were decided, all in one department. The first character is the subject of 2,000, spread over
 * them; the others have ten each. One in forty of all was written by the sergeant, the rest by fifty others.
 */
async function populate(): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into users (name, email, password_hash)
    select 'Writer ' || i, 'writer' || i || '@example.com', 'none' from generate_series(1, ${WRITERS}) i`)
  await client.query(`insert into characters (name, born_on, origin)
    select 'Person ' || chr(65 + i / 676 % 26) || chr(97 + i / 26 % 26) || chr(97 + i % 26), date '1980-01-01' + i % 9000, 'import'
    from generate_series(1, ${CHARACTERS}) i`)
  // As many rows as a page, through the API.
  await client.query(
    `insert into bolos (server_id, kind, plate, name, words, match_key, description, reason, by_user_id, by_identifier, expires_at)
    select 1, 'vehicle', 'ABC' || i, '', '{}', 'ABC' || i, 'A vehicle that was seen', 'Stolen', $1, '4L12', now() + interval '1 day'
    from generate_series(1, ${PAGE}) i`,
    [userId],
  )
  // Revisions and reports refer to each other, and nothing has fields: without triggers this takes seconds.
  await client.query('set session_replication_role = replica')
  const total = WAITING + SETTLED
  const every = total / OF_ONE_PERSON
  const values = [userId]
  await client.query(
    `with least as (select min(id) as character_id from characters where name like 'Person %'),
      writers as (select min(id) as writer_id from users where name like 'Writer %')
    insert into reports (kind, year, number, state, revision_id, proposed_revision_id, writer_id, writer_identifier, department_id, server_id,
      subject_id, about, fine, jail_minutes, points, created_at, submitted_at, final_at, voided_at)
    select made.kind, 2026, i, made.state, i, case when made.state = 'submitted' then i end,
      case when i % 40 = 0 then $1::int else writer_id + i % ${WRITERS} end, '4L' || i % ${WRITERS}, 2, 1,
      character_id + case when i % ${every} = 0 then 0 else 1 + i % ${CHARACTERS - 1} end,
      'VC 22350 Unsafe speed, VC 12500 Driving without a licence', 300, 0, 2, made.at, made.at,
      case when made.state = 'final' then made.at end, case when made.state = 'voided' then made.at end
    from least, writers, generate_series(1, ${total}) i cross join lateral (
      select (array['warning', 'citation', 'arrest', 'incident'])[1 + i % 4] as kind,
        case when i > ${SETTLED} then 'submitted' when i % 50 = 3 then 'voided' when i % 50 = 7 then 'returned' else 'final' end as state,
        now() - make_interval(secs => (${total} - i) * 60) as at offset 0) made`,
    values,
  )
  await client.query(
    `insert into report_revisions (report_id, content, by_user_id, by_identifier)
    select r.id, jsonb_build_object('callId', null, 'callTitle', null, 'occurredAt', '2026-01-31T20:15:00.000Z', 'location', 'Legion Square',
      'postal', '', 'subject', jsonb_build_object('characterId', r.subject_id, 'name', 'Person', 'bornOn', null), 'charges', '[]'::jsonb,
      'narrative', repeat('The vehicle was stopped and its driver asked for a licence. ', 15), 'people', '[]'::jsonb, 'vehicles', '[]'::jsonb,
      'officers', '[]'::jsonb, 'evidence', '[]'::jsonb, 'fields', '{}'::jsonb,
      'medical', '{"complaint":"","findings":"","treatment":"","outcome":"","takenTo":""}'::jsonb), r.writer_id, r.writer_identifier
    from reports r order by r.id`,
  )
  await client.query(`insert into report_people (report_id, character_id, kind, role) select id, subject_id, kind, 'suspect' from reports`)
  await client.query(
    `insert into report_events (report_id, title, revision_id, by_user_id) select id, 'Submitted', id, writer_id from reports`,
  )
  await client.query(`insert into report_numbers (kind, year, last) select kind, year, max(number) from reports group by 1, 2`)
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
  await client.end()
}
