-- A role whose holders may sign warrants, whatever its group.
alter table roles add column signs_warrants boolean not null default false;

-- Ids and numbers are drawn, not counted, so that a gap tells nobody of a warrant that they are not shown.
create table warrants (
  id integer primary key check (id > 0),
  type text not null check (type in ('arrest', 'search', 'bench')),
  state text not null check (state in ('submitted', 'review', 'returned', 'denied', 'active', 'served', 'recalled', 'expired')),
  year integer not null,
  number integer not null check (number > 0),
  writer_id integer not null references users (id),
  -- As they were then; empty and null for legal staff off duty.
  writer_identifier text not null,
  department_id integer references departments (id),
  server_id integer references servers (id),
  -- Of what was submitted last, with the names of then.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  subject_kind text not null check (subject_kind in ('person', 'vehicle', 'place')),
  character_id integer references characters (id),
  vehicle_id integer references vehicles (id),
  subject_name text not null,
  about text not null,
  call_id integer references calls (id),
  submissions integer not null default 1,
  -- The draft that it was submitted from first: what was looked up for that may be written later.
  draft_id integer unique,
  reviewer_id integer references users (id),
  is_ready boolean not null default false,
  signer_id integer references users (id),
  signed_at timestamptz,
  bail integer check (bail >= 0),
  expires_at timestamptz,
  is_confidential boolean not null default false,
  -- Why it was returned, denied or recalled.
  reason text not null default '',
  -- What the officer who served it wrote.
  served_return jsonb,
  created_at timestamptz not null default now(),
  submitted_at timestamptz not null default now(),
  -- Since when it is in its state.
  since timestamptz not null default now(),
  closed_at timestamptz,
  version integer not null default 1,
  unique (year, number),
  check ((subject_kind = 'person') = (character_id is not null)),
  check ((subject_kind = 'vehicle') = (vehicle_id is not null)),
  check (subject_kind = 'person' or type = 'search'),
  check (state <> 'review' or reviewer_id is not null),
  check (not is_ready or state = 'review'),
  check ((state in ('active', 'served', 'recalled', 'expired')) = (signed_at is not null and signer_id is not null and expires_at is not null)),
  check ((state in ('denied', 'served', 'recalled', 'expired')) = (closed_at is not null)),
  check ((state = 'served') = (served_return is not null)),
  check (not is_confidential or signed_at is not null),
  check (writer_id is distinct from signer_id)
);
create index warrants_by_state on warrants (state, since, id);
create index warrants_of_writer on warrants (writer_id, submitted_at desc, id);
create index warrants_of_person on warrants (character_id) where state = 'active' and character_id is not null;
create index warrants_of_vehicle on warrants (vehicle_id) where state = 'active' and vehicle_id is not null;
create index warrants_to_expire on warrants (expires_at) where state = 'active';
create index warrants_signed on warrants (signed_at desc, id) where state = 'active';
create index warrants_closed on warrants (closed_at, id) where closed_at is not null;
create index warrants_ended on warrants (expires_at, id) where closed_at is not null;
create index warrants_undecided on warrants (since, id) where signed_at is null and closed_at is null;
create index warrants_by_subject on warrants (lower(subject_name), id);
create index warrants_searched on warrants using gin (lower(subject_name || ' ' || about) gin_trgm_ops);

-- Who takes part in the review of a warrant, and so may know of it when it is confidential.
create table warrant_reviewers (
  warrant_id integer not null references warrants (id),
  user_id integer not null references users (id),
  primary key (warrant_id, user_id)
);
create index warrant_reviewers_of on warrant_reviewers (user_id);

-- Who is named to serve a confidential one.
create table warrant_servers (
  warrant_id integer not null references warrants (id),
  department_id integer references departments (id),
  user_id integer references users (id),
  check ((department_id is null) <> (user_id is null)),
  unique nulls not distinct (warrant_id, department_id, user_id)
);
create index warrant_servers_departments on warrant_servers (department_id) where department_id is not null;
create index warrant_servers_users on warrant_servers (user_id) where user_id is not null;

