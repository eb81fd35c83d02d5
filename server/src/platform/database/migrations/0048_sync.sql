-- Removals of roles that were too many to go ahead without a person.
create table discord_runs (
  id integer generated always as identity primary key,
  guild_id text not null references discord_guilds (id) on delete cascade,
  state text not null default 'held' check (state in ('held', 'confirmed', 'cancelled')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by integer references users (id),
  check ((state = 'held') = (decided_at is null))
);
create unique index discord_runs_held on discord_runs (guild_id) where state = 'held';

-- The roles we gave, so that only those are taken away again. Written before Discord is asked: after a crash it is still known to be ours.
create table discord_ledger (
  guild_id text not null references discord_guilds (id) on delete cascade,
  discord_id text not null,
  role_id text not null references discord_roles (id) on delete cascade,
  -- theirs: entitled to it, but they had it before; it is not ours to take. held: to be taken once a person confirms.
  state text not null check (state in ('giving', 'given', 'theirs', 'held', 'taking')),
  -- Not given by us, and to be taken because someone asked for it: if it is not, it is theirs again.
  is_extra boolean not null default false,
  -- Why it could not be given or taken, in words.
  problem text not null default '',
  run_id integer references discord_runs (id),
  since timestamptz not null default now(),
  primary key (guild_id, discord_id, role_id),
  check ((state = 'held') = (run_id is not null))
);
create index discord_ledger_open on discord_ledger (guild_id, state) where state in ('giving', 'held', 'taking');
create index discord_ledger_of_run on discord_ledger (run_id) where run_id is not null;

-- The nicknames we set.
create table discord_nicknames (
  guild_id text not null references discord_guilds (id) on delete cascade,
  discord_id text not null,
  nickname text not null,
  state text not null check (state in ('setting', 'set')),
  -- Set by us, and so ours to take back.
  is_ours boolean not null default false,
  problem text not null default '',
  since timestamptz not null default now(),
  primary key (guild_id, discord_id)
);

-- What someone decided to leave as it is.
create table discord_kept (
  guild_id text not null references discord_guilds (id) on delete cascade,
  discord_id text not null,
  kind text not null,
  -- Empty where it is about no role.
  role_id text not null default '',
  kept_at timestamptz not null default now(),
  kept_by integer not null references users (id),
  primary key (guild_id, discord_id, kind, role_id)
);
