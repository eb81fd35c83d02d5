-- A rank that changes is in the member's history, whoever changed it and by whatever way. Whoever knows the reason and the author says so
-- in the transaction.
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
