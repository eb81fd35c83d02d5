-- Links with which a member sets a new password, once. Their codes are stored hashed only.
create table password_links (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  code_hash bytea not null unique,
  purpose text not null check (purpose in ('reset', 'welcome')),
  -- Null for an operator at the console.
  made_by integer references users (id),
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz
);
create index password_links_user_id_idx on password_links (user_id, id);
-- A new link ends the one before.
create unique index password_links_open on password_links (user_id) where used_at is null and ended_at is null;
