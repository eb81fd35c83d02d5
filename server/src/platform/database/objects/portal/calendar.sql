-- The first moment of a day in a time zone. Where summer time skips midnight the day begins after the gap; where midnight comes twice, with the
-- first. As the contract's `startOfDay`.
create function zone_midnight(day date, zone text) returns timestamptz language plpgsql stable parallel safe as $$
declare
  -- The time after the gap, or the second of two.
  late timestamptz := day::timestamp at time zone zone;
  before timestamptz := late - interval '3 hours';
  early timestamptz := (day::timestamp - ((before at time zone zone) - (before at time zone 'UTC'))) at time zone 'UTC';
begin
  return case when (early at time zone zone)::date = day then least(early, late) else late end;
end $$;

-- When a day of the community begins.
create function community_midnight(day date) returns timestamptz language plpgsql stable parallel safe as $$
declare
  applied calendar_zones;
begin
  select * into applied from calendar_zones z where z.first_day <= day order by z.first_day desc limit 1;
  return case when applied.first_day = day then applied.begins_at else greatest(applied.begins_at, zone_midnight(day, applied.zone)) end;
end $$;

-- The day of the community at a moment.
create function community_day(moment timestamptz) returns date language sql stable parallel safe
  return (
    select greatest(z.first_day, (moment at time zone z.zone)::date)
    from calendar_zones z where z.begins_at <= moment order by z.begins_at desc, z.first_day desc limit 1);

-- The day it is now for the community. In a condition, `(select community_today())` is asked once rather than for each row.
create function community_today() returns date language sql stable parallel safe
  return community_day(now());

-- Keeps the community's time zones in line with the setting. A change applies from the day after the latest Monday or first of a month on: all
-- that begin on that day or before keep their beginning, so no week or month that is over changes. Where nothing was counted by days yet,
-- the time zone applies to all days.
create function keep_calendar() returns trigger language plpgsql as $$
declare
  chosen text := case when tg_op = 'DELETE' then 'UTC' else new.value #>> '{}' end;
  kept date;
begin
  if not exists (select from pg_timezone_names where name = chosen) then
    raise exception 'the time zone "%" is not known', chosen using errcode = 'invalid_parameter_value';
  end if;
  if not exists (select from patrols) and not exists (select from leaves) then
    delete from calendar_zones;
    insert into calendar_zones (first_day, begins_at, zone) values ('-infinity', '-infinity', chosen);
    return null;
  end if;
  kept := greatest(date_trunc('week', community_today()::timestamp), date_trunc('month', community_today()::timestamp));
  insert into calendar_zones (first_day, begins_at, zone) values (kept, community_midnight(kept), chosen)
    on conflict (first_day) do update set zone = excluded.zone;
  return null;
end $$;

-- Whatever writes the setting, set-up, the settings page or SQL, changes the calendar with it.
create trigger settings_calendar_set after insert or update of value on settings for each row
  when (new.key = 'calendar.time-zone') execute function keep_calendar();

-- A reset is a change to UTC.
create trigger settings_calendar_reset after delete on settings for each row
  when (old.key = 'calendar.time-zone') execute function keep_calendar();
