-- The value that stands in the file where a problem is; null for problems that were stored before.
alter table import_problems add column found text;

-- The records that an import added, for as long as it can be undone. The kind of the import says what they are.
create table import_added (
  import_id integer not null references imports (id) on delete cascade,
  record_id integer not null,
  primary key (import_id, record_id)
);

alter table imports
  add column undone_at timestamptz,
  add column undone_by integer references users (id),
  -- How many of the added records undoing removed and kept, and the first of the kept ones with the reason.
  add column removed integer not null default 0,
  add column kept integer not null default 0,
  add column kept_records jsonb not null default '[]';
