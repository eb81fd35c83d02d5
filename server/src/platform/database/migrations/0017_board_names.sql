-- Boards show members by name: who watches one where a member is shown takes it anew when that member has another name. A board that is
-- being changed at this moment is left out: whoever changes it advances its number, and waiting for them could be waiting for each other.
create function advance_boards_of_user() returns trigger language plpgsql as $$
begin
  update streams set seq = seq + 1 where key in (
    select key from streams where key in (
      select 'board:' || server_id from units where user_id = new.id and status <> 1
      union select 'board:' || server_id from calls where created_by = new.id and status <> 'cleared')
    for no key update skip locked);
  return null;
end $$;
create trigger users_name_on_boards after update of name on users for each row
  when (old.name is distinct from new.name) execute function advance_boards_of_user();
