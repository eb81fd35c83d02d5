import pg from 'pg'

const MEMBERS = 2000
const DAYS = 730
const STRETCHES = 10

/**
 * Members of the six departments with as many patrols each over two years, of half an hour to four hours; one in ten for the civilian department.
 * Each has ten stretches and three times of presence; one in sixteen has an absence. One in 2,000 was forgotten for longer than a day.
 */
export async function populate(url: string, patrols: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const members = Math.min(MEMBERS, patrols / 10)
  const each = patrols / members
  await client.query('set session_replication_role = replica')
  await client.query(`insert into users (id, name, email, password_hash)
    select 1000 + i, 'Member ' || i, 'member' || i || '@example.com', 'none' from generate_series(1, ${members}) i`)
  await client.query(`insert into user_departments (user_id, department_id, rank_id, is_primary)
    select 1000 + i, d.id, (select r.id from ranks r where r.department_id = d.id and r.retired_at is null order by (r.id * i) % 7 limit 1), n = 0
    from generate_series(1, ${members}) i cross join generate_series(0, 1) n
    join departments d on d.id = case when n = 0 then 2 + i % 5 else 7 end`)
  await client.query(
    `insert into patrol_quotas (department_id, rank_id, minutes) select id, null, 360 from departments where id between 2 and 6`,
  )
  await client.query(`insert into leaves (user_id, author_id, starts_on, ends_on, reason)
    select 1000 + i, 1001, community_today() - 10 + i % 20, community_today() - 5 + i % 20, 'Holidays' from generate_series(1, ${members}, 15) i`)
  // In the order of time, as they would have been written.
  await client.query(`insert into patrols (user_id, department_id, server_id, started_at, ended_at, kind, settled_at, calls,
      seen_seconds, idle_seconds, watched_seconds, status_seconds)
    select made.user_id, made.department_id, 1, made.started_at, made.started_at + made.seconds * interval '1 second',
      case when made.department_id = 7 then 'civilian' else 'duty' end, made.started_at + interval '2 days', made.calls,
      made.seconds * 9 / 10, made.seconds / 10, made.seconds,
      array[0, 0, 0, made.seconds * 4 / 10, made.seconds / 10, made.seconds * 2 / 10, made.seconds * 2 / 10, made.seconds / 10]
    from generate_series(0, ${each - 1}) k cross join generate_series(1, ${members}) i cross join lateral (
      select 1000 + i as user_id, case when k % 10 = 9 then 7 else 2 + i % 5 end as department_id, (k + i) % 12 as calls,
        date_trunc('second', now()) - interval '2 days' - interval '${DAYS} days'
          + (k * ${DAYS / each} + (i * 7919) % 10000 / 10000.0 * ${DAYS / each} / 3) * interval '1 day' as started_at,
        case when (k * ${members} + i) % 2000 = 0 then 100000 else 1800 + (k * 31 + i * 17) % 1260 * 10 end as seconds offset 0) made
    order by made.started_at`)
  await client.query(`insert into patrol_stretches (patrol_id, at, status, identifier)
    select p.id, p.started_at + j * (p.ended_at - p.started_at) / ${STRETCHES},
      case when p.kind = 'duty' then (array[3, 5, 6, 4, 3, 7, 3, 5, 6, 3])[j + 1] end, case when p.kind = 'duty' then '4L' || p.user_id % 100 else '' end
    from patrols p cross join generate_series(0, ${STRETCHES - 1}) j`)
  await client.query(`insert into presence (user_id, server_id, started_at, ended_at, state)
    select p.user_id, 1, p.started_at + j * (p.ended_at - p.started_at) * 0.3, p.started_at + (j + 1) * (p.ended_at - p.started_at) * 0.3,
      case j when 1 then 'idle' else 'moving' end
    from patrols p cross join generate_series(0, 2) j`)
  await client.query(`insert into server_watches (server_id, started_at, ended_at)
    select 1, at, at + interval '1 day' from generate_series(now() - interval '${DAYS + 3} days', now(), interval '1 day') at`)
  // Absences of the last month wait for a decision, half of the earlier ones were decided on.
  await client.query(`insert into patrol_gaps (patrol_id, user_id, department_id, server_id, started_at, ended_at, is_counted, decided_by, decided_at)
    select p.id, p.user_id, p.department_id, 1, p.started_at + interval '10 minutes', p.started_at + interval '13 minutes' + p.id % 13 * interval '1 minute', p.id % 3 = 0,
      case when p.is_decided then 1001 end, case when p.is_decided then p.ended_at end
    from (select id, user_id, department_id, started_at, ended_at, ended_at < now() - interval '30 days' and id % 2 = 0 as is_decided from patrols where id % 16 = 0) p`)
  await client.query(`insert into patrol_corrections (patrol_id, asked_by, asked_at, reason, counts_gaps, was_started_at, was_ended_at, state)
    select p.id, p.user_id, p.ended_at, 'The game crashed', true, p.started_at, p.ended_at, case when p.id % 1600 = 0 then 'asked' else 'withdrawn' end
    from patrols p where p.id % 160 = 0`)
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
  await client.end()
}
