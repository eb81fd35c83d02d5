-- The last number given for each kind and year. Taken in the transaction of the report, so that none is left out or given twice.
create table report_numbers (
  kind text not null,
  year integer not null,
  last integer not null,
  primary key (kind, year)
);

create table reports (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('warning', 'citation', 'arrest', 'incident', 'patient', 'treatment')),
  is_medical boolean not null generated always as (kind in ('patient', 'treatment')) stored,
  year integer not null,
  number integer not null,
  state text not null check (state in ('submitted', 'returned', 'final', 'voided')),
  -- Of a final report: a change of it that waits or was returned.
  amendment text check (amendment in ('submitted', 'returned')),
  -- The version that stands: the last one approved, before that the last one submitted.
  revision_id integer not null,
  -- The version that waits for approval.
  proposed_revision_id integer,
  writer_id integer not null references users (id),
  -- As they were then.
  writer_identifier text not null,
  department_id integer not null references departments (id),
  server_id integer not null references servers (id),
  -- Of the version that stands.
  subject_id integer references characters (id),
  call_id integer references calls (id),
  about text not null,
  fine integer not null check (fine >= 0),
  jail_minutes integer not null check (jail_minutes >= 0),
  points integer not null check (points >= 0),
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object'),
  created_at timestamptz not null default now(),
  -- When the version that waits, or the last one, was submitted.
  submitted_at timestamptz not null default now(),
  final_at timestamptz,
  voided_at timestamptz,
  version integer not null default 1,
  unique (kind, year, number),
  check (amendment is null or state = 'final'),
  check ((state = 'voided') = (voided_at is not null)),
  check (state <> 'final' or final_at is not null),
  check ((proposed_revision_id is not null) = (state = 'submitted' or coalesce(amendment = 'submitted', false)))
);
create index reports_by_service on reports (is_medical, id desc);
create index reports_by_kind on reports (kind, id desc);
create index reports_by_state on reports (is_medical, state, id desc);
create index reports_of_writer on reports (writer_id, id desc);
create index reports_of_department on reports (department_id, id desc);
create index reports_of_call on reports (call_id, id desc) where call_id is not null;
create index reports_of_subject on reports (subject_id, id desc) where subject_id is not null;
create index reports_counted on reports (subject_id, kind) where state = 'final';
create index reports_by_time on reports (created_at);
create index reports_waiting on reports (department_id, submitted_at, id) where proposed_revision_id is not null;
create index reports_returned on reports (writer_id, id desc) where state in ('submitted', 'returned') or amendment is not null;

-- Each version as it was submitted, with the names and wordings of then.
create table report_revisions (
  id integer generated always as identity primary key,
  report_id integer not null references reports (id) deferrable initially deferred,
  content jsonb not null,
  by_user_id integer not null references users (id),
  by_identifier text not null,
  reason text not null default '',
  at timestamptz not null default now()
);
create index report_revisions_of on report_revisions (report_id, id);
create trigger report_revisions_append_only before update or delete or truncate on report_revisions
  for each statement execute function refuse_change();
alter table reports
  add foreign key (revision_id) references report_revisions (id) deferrable initially deferred,
  add foreign key (proposed_revision_id) references report_revisions (id) deferrable initially deferred;

-- What happened to a report, as it was worded then.
create table report_events (
  id bigint generated always as identity primary key,
  report_id integer not null references reports (id),
  title text not null,
  text text not null default '',
  reason text not null default '',
  revision_id integer references report_revisions (id),
  by_user_id integer references users (id),
  by_identifier text not null default '',
  at timestamptz not null default now()
);
create index report_events_of on report_events (report_id, id desc);
create trigger report_events_append_only before update or delete or truncate on report_events
  for each statement execute function refuse_change();

-- A report is never deleted, and who wrote it, where and under which number never changes. Once final, what it imposes stays; voided is the end.
create function guard_report() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a report is never deleted';
  end if;
  if (old.kind, old.year, old.number, old.writer_id, old.writer_identifier, old.department_id, old.server_id, old.created_at)
    is distinct from
    (new.kind, new.year, new.number, new.writer_id, new.writer_identifier, new.department_id, new.server_id, new.created_at) then
    raise exception 'who wrote a report, where and under which number never changes';
  end if;
  if old.state = 'voided' then
    raise exception 'a voided report never changes';
  end if;
  if old.state = 'final' and (new.state not in ('final', 'voided')
    or (old.subject_id, old.fine, old.jail_minutes, old.points, old.final_at)
      is distinct from (new.subject_id, new.fine, new.jail_minutes, new.points, new.final_at)) then
    raise exception 'what a final report imposes never changes';
  end if;
  return new;
end $$;
create trigger reports_guarded before update or delete on reports for each row execute function guard_report();
create trigger reports_kept before truncate on reports for each statement execute function refuse_change();
create trigger reports_fields_added after insert on reports referencing new table as added
  for each statement execute function follow_new_fields();
create trigger reports_fields_changed after update on reports referencing old table as before new table as after
  for each statement execute function follow_changed_fields();

-- Whom and which vehicles the version that stands names, so that they are found. The subject is among them.
create table report_people (
  report_id integer not null references reports (id),
  character_id integer not null references characters (id),
  kind text not null,
  is_medical boolean not null generated always as (kind in ('patient', 'treatment')) stored,
  role text not null check (role in ('suspect', 'victim', 'witness', 'patient')),
  primary key (report_id, character_id)
);
create index report_people_of on report_people (character_id, is_medical, report_id desc) include (role);
create index report_people_of_kind on report_people (character_id, kind, report_id desc) include (role);
create table report_vehicles (
  report_id integer not null references reports (id),
  vehicle_id integer not null references vehicles (id),
  primary key (report_id, vehicle_id)
);
create index report_vehicles_of on report_vehicles (vehicle_id, report_id desc);

create table report_drafts (
  id integer generated always as identity primary key,
  -- The report that it changes.
  report_id integer unique references reports (id),
  kind text not null check (kind in ('warning', 'citation', 'arrest', 'incident', 'patient', 'treatment')),
  writer_id integer not null references users (id),
  writer_identifier text not null,
  department_id integer not null references departments (id),
  server_id integer not null references servers (id),
  -- As the contract takes it: ids, no names.
  content jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  saved_at timestamptz not null default now()
);
create index report_drafts_of on report_drafts (writer_id, saved_at desc);

-- Pictures of evidence: of a draft until it is submitted, then of its report.
create table report_pictures (
  id integer generated always as identity primary key,
  draft_id integer references report_drafts (id) on delete set null,
  report_id integer references reports (id),
  picture_id bigint not null references pictures (id),
  by_user_id integer not null references users (id),
  at timestamptz not null default now()
);
create index report_pictures_of_draft on report_pictures (draft_id) where draft_id is not null;
create index report_pictures_of_report on report_pictures (report_id) where report_id is not null;
create index report_pictures_picture on report_pictures (picture_id);
-- Evidence stays for good and is counted by the month, apart from the pictures that a member can replace.
alter table pictures add column is_evidence boolean not null default false;
create index pictures_of_evidence on pictures (owner_id, created_at) where is_evidence;
