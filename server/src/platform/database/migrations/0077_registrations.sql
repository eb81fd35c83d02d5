-- Applications of people who have no account, until they are deleted.
create table registrations (
  id integer primary key generated always as identity,
  state text not null default 'open' check (state in ('open', 'asked', 'accepted', 'declined', 'withdrawn')),
  name text not null,
  email text not null,
  -- Hashed as accounts' are; null once the application was withdrawn.
  password_hash text,
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object'),
  conduct integer references conduct_versions (number),
  -- Where it was sent from.
  address text not null,
  applied_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  decided_by integer references users (id),
  decided_at timestamptz,
  user_id integer references users (id),
  version integer not null default 1,
  check ((state in ('accepted', 'declined')) = (decided_at is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((state = 'accepted') = (user_id is not null)),
  check ((state = 'withdrawn') = (password_hash is null))
);
create index registrations_email_idx on registrations (lower(email));
create index registrations_address_idx on registrations (address);
create index registrations_changed_at_idx on registrations (changed_at);
create index registrations_waiting_idx on registrations (state, applied_at) where state in ('open', 'asked');

-- Messages between staff and an applicant; without a user they are the applicant's.
create table registration_messages (
  id integer primary key generated always as identity,
  registration_id integer not null references registrations (id) on delete cascade,
  user_id integer references users (id),
  text text not null,
  at timestamptz not null default now()
);
create index registration_messages_registration_id_idx on registration_messages (registration_id);

-- Tokens that open one application and nothing else.
create table registration_tokens (
  token_hash bytea primary key,
  registration_id integer not null references registrations (id) on delete cascade,
  expires_at timestamptz not null
);
create index registration_tokens_registration_id_idx on registration_tokens (registration_id);

-- The questions to people who apply.
alter table record_fields drop constraint record_fields_of_check, add constraint record_fields_of_check
  check (of in ('character', 'vehicle', 'warning', 'citation', 'arrest', 'incident', 'patient', 'treatment', 'registration'));
