-- A restore is an entry of the sealed history that is about no warrant.
alter table warrant_entries alter column warrant_id drop not null, alter column step drop not null;
alter table warrant_entries add constraint warrant_entries_of_a_warrant check ((warrant_id is null) = (step is null));

-- Mails and messages for game servers that a restore found under way, until a person decides on them.
alter table mails add column held_at timestamptz;
alter table penalty_messages add column held_at timestamptz;

-- Backups that were restored into this database.
create table restores (
  id integer generated always as identity primary key,
  at timestamptz not null default now(),
  made_at timestamptz not null,
  version text not null,
  -- The schema that has what was there before; null if nothing was.
  set_aside text,
  -- Whether it was known who lost access since the backup, and what they lost again with the restore.
  had_list boolean not null,
  withdrawn jsonb not null default '[]',
  seen_at timestamptz,
  seen_by integer references users (id) on delete set null
);
create index restores_seen_by on restores (seen_by);
