-- Nobody goes on duty on a retired server. The lock waits for a transaction that is retiring it.
create function refuse_patrol_on_retired_server() returns trigger language plpgsql as $$
begin
  perform from servers where id = new.server_id and retired_at is null for key share;
  if not found then
    raise exception 'server % is not in use', new.server_id using errcode = 'check_violation', constraint = 'patrols_server_in_use';
  end if;
  return new;
end $$;
create trigger patrols_server_in_use before insert on patrols for each row
  when (new.ended_at is null) execute function refuse_patrol_on_retired_server();

-- A gap carries the member, department and server of its patrol, so that totals need no join.
create function copy_patrol_to_gap() returns trigger language plpgsql as $$
begin
  select p.user_id, p.department_id, p.server_id into new.user_id, new.department_id, new.server_id from patrols p where p.id = new.patrol_id;
  return new;
end $$;
create trigger patrol_gaps_copied before insert on patrol_gaps for each row execute function copy_patrol_to_gap();

-- The seconds in each status are computed when a patrol is settled, and forgotten when its times change.
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
