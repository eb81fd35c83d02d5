-- A former member whose account is enabled again has returned, however it was enabled.
create function end_departure() returns trigger language plpgsql as $$
begin
  update departures set returned_at = now() where user_id = new.id and returned_at is null;
  return null;
end $$;
create trigger users_enabled_returned after update of disabled_at on users for each row
  when (old.disabled_at is not null and new.disabled_at is null) execute function end_departure();
