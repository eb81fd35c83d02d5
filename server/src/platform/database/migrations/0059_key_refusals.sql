-- What a limited key of a game server was refused: to act for a member with roles, permissions or capabilities. One row a key, which goes with the key.
create table key_refusals (
  key_id integer primary key references api_keys (id) on delete cascade,
  since timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- The message that was refused last.
  message text not null check (length(message) <= 60)
);
