-- Ends the request for another email address of an account whose password or email address changes, or which is disabled or deleted.
create function end_address_change_of_user() returns trigger language plpgsql as $$
begin
  delete from address_changes where user_id = new.id;
  return null;
end $$;
create trigger users_address_change_ends after update on users for each row
  when (new.disabled_at is not null or new.deleted_at is not null or old.password_hash is distinct from new.password_hash
    or lower(old.email) is distinct from lower(new.email))
  execute function end_address_change_of_user();
