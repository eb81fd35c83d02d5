-- A new server has a board.
create function open_board() returns trigger language plpgsql as $$
begin
  insert into streams (key, seq) values ('board:' || new.id, 1);
  return null;
end $$;
create trigger servers_open_board after insert on servers for each row execute function open_board();

-- Boards show members by name: a member with a new name advances the boards they are on, so that these are fetched anew. A board that is locked
-- is left out: the transaction that holds it advances its number anyway, and waiting for it could be a deadlock.
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
