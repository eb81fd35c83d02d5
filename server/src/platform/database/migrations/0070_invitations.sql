-- Links by which people join. Only the hash of a code is kept. Rights are not: they are checked at each use against the member who answers for it.
create table invitations (
  id integer primary key generated always as identity,
  code_hash bytea not null unique,
  department_id integer references departments (id),
  rank_id integer,
  whitelists text[] not null default '{}' check (whitelists <@ array['prod', 'dev']),
  note text not null default '',
  places integer not null check (places between 1 and 500),
  used integer not null default 0 check (used between 0 and places),
  made_by integer not null references users (id),
  answered_by integer not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paused_because text,
  ended_by integer references users (id),
  ended_at timestamptz,
  foreign key (department_id, rank_id) references ranks (department_id, id),
  check (rank_id is null or department_id is not null),
  check ((ended_by is null) = (ended_at is null))
);

-- Who came by an invitation: each member once.
create table invitation_uses (
  invitation_id integer not null references invitations (id),
  user_id integer not null references users (id) on delete cascade,
  at timestamptz not null default now(),
  is_new boolean not null,
  primary key (invitation_id, user_id)
);
create index invitation_uses_user_id_idx on invitation_uses (user_id);
