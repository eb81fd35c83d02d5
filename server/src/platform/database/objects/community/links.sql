-- A deleted account keeps no link: its Discord account may be linked to another one. A disabled account keeps its link, so that nobody gets around
-- being disabled.
create function unlink_deleted_account() returns trigger language plpgsql as $$
begin
  delete from discord_links where user_id = new.id;
  return null;
end $$;
create trigger users_deleted_unlinked after update of deleted_at on users for each row
  when (new.deleted_at is not null) execute function unlink_deleted_account();
