-- What administrators say of their servers, and keys for screens in the game.

alter table servers
  -- Where players connect to: a host with its port, or a cfx.re link.
  add column address text,
  -- What the server was registered with; its bridge knows better once it has connected.
  add column max_players integer check (max_players > 0);

alter table api_keys
  drop constraint api_keys_kind_check,
  add constraint api_keys_kind_check check (kind in ('web', 'server', 'integration', 'display')),
  add constraint api_keys_display_has_server check (kind <> 'display' or server_id is not null),
  -- To the minute, and only of keys that belong to a server.
  add column last_used_at timestamptz;

-- Nobody goes on duty on a server that is retired: whoever retires it holds its row, and this waits for them.
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
