-- Files of people, vehicles and offences that admins import: checked first, written in batches.
create table imports (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('people', 'vehicles', 'offences')),
  format text not null check (format in ('csv', 'json')),
  file_name text not null,
  file_bytes integer not null,
  state text not null default 'checking' check (state in ('checking', 'ready', 'writing', 'done', 'cancelled', 'failed', 'discarded')),
  error text,
  version integer not null default 0,
  -- Who works on it: a run that finds another number was replaced by a later one and stops.
  attempt integer not null default 0,
  percent integer not null default 0,
  ignored_columns text[] not null default '{}',
  row_count integer not null default 0,
  to_add integer not null default 0,
  to_change integer not null default 0,
  unchanged integer not null default 0,
  problem_rows integer not null default 0,
  problems integer not null default 0,
  -- The last row that was written or left out; advanced in the transaction of each batch.
  position integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  uploaded_by integer not null references users (id),
  uploaded_at timestamptz not null default now(),
  started_by integer references users (id),
  started_at timestamptz,
  ended_at timestamptz,
  touched_at timestamptz not null default now()
);
-- One at a time.
create unique index imports_running_key on imports ((true)) where state in ('checking', 'writing');
create index imports_ready on imports (uploaded_at) where state = 'ready';

-- The file as it was sent, until it is checked.
create table import_chunks (
  import_id integer not null references imports (id) on delete cascade,
  nth integer not null,
  content bytea not null,
  primary key (import_id, nth)
);

-- What was read from it, until it is written: the fields that a row gives, validated.
create table import_rows (
  import_id integer not null references imports (id) on delete cascade,
  row integer not null,
  input jsonb not null,
  is_left_out boolean not null default false,
  primary key (import_id, row)
);

create table import_problems (
  id integer generated always as identity primary key,
  import_id integer not null references imports (id) on delete cascade,
  row integer not null,
  field text,
  message text not null
);
create index import_problems_of on import_problems (import_id, row, id);

-- A person is known by name and birth date where a file has no ids.
create index characters_name_born_idx on characters (lower(name), born_on) where removed_at is null;
create index characters_claimed_idx on characters (external_id) where merged_into_id is not null and external_id is not null;
