-- Nobody is given a department or rank that is retired; members of a department that is retired stay in it. The lock waits for a transaction that
-- is retiring it, and makes that one wait for us; renaming takes a weaker lock and waits for nobody. The error is the one of a missing department.
create function refuse_retired() returns trigger language plpgsql as $$
declare
  is_retired boolean;
begin
  if tg_op = 'INSERT' or new.department_id is distinct from old.department_id then
    select retired_at is not null into is_retired from departments where id = new.department_id for key share;
    -- An insert that finds the membership becomes an update of it.
    if is_retired and not exists (select from user_departments m where m.user_id = new.user_id and m.department_id = new.department_id) then
      raise exception 'department % is retired', new.department_id
        using errcode = 'foreign_key_violation', constraint = 'user_departments_department_id_fkey', table = 'user_departments';
    end if;
  end if;
  if new.rank_id is not null and (tg_op = 'INSERT' or new.rank_id is distinct from old.rank_id) then
    select retired_at is not null into is_retired from ranks where id = new.rank_id for key share;
    if is_retired then
      raise exception 'rank % is retired', new.rank_id
        using errcode = 'foreign_key_violation', constraint = 'user_departments_department_id_rank_id_fkey', table = 'user_departments';
    end if;
  end if;
  return new;
end $$;
create trigger user_departments_not_retired before insert or update on user_departments
  for each row execute function refuse_retired();

-- Every change of rank is written to the member's history, whatever caused it. A transaction that knows the author and the reason says so.
create function record_rank_change() returns trigger language plpgsql as $$
declare
  step integer := (select sort_order from ranks where id = new.rank_id) - (select sort_order from ranks where id = old.rank_id);
begin
  insert into rank_changes (user_id, department_id, from_rank_id, to_rank_id, kind, author_id, reason)
  values (new.user_id, new.department_id, old.rank_id, new.rank_id,
    case when step > 0 then 'promotion' when step < 0 then 'demotion' else 'change' end,
    nullif(current_setting('portal.rank_author', true), '')::integer,
    coalesce(nullif(current_setting('portal.rank_reason', true), ''), 'Changed with the account'));
  return null;
end $$;
create trigger user_departments_rank_recorded after update on user_departments for each row
  when (old.department_id = new.department_id and old.rank_id is distinct from new.rank_id)
  execute function record_rank_change();

-- Where Discord leads a department, its members and their ranks follow roles in Discord: only following them writes here, and whoever leaves the
-- community leaves every department. Accounts that are deleted or simulated are nobody's members.
create function refuse_hand_change() returns trigger language plpgsql as $$
declare
  department integer := case when tg_op = 'DELETE' then old.department_id else new.department_id end;
  member integer := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  if coalesce(current_setting('portal.follows_discord', true), '') in (department::text, 'leaving') then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and (new.department_id, new.rank_id) is not distinct from (old.department_id, old.rank_id) then return new; end if;
  -- An insert that finds the membership becomes an update of it.
  if tg_op = 'INSERT' and exists (select from user_departments m where m.user_id = member and m.department_id = department) then return new; end if;
  if exists (select from departments where id = department and leader = 'discord')
    and exists (select from users where id = member and deleted_at is null and not is_simulated) then
    raise exception 'Discord leads department %', department
      using errcode = 'integrity_constraint_violation', constraint = 'user_departments_led_by_discord', table = 'user_departments';
  end if;
  return coalesce(new, old);
end $$;
create trigger user_departments_led before insert or update or delete on user_departments
  for each row execute function refuse_hand_change();
