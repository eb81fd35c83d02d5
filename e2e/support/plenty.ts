import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Portal } from './portal.ts'

const LONG = 'Everybody who rides along signs up in Discord first, wears the vest, and stays within sight of the member they ride with. '

/** The records of a member who has played for years. */
const STATEMENTS = [
  `insert into notices (user_id, title, text, path, created_at)
   select $1::integer, 'Commendation ' || n || ' by the Assistant Chief of Operations', repeat('${LONG}', 2), '/user/notices', now() - n * interval '7 hours'
   from generate_series(1, 30) n`,

  `insert into announcements (author_id, department_id, title, body, created_at)
   select (select min(id) from users), null, 'Division patrol number ' || n || ' on Saturday', repeat('${LONG}', 4), now() - n * interval '9 hours'
   from generate_series(1, 7) n`,

  `insert into patrols (user_id, department_id, server_id, started_at, ended_at, kind, calls, settled_at)
   select $1::integer, (array[2, 3, 4, 6, 7])[1 + n % 5], 1, now() - n * interval '2 days', now() - n * interval '2 days' + interval '100 minutes',
          case when n % 5 = 4 then 'civilian' else 'duty' end, n % 9, now()
   from generate_series(1, 180) n`,
  `insert into patrol_stretches (patrol_id, at, status, identifier)
   select id, started_at + s * interval '10 minutes', case when kind = 'duty' then 2 + s % 6 end, case when kind = 'duty' then '4L12' else '' end
   from patrols, generate_series(0, 5) s where user_id = $1::integer and (kind = 'duty' or s = 0)`,

  `insert into leaves (user_id, author_id, reason, starts_on, ends_on)
   select $1::integer, $1::integer, 'Exams, and the move to another town', community_today() - 30 * n, community_today() - 30 * n + 6 from generate_series(0, 8) n`,
  `insert into leave_requests (user_id, reason, starts_on, ends_on)
   select $1::integer, 'A holiday with the family', community_today() + 20 * n, community_today() + 20 * n + 6 from generate_series(1, 2) n`,

  `insert into discord_guilds (id, name, owner_id) values ('81', 'Community', '77') on conflict do nothing`,
  `insert into support_tickets (guild_id, channel_id, discord_id, opener_id, opener_name, subject, opened_at, last_message_at, message_count, state, closed_at)
   select '81', n::text, '77', case when n > 1 then $1::integer end, 'Member', 'A report of a collision on the Great Ocean Highway, number ' || n, now() - n * interval '1 day',
          now() - n * interval '20 hours', n, case when n > 3 then 'closed' else 'open' end, case when n > 3 then now() end
   from generate_series(1, 40) n`,

  `insert into vehicles (character_id, plate, model, vin, registered_until, insured_until)
   select id, 'PL' || id || n, 'Karin Sultan Classic', 'V' || id || n, community_today() + 90, community_today() + 90
   from characters, generate_series(1, 5) n where user_id = $1::integer`,
  `insert into weapons (character_id, serial, model)
   select id, 'S' || id || n, 'Combat Pistol' from characters, generate_series(1, 4) n where user_id = $1::integer`,
  `with made as (
     select nextval(pg_get_serial_sequence('report_revisions', 'id'))::integer as revision_id, id as subject_id, n
     from characters, generate_series(1, 9) n where user_id = $1::integer
   ), reported as (
     insert into reports (kind, year, number, state, final_at, revision_id, writer_id, writer_identifier, department_id, server_id, subject_id, about, fine, jail_minutes, points)
     select 'citation', 2026, 8000 + revision_id, 'final', now(), revision_id, (select min(id) from users), '4L12', 2, 1, subject_id, 'Speeding', 300, 0, 2 from made
     returning id, revision_id, subject_id
   ), revised as (
     insert into report_revisions (id, report_id, content, by_user_id, by_identifier)
     overriding system value select revision_id, id, $2::jsonb, (select min(id) from users), '4L12' from reported
   )
   insert into fines (report_id, character_id, department_id, amount, original_amount, state, paid_at)
   select id, subject_id, 2, 300, 300, case when revision_id % 2 = 0 then 'paid' else 'unpaid' end, case when revision_id % 2 = 0 then now() end from reported`,
  `insert into report_drafts (kind, writer_id, writer_identifier, department_id, server_id, content) values ('citation', $1::integer, '4L12', 2, 1, $2::jsonb)`,
  `with made as (select nextval(pg_get_serial_sequence('report_revisions', 'id'))::integer as revision_id, n from generate_series(1, 3) n), reported as (
     insert into reports (kind, year, number, state, revision_id, writer_id, writer_identifier, department_id, server_id, about, fine, jail_minutes, points)
     select 'citation', 2026, 9000 + revision_id, 'returned', revision_id, $1::integer, '4L12', 2, 1, '', 0, 0, 0 from made returning id, revision_id
   )
   insert into report_revisions (id, report_id, content, by_user_id, by_identifier)
   overriding system value select revision_id, id, $2::jsonb, $1::integer, '4L12' from reported`,
  `insert into licences (character_id, type, state)
   select id, type, 'applied' from characters, unnest(array['DRIVERS', 'CCW']) type where user_id = $1::integer`,
]

const CONTENT = {
  callId: null,
  callTitle: null,
  occurredAt: '2026-01-31T20:15:00.000Z',
  location: 'Legion Square',
  postal: '',
  subject: null,
  charges: [],
  narrative: LONG,
  people: [],
  vehicles: [],
  officers: [],
  evidence: [],
  medical: { complaint: '', findings: '', treatment: '', outcome: '', takenTo: '' },
  fields: {},
}

/** Gives a member who has characters many records of every kind, directly in the database. */
export async function givePlenty(portal: Portal, userId: number): Promise<void> {
  const { url } = JSON.parse(readFileSync(join(portal.dataDir, 'postgres.json'), 'utf8')) as { url: string }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of STATEMENTS) {
      const given = [userId, JSON.stringify(CONTENT)].slice(0, statement.includes('$2') ? 2 : statement.includes('$1') ? 1 : 0)
      await client.query(statement, given)
    }
  } finally {
    await client.end()
  }
}
