-- Patrols that everyone can trust: never two at once, split into stretches, held against what the game server saw; corrections, quotas,
-- leave that is asked for, and the tracks that an evening is played back from.

alter table patrols
  -- 'civilian': in the game with a civilian department, and not on duty.
  add column kind text not null default 'duty' check (kind in ('duty', 'civilian')),
  -- It overlapped a later one and was cut where that one starts; the end it had is kept, empty if it had none.
  add column is_cut boolean not null default false,
  add column cut_ended_at timestamptz,
  -- When absences, calls and presence were worked out, shortly after its end.
  add column settled_at timestamptz,
  add column calls integer,
  -- In the game meanwhile, and of that without moving; empty where nobody looked. `watched` is the time in which somebody did.
  add column seen_seconds integer check (seen_seconds >= 0),
  add column idle_seconds integer check (idle_seconds >= 0),
  add column watched_seconds integer check (watched_seconds >= 0),
  -- Seconds in each status, written when it is settled: the first without one, then status 1 to 7. Empty while its stretches have to be asked.
  add column status_seconds integer[],
  add column version integer not null default 1,
  -- Few are: so a period is found by the start alone, from a day before it, and these besides.
  add column is_long boolean not null generated always as (ended_at is null or ended_at - started_at > interval '24 hours') stored;

with later as (
  select id, lead(started_at) over (partition by user_id order by started_at, id) as next from patrols where ended_at is distinct from started_at
)
update patrols p set is_cut = true, cut_ended_at = p.ended_at, ended_at = later.next
from later where later.id = p.id and later.next < coalesce(p.ended_at, 'infinity');
alter table patrols add constraint patrols_do_not_overlap
  exclude using gist (user_id with =, tstzrange(started_at, ended_at) with &&);

drop index patrols_user_id_idx, patrols_started_at_idx, patrols_department_id_idx, patrols_ended_at_idx;
-- Totals are read from these alone.
create index patrols_user_id_idx on patrols (user_id, started_at desc, id desc) include (ended_at, department_id, server_id, calls);
create index patrols_department_id_idx on patrols (department_id, started_at)
  include (id, user_id, ended_at, server_id, calls, seen_seconds, watched_seconds, status_seconds);
create index patrols_started_at_idx on patrols (started_at)
  include (id, user_id, ended_at, department_id, server_id, calls, seen_seconds, watched_seconds);
create index patrols_long_idx on patrols (started_at)
  include (id, user_id, ended_at, department_id, server_id, calls, seen_seconds, watched_seconds) where is_long;
create index patrols_unsettled_idx on patrols (ended_at) where settled_at is null and ended_at is not null;

-- A stretch lasts until the next, the last until the patrol ends; the first starts with it. So they are always the whole patrol.
alter table patrol_statuses rename to patrol_stretches;
alter table patrol_stretches rename constraint patrol_statuses_pkey to patrol_stretches_pkey;
alter table patrol_stretches rename constraint patrol_statuses_status_check to patrol_stretches_status_check;
alter table patrol_stretches
  -- Empty where none was recorded, and on civilian patrols.
  alter column status drop not null,
  add column beat_id integer references beats (id),
  add column identifier text not null default '';
create index patrol_stretches_beat_id_idx on patrol_stretches (beat_id) where beat_id is not null;
delete from patrol_stretches s using patrols p where p.id = s.patrol_id and s.at > p.started_at and s.at >= p.ended_at;
update patrol_stretches s set at = p.started_at from patrols p where p.id = s.patrol_id and s.at < p.started_at
  and s.at = (select max(o.at) from patrol_stretches o where o.patrol_id = p.id and o.at <= p.started_at);
delete from patrol_stretches s using patrols p where p.id = s.patrol_id and s.at < p.started_at;
insert into patrol_stretches (patrol_id, at, status) select id, started_at, null from patrols on conflict do nothing;

-- What the game servers saw of members. The end moves on while they are there, so after a crash it is the last sign of life.
create table presence (
  user_id integer not null references users (id) on delete cascade,
  server_id integer not null references servers (id),
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  state text not null check (state in ('moving', 'idle')),
  primary key (user_id, server_id, started_at)
);
-- With the start, so that what was seen during an old patrol is found without reading everything since.
create index presence_user_id_idx on presence (user_id, ended_at desc, started_at);
create index presence_server_id_idx on presence (server_id);
-- When a game server was connected, and so could see anyone.
create table server_watches (
  server_id integer not null references servers (id),
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  primary key (server_id, started_at)
);

