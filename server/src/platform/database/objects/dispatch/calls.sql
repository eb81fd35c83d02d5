-- At the end of each transaction a call is active exactly if a unit is on it.
create function check_call_units() returns trigger language plpgsql as $$
declare
  concerned integer := case when tg_table_name = 'calls' then (to_jsonb(new) ->> 'id')::integer else (to_jsonb(new) ->> 'call_id')::integer end;
begin
  if (select (status = 'active') from calls where id = concerned)
    <> exists (select from call_units where call_id = concerned and cleared_at is null) then
    raise exception 'call % is active exactly while a unit is on it', concerned
      using errcode = 'check_violation', constraint = 'calls_active_with_units';
  end if;
  return null;
end $$;
create constraint trigger calls_active_with_units after insert or update of status on calls
  deferrable initially deferred for each row execute function check_call_units();
create constraint trigger call_units_active_call after insert or update of cleared_at, call_id on call_units
  deferrable initially deferred for each row execute function check_call_units();
