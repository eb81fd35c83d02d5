-- Codes that members type in the game, one each. The player who typed a code first is the only one whom it can link.
create table player_codes (
  user_id integer primary key references users (id) on delete cascade,
  code_hash bytea not null unique,
  expires_at timestamptz not null,
  server_id integer references servers (id) on delete cascade,
  player_name text,
  license text,
  license2 text,
  confirmed_here_at timestamptz,
  confirmed_in_game_at timestamptz,
  check ((server_id is null) = (license is null) and (server_id is null) = (player_name is null)),
  check (license is not null or (license2 is null and confirmed_here_at is null and confirmed_in_game_at is null))
);
create index player_codes_server on player_codes (server_id);
create index player_codes_license on player_codes (license);