-- Time without presence while the game server looked. Counted or not, it stays.
create table patrol_gaps (
  id bigint generated by default as identity primary key,
  patrol_id bigint not null references patrols (id) on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at > started_at),
  -- Copied from the patrol, which never changes them, so that totals need not look it up.
  user_id integer not null default 0,
  department_id integer not null default 0,
  server_id integer not null default 0,
  is_long boolean not null generated always as (ended_at - started_at > interval '24 hours') stored,
  is_counted boolean not null,
  -- Empty while only the rule has decided.
  decided_by integer references users (id),
  decided_at timestamptz,
  note text not null default '' check (length(note) <= 500),
  check ((decided_by is null) = (decided_at is null)),
  exclude using gist (patrol_id with =, tstzrange(started_at, ended_at) with &&)
);
create index patrol_gaps_patrol_id_idx on patrol_gaps (patrol_id) include (started_at, ended_at, is_counted, decided_at);
create index patrol_gaps_left_out_idx on patrol_gaps (started_at) include (patrol_id, user_id, department_id, ended_at, decided_at)
  where not is_counted;
create index patrol_gaps_user_id_idx on patrol_gaps (user_id, started_at) include (patrol_id, department_id, ended_at, decided_at)
  where not is_counted;
create index patrol_gaps_long_idx on patrol_gaps (started_at) where is_long and not is_counted;
create function copy_patrol_to_gap() returns trigger language plpgsql as $$
begin
  select p.user_id, p.department_id, p.server_id into new.user_id, new.department_id, new.server_id from patrols p where p.id = new.patrol_id;
  return new;
end $$;
create trigger patrol_gaps_copied before insert on patrol_gaps for each row execute function copy_patrol_to_gap();
create index patrol_gaps_waiting_idx on patrol_gaps (patrol_id) include (user_id, department_id, started_at, ended_at)
  where not is_counted and decided_at is null;
create index patrol_gaps_decided_by_idx on patrol_gaps (decided_by) where decided_by is not null;

-- Whole seconds from one instant to another, each cut to its second: so the parts of a time add up to the whole of it.
create function seconds_between(since timestamptz, until timestamptz) returns bigint
  language sql immutable parallel safe
  return date_part('epoch', date_bin('1 second', until, '2000-01-01 00:00:00+00')
    - date_bin('1 second', since, '2000-01-01 00:00:00+00'))::bigint;
-- How much of a time lies within another, in seconds.
create function overlap_seconds(started_at timestamptz, ended_at timestamptz, since timestamptz, until timestamptz) returns integer
  language sql immutable parallel safe
  return greatest(0, seconds_between(greatest(started_at, since), least(ended_at, until)))::integer;

-- The calls a member worked in that time: was on, created, cleared or sent units to; calling 911 is no work. From when they were sent to it,
-- or else first had to do with it, until they or the call were cleared, which is null if it was not within that time. Found from the member, so
-- that a busy server costs no more.
create index call_units_assigned_at_idx on call_units (user_id, assigned_at);
create index call_units_assigned_by_idx on call_units (assigned_by, assigned_at) where assigned_by is not null;
drop index calls_created_by_idx;
create index calls_created_by_idx on calls (created_by, created_at);
create index calls_cleared_by_idx on calls (cleared_by, cleared_at) where cleared_by is not null;
create function calls_worked(member integer, server integer, since timestamptz, until timestamptz)
  returns table (call_id integer, started_at timestamptz, ended_at timestamptz)
  language sql stable parallel safe
