-- What final reports impose: one fine and one jail term each at most.
create table fines (
  id integer generated always as identity primary key,
  report_id integer not null unique references reports (id),
  character_id integer not null references characters (id),
  department_id integer not null references departments (id),
  original_amount integer not null check (original_amount > 0),
  amount integer not null,
  state text not null default 'unpaid' check (state in ('unpaid', 'paid', 'contested', 'dropped')),
  contest_reason text not null default '',
  contested_at timestamptz,
  decision text check (decision in ('upheld', 'reduced', 'dropped')),
  decision_reason text not null default '',
  decided_by integer references users (id),
  decided_at timestamptz,
  paid_at timestamptz,
  imposed_at timestamptz not null default now(),
  version integer not null default 1,
  check (amount between 0 and original_amount),
  -- One that was paid and then dropped, because its report was voided, is to be paid back.
  check (state <> 'paid' or paid_at is not null),
  check (paid_at is null or state in ('paid', 'dropped')),
  check ((decision is null) = (decided_at is null))
);
create index fines_of on fines (character_id, id desc);
create index fines_open on fines (character_id) where state in ('unpaid', 'contested');
create index fines_contested on fines (department_id, contested_at, id) where state = 'contested';

create table jail_terms (
  id integer generated always as identity primary key,
  report_id integer not null unique references reports (id),
  character_id integer not null references characters (id),
  server_id integer not null references servers (id),
  minutes integer not null check (minutes > 0),
  from_at timestamptz not null default now(),
  until_at timestamptz not null,
  released_at timestamptz,
  released_by integer references users (id),
  release_reason text,
  check ((released_at is null) = (release_reason is null))
);
create index jail_terms_on on jail_terms (server_id, until_at) where released_at is null;
create index jail_terms_of on jail_terms (character_id, until_at desc);

-- What game servers have to be told, until they say that they have it.
create table penalty_messages (
  id bigint generated always as identity primary key,
  server_id integer not null references servers (id),
  report_id integer not null references reports (id),
  payload jsonb not null,
  created_at timestamptz not null default now(),
  acknowledged_at timestamptz
);
create index penalty_messages_waiting on penalty_messages (server_id, id) where acknowledged_at is null;

-- Whether the suspension of now follows from points alone, so that it ends when they are withdrawn.
alter table licences add column is_suspended_for_points boolean not null default false;

-- Points that a report gave; withdrawn when it is voided.
alter table licence_points
  add column report_id integer references reports (id),
  add column withdrawn_at timestamptz;
create index licence_points_of_report on licence_points (report_id) where report_id is not null;
