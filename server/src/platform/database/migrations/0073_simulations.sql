-- A simulated game: its server and those who play on it are marked, so that they count nowhere. Whoever plays on it is a deleted account from the
-- start, and stays one.
alter table servers add column is_simulated boolean not null default false;
alter table users
  add column is_simulated boolean not null default false,
  add constraint users_simulated_are_deleted check (not is_simulated or deleted_at is not null);

-- The simulated game that is running, and the node that runs it. A game that is ending is being removed, and goes last.
create table simulations (
  server_id integer primary key references servers (id) on delete cascade,
  started_by integer references users (id) on delete set null,
  started_at timestamptz not null default now(),
  is_ending boolean not null default false,
  runner uuid,
  runner_seen_at timestamptz
);
create unique index simulations_one on simulations ((true));
create index simulations_started_by_idx on simulations (started_by);
