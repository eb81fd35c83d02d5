-- Ends the open link for the password of an account whose password or email address changes, or which is disabled or deleted: a link is for the
-- account as it was when the link was made.
create function end_password_link_of_user() returns trigger language plpgsql as $$
begin
  update password_links set ended_at = now() where user_id = new.id and used_at is null and ended_at is null;
  return null;
end $$;
create trigger users_password_link_ends after update on users for each row
  when (new.disabled_at is not null or new.deleted_at is not null or old.password_hash is distinct from new.password_hash
    or lower(old.email) is distinct from lower(new.email))
  execute function end_password_link_of_user();