begin atomic
  select c.id, coalesce(own.started_at, sent.at, made.at, c.cleared_at),
    case when done.at <= until then done.at end
  from (
    select u.call_id from call_units u where u.user_id = member and u.assigned_at between since and until
    union select u.call_id from call_units u where u.assigned_by = member and u.assigned_at between since and until
    union select w.id from calls w
      where w.created_by = member and w.created_at between since and until and w.source in ('officer', 'dispatcher')
    union select w.id from calls w where w.cleared_by = member and w.cleared_at between since and until
  ) x
  join calls c on c.id = x.call_id
  cross join lateral (
    select min(u.assigned_at) as started_at, case when bool_and(u.cleared_at is not null) then max(u.cleared_at) end as ended_at
    from call_units u where u.call_id = c.id and u.user_id = member and u.assigned_at between since and until
  ) own
  cross join lateral (
    select min(u.assigned_at) as at from call_units u where u.call_id = c.id and u.assigned_by = member and u.assigned_at between since and until
  ) sent
  cross join lateral (
    select case when c.created_by = member and c.created_at between since and until and c.source in ('officer', 'dispatcher')
      then c.created_at end as at
  ) made
  cross join lateral (select case when own.started_at is null then c.cleared_at else own.ended_at end as at) done
  where c.server_id = server;
end;

create function count_calls(member integer, server integer, since timestamptz, until timestamptz) returns integer
  language sql stable parallel safe
  return (select count(*)::integer from calls_worked(member, server, since, until));

-- The time that counts, as what is added and what is taken off again: every total of hours is a sum over this of
-- sign * overlap_seconds(...). One that is under way counts up to now. Until a patrol is settled its calls are counted when asked for.
create view counted_time as
  select p.id as patrol_id, p.user_id, p.department_id, p.server_id, p.started_at, coalesce(p.ended_at, now()) as ended_at, p.is_long, 1 as sign,
    coalesce(p.calls, count_calls(p.user_id, p.server_id, p.started_at, coalesce(p.ended_at, now()))) as calls, p.seen_seconds,
    p.watched_seconds, false as is_flagged
  from patrols p
  union all
  select g.patrol_id, g.user_id, g.department_id, g.server_id, g.started_at, g.ended_at, g.is_long, -1, null, null, null, g.decided_at is null
  from patrol_gaps g where not g.is_counted;

-- The same of a period, cut to it. Each is found by its start, from a day before the period, and the few longer ones besides.
create function counted_between(since timestamptz, until timestamptz)
  returns table (patrol_id bigint, user_id integer, department_id integer, started_at timestamptz, ended_at timestamptz, sign integer,
    seconds integer, calls integer, seen_seconds integer, watched_seconds integer, is_flagged boolean)
  language sql stable parallel safe
begin atomic
  select c.patrol_id, c.user_id, c.department_id, greatest(c.started_at, since), least(c.ended_at, until), c.sign,
    c.sign * overlap_seconds(c.started_at, c.ended_at, since, until), c.calls, c.seen_seconds, c.watched_seconds, c.is_flagged
  from counted_time c
  where c.started_at >= since - interval '24 hours' and c.started_at < until and c.ended_at > since
  union all
  select c.patrol_id, c.user_id, c.department_id, greatest(c.started_at, since), least(c.ended_at, until), c.sign,
    c.sign * overlap_seconds(c.started_at, c.ended_at, since, until), c.calls, c.seen_seconds, c.watched_seconds, c.is_flagged
  from counted_time c
  where c.is_long and c.started_at < since - interval '24 hours' and c.ended_at > since;
end;

-- Seconds in each status are known from the moment a patrol is settled, and not known again once its times change.
create function keep_status_seconds() returns trigger language plpgsql as $$
begin
  if new.settled_at is null or new.ended_at is null or new.settled_at is not distinct from old.settled_at then
    new.status_seconds := null;
  else
    select array_agg(coalesce(spent.seconds, 0) order by each.status) into new.status_seconds
    from generate_series(0, 7) each (status) left join (
      select coalesce(s.status, 0) as status, sum(overlap_seconds(s.at, s.next, new.started_at, new.ended_at))::integer as seconds
      from (select t.status, t.at, lead(t.at, 1, new.ended_at) over (order by t.at) as next from patrol_stretches t where t.patrol_id = new.id) s
      group by 1
    ) spent on spent.status = each.status;
  end if;
  return new;
end $$;
create trigger patrols_status_seconds before update of started_at, ended_at, settled_at on patrols for each row
  when (new.settled_at is not null or old.settled_at is not null) execute function keep_status_seconds();