-- Reports that support what was submitted last.
create table warrant_reports (
  warrant_id integer not null references warrants (id),
  report_id integer not null references reports (id),
  primary key (warrant_id, report_id)
);

-- Who submitted it, where and under which number never changes; a warrant is never deleted; what has ended stays as it ended.
create function guard_warrant() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a warrant is never deleted';
  end if;
  if (old.id, old.year, old.number, old.writer_id, old.writer_identifier, old.department_id, old.server_id, old.draft_id, old.created_at)
    is distinct from
    (new.id, new.year, new.number, new.writer_id, new.writer_identifier, new.department_id, new.server_id, new.draft_id, new.created_at) then
    raise exception 'who wrote a warrant, where and under which number never changes';
  end if;
  if old.state in ('denied', 'served', 'recalled', 'expired') then
    raise exception 'a warrant that has ended never changes';
  end if;
  if old.state = 'active' and (new.state not in ('active', 'served', 'recalled', 'expired')
    or (old.type, old.content, old.signer_id, old.signed_at, old.bail, old.expires_at)
      is distinct from (new.type, new.content, new.signer_id, new.signed_at, new.bail, new.expires_at)) then
    raise exception 'what was signed never changes';
  end if;
  return new;
end $$;
create trigger warrants_guarded before update or delete on warrants for each row execute function guard_warrant();
create trigger warrants_kept before truncate on warrants for each statement execute function refuse_change();

-- The history of all warrants, one chain: each entry is sealed together with the seal of the one before, by a key that is not in the database.
create table warrant_entries (
  entry bigint primary key check (entry > 0),
  warrant_id integer not null references warrants (id),
  -- Of this warrant, from 1.
  step integer not null check (step > 0),
  by_user_id integer references users (id),
  at timestamptz not null,
  -- What happened, as JSON, to the letter: it is part of what is sealed.
  body text not null,
  -- Which key sealed it: not the key.
  key_id text not null,
  seal_before bytea not null,
  seal bytea not null,
  unique (warrant_id, step)
);
create trigger warrant_entries_append_only before update or delete or truncate on warrant_entries
  for each statement execute function refuse_change();

-- Its end: how many entries there are and the last seal, sealed themselves. Locked by whoever adds an entry.
create table warrant_chain (
  id integer primary key check (id = 1),
  entries bigint not null,
  last_seal bytea not null,
  key_id text not null,
  seal bytea not null
);

create table warrant_drafts (
  id integer generated always as identity primary key,
  -- The returned warrant that it changes.
  warrant_id integer unique references warrants (id),
  writer_id integer not null references users (id),
  writer_identifier text not null,
  department_id integer references departments (id),
  server_id integer references servers (id),
  -- As the contract takes it: ids, no names.
  content jsonb not null,
  -- 'From call 1042', 'From report A-2026-0388', or nothing.
  started_from text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  saved_at timestamptz not null default now()
);
create index warrant_drafts_of on warrant_drafts (writer_id, saved_at desc);

-- Legal staff looks up off duty too, for a warrant or a draft of one.
alter table lookups alter column department_id drop not null;
alter table lookups alter column server_id drop not null;
alter table lookups add column warrant_id integer;
alter table lookups add column warrant_draft_id integer;
alter table lookups drop constraint lookups_kind_check;
alter table lookups add constraint lookups_kind_check check (kind in ('search', 'lookup', 'patient', 'plate-read', 'report'));
alter table lookups add constraint lookups_for_something check
  (num_nonnulls(warrant_id, warrant_draft_id) = 0 and num_nonnulls(department_id, server_id) = 2 or num_nonnulls(warrant_id, warrant_draft_id) > 0);
create index lookups_warrant_idx on lookups (warrant_id, id desc) where warrant_id is not null;
create index lookups_warrants_idx on lookups (id desc) where warrant_id is not null or warrant_draft_id is not null;
create index lookups_draft_idx on lookups (warrant_draft_id) where warrant_draft_id is not null;
