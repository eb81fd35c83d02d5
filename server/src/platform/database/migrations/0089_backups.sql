-- When backups are made, how many are kept, and where they go. The pass phrase and the key of the place are sealed.
create table backup_plan (
  id boolean primary key default true check (id),
  is_on boolean not null default false,
  -- Since when backups are expected.
  on_since timestamptz,
  hour smallint not null default 5 check (hour between 0 and 23),
  kept smallint not null default 14 check (kept between 1 and 365),
  folder text,
  s3 jsonb,
  s3_key bytea,
  pass_phrase bytea,
  version integer not null default 1,
  changed_at timestamptz,
  alarm text check (alarm in ('failed', 'missing', 'unproved')),
  check ((s3 is null) = (s3_key is null)),
  check (is_on = (on_since is not null))
);
insert into backup_plan (id) values (true);

-- Backups that are made, were made or failed. Their files are not in the database.
create table backups (
  id integer generated always as identity primary key,
  reason text not null check (reason in ('schedule', 'request', 'upgrade')),
  asked_by integer references users (id) on delete set null,
  state text not null default 'running' check (state in ('running', 'made', 'failed')),
  problem text not null default '',
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  version text not null,
  file text not null,
  folder text,
  is_in_s3 boolean not null default false,
  bytes bigint not null default 0,
  rows bigint not null default 0,
  proved_at timestamptz,
  proof_problem text not null default '',
  -- When the portal that makes or proves it last said so; null while nothing is done with it.
  beat_at timestamptz,
  progress jsonb,
  check ((state = 'running') = (ended_at is null))
);
-- Only one at a time is made or proved.
create unique index backups_at_work on backups ((true)) where beat_at is not null;
create index backups_asked_by on backups (asked_by);
