-- Whole seconds from one instant to another, each cut to its second: so the parts of a time add up to the whole of it.
create function seconds_between(since timestamptz, until timestamptz) returns bigint
  language sql immutable parallel safe
  return date_part('epoch', date_bin('1 second', until, '2000-01-01 00:00:00+00')
    - date_bin('1 second', since, '2000-01-01 00:00:00+00'))::bigint;

-- How much of a time lies within another, in seconds.
create function overlap_seconds(started_at timestamptz, ended_at timestamptz, since timestamptz, until timestamptz) returns integer
  language sql immutable parallel safe
  return greatest(0, seconds_between(greatest(started_at, since), least(ended_at, until)))::integer;

-- The calls that a member worked on a server in a period: was sent to, sent others to, took, or cleared. Calling 911 is not work.
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

-- How many calls a member worked on a server in a period.
create function count_calls(member integer, server integer, since timestamptz, until timestamptz) returns integer
  language sql stable parallel safe
  return (select count(*)::integer from calls_worked(member, server, since, until));

-- The time that counts, as what is added and what is taken off again: every total of hours is a sum over this view of
-- sign * overlap_seconds(...). A patrol that is under way counts up to now. The calls of a patrol that is not settled are counted on demand.
create view counted_time as
  select p.id as patrol_id, p.user_id, p.department_id, p.server_id, p.started_at, coalesce(p.ended_at, now()) as ended_at, p.is_long, 1 as sign,
    coalesce(p.calls, count_calls(p.user_id, p.server_id, p.started_at, coalesce(p.ended_at, now()))) as calls, p.seen_seconds,
    p.watched_seconds, false as is_flagged
  from patrols p
  union all
  select g.patrol_id, g.user_id, g.department_id, g.server_id, g.started_at, g.ended_at, g.is_long, -1, null, null, null, g.decided_at is null
  from patrol_gaps g where not g.is_counted;

-- The time that counts within a period, cut to it. Rows are found by their start, from a day before the period; the few longer ones are found
-- apart.
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