create table patrol_corrections (
  id integer generated by default as identity primary key,
  patrol_id bigint not null references patrols (id) on delete cascade,
  asked_by integer not null references users (id) on delete cascade,
  asked_at timestamptz not null default now(),
  reason text not null check (length(reason) between 1 and 500),
  started_at timestamptz,
  ended_at timestamptz,
  counts_gaps boolean not null,
  was_started_at timestamptz not null,
  was_ended_at timestamptz not null,
  state text not null default 'asked' check (state in ('asked', 'accepted', 'declined', 'withdrawn')),
  decided_by integer references users (id),
  decided_at timestamptz,
  note text not null default '' check (length(note) <= 500),
  check ((state in ('accepted', 'declined')) = (decided_at is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (counts_gaps or started_at is not null or ended_at is not null)
);
create unique index patrol_corrections_one_asked on patrol_corrections (patrol_id) where state = 'asked';
create index patrol_corrections_patrol_id_idx on patrol_corrections (patrol_id, id desc);
create index patrol_corrections_asked_idx on patrol_corrections (id) where state = 'asked';
create index patrol_corrections_asked_by_idx on patrol_corrections (asked_by);
create index patrol_corrections_decided_by_idx on patrol_corrections (decided_by) where decided_by is not null;

-- Communications sit outside of the game.
alter table departments add column needs_presence boolean not null default true;
update departments set needs_presence = false where type in ('Comms', 'Other');
create table patrol_quotas (
  department_id integer not null references departments (id) on delete cascade,
  -- Empty for the department's own.
  rank_id integer,
  minutes integer not null check (minutes between 0 and 44640),
  unique nulls not distinct (department_id, rank_id),
  foreign key (department_id, rank_id) references ranks (department_id, id) on delete cascade
);

create table leave_requests (
  id integer generated by default as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  reason text not null check (length(reason) between 1 and 500),
  state text not null default 'asked' check (state in ('asked', 'granted', 'declined', 'withdrawn')),
  asked_at timestamptz not null default now(),
  decided_by integer references users (id),
  decided_at timestamptz,
  note text not null default '' check (length(note) <= 500),
  leave_id integer references leaves (id),
  check ((state in ('granted', 'declined')) = (decided_at is not null)),
  check ((decided_by is null) = (decided_at is null)),
  constraint leave_requests_do_not_overlap
    exclude using gist (user_id with =, daterange(starts_on, ends_on, '[]') with &&) where (state = 'asked')
);
create index leave_requests_user_id_idx on leave_requests (user_id, id desc);
create index leave_requests_asked_idx on leave_requests (id) where state = 'asked';
create index leave_requests_decided_idx on leave_requests (decided_at desc) where decided_at is not null;
create index leave_requests_decided_by_idx on leave_requests (decided_by) where decided_by is not null;
create index leave_requests_leave_id_idx on leave_requests (leave_id) where leave_id is not null;

-- Where units on duty went: a block is about a minute of one, as contract/src/game/tracks.ts writes it. Small already, so not compressed.
create table track_blocks (
  id bigint generated by default as identity primary key,
  server_id integer not null references servers (id),
  user_id integer not null references users (id) on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  data bytea not null
);
alter table track_blocks alter column data set storage external;
create index track_blocks_server_id_idx on track_blocks (server_id, started_at);
create index track_blocks_user_id_idx on track_blocks (user_id, started_at);
create index track_blocks_started_at_idx on track_blocks (started_at);

-- How much is stored, by ten minutes of when blocks begin, so that keeping to a size reads no block. With about what a row and its
-- entries in indexes take. Kept by triggers, so that it is right however blocks go.
create table track_totals (
  since timestamptz primary key,
  blocks integer not null,
  bytes bigint not null
);
create function track_block_totals() returns trigger language plpgsql as $$
begin
  insert into track_totals as t (since, blocks, bytes)
    select date_bin('10 minutes', started_at, 'epoch'), sign * count(*), sign * sum(octet_length(data) + 200)
    from changed, (values (case tg_op when 'INSERT' then 1 else -1 end)) as s (sign) group by 1, sign order by 1
    on conflict (since) do update set blocks = t.blocks + excluded.blocks, bytes = t.bytes + excluded.bytes;
  return null;
end $$;
create trigger track_blocks_added after insert on track_blocks referencing new table as changed
  for each statement execute function track_block_totals();
create trigger track_blocks_deleted after delete on track_blocks referencing old table as changed
  for each statement execute function track_block_totals();
