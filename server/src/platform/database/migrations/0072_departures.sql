-- A member who left or was let go, with what they had, for as long as they are away and afterwards as history.
create table departures (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  kind text not null check (kind in ('left', 'let-go')),
  reason text not null,
  had jsonb not null,
  by_id integer references users (id),
  at timestamptz not null default now(),
  returned_at timestamptz,
  returned_by integer references users (id)
);
create unique index departures_open on departures (user_id) where returned_at is null;
create index departures_listed on departures (at desc, id desc) where returned_at is null;

-- A former member who may not return. Lifted bars stay, without what they recognised the member by.
create table bars (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  reason text not null,
  barred_by integer not null references users (id),
  barred_at timestamptz not null default now(),
  lifted_by integer references users (id),
  lifted_at timestamptz,
  check ((lifted_by is null) = (lifted_at is null))
);
create unique index bars_open on bars (user_id) where lifted_at is null;

create table bar_identifiers (
  bar_id integer not null references bars (id) on delete cascade,
  kind text not null check (kind in ('email', 'steam', 'discord', 'license')),
  value text not null,
  primary key (kind, value, bar_id)
);
create index bar_identifiers_bar on bar_identifiers (bar_id);

-- The licenses of the game that members were seen to play with.
create table player_licenses (
  user_id integer not null references users (id) on delete cascade,
  license text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, license)
);
