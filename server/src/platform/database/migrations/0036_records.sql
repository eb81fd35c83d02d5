-- Plates, VINs and serial numbers are the same without regard to case, spaces and hyphens.
create function record_key(value text) returns text language sql immutable strict parallel safe as $$
  select upper(regexp_replace(value, '[\s-]', '', 'g'))
$$;

-- A character without a member was noted by an officer, imported or handed in by the game, and can be claimed.
alter table characters
  alter column user_id drop not null,
  add column born_on date,
  add column address text not null default '',
  add column postal text not null default '',
  add column description text not null default '',
  add column occupation text not null default '',
  add column phone text not null default '',
  add column phone_key text not null generated always as (regexp_replace(phone, '\D', '', 'g')) stored,
  add column medical_notes text not null default '',
  add column contacts text not null default '',
  add column picture_id bigint references pictures (id) on delete set null,
  add column deceased_at timestamptz,
  add column deceased_cause text,
  add column origin text not null default 'portal' check (origin in ('portal', 'officer', 'game', 'import')),
  -- What the game or the imported file calls it, so that handing it in again changes it.
  add column external_id text,
  -- The character that a noted one was claimed for; its record is read with that of the other.
  add column merged_into_id integer references characters (id),
  add column noted_by integer references users (id),
  add column created_at timestamptz not null default now(),
  add column removed_at timestamptz,
  add column version integer not null default 1,
  add check ((deceased_at is null) = (deceased_cause is null));
create index characters_phone_idx on characters (phone_key text_pattern_ops) where phone_key <> '' and removed_at is null;
create index characters_picture_idx on characters (picture_id) where picture_id is not null;
create index characters_merged_idx on characters (merged_into_id) where merged_into_id is not null;
create unique index characters_external_key on characters (external_id) where external_id is not null and removed_at is null;

-- Names it had before; lookups still find it by them.
create table character_names (
  id integer generated always as identity primary key,
  character_id integer not null references characters (id) on delete cascade,
  name text not null,
  until timestamptz not null default now()
);
create index character_names_of on character_names (character_id, id desc);

-- Which character a member plays where.
create table played_characters (
  user_id integer not null references users (id) on delete cascade,
  server_id integer not null references servers (id),
  character_id integer not null unique references characters (id) on delete cascade,
  since timestamptz not null default now(),
  primary key (user_id, server_id)
);

create table cautions (
  id integer generated always as identity primary key,
  character_id integer not null references characters (id) on delete cascade,
  text text not null,
  expires_at timestamptz,
  by_user_id integer not null references users (id),
  by_identifier text not null,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by integer references users (id)
);
create index cautions_of on cautions (character_id) where withdrawn_at is null;

create table vehicles (
  id integer generated always as identity primary key,
  -- Empty while it is only noted by an officer.
  character_id integer references characters (id),
  plate text not null,
  plate_key text not null generated always as (record_key(plate)) stored,
  vin text not null,
  vin_key text not null generated always as (record_key(vin)) stored,
  model text not null,
  colour text not null default '',
  registered_until date,
  insured_until date,
  stolen_at timestamptz,
  stolen_note text,
  is_stolen_by_owner boolean,
  origin text not null default 'portal' check (origin in ('portal', 'officer', 'game', 'import')),
  external_id text,
  noted_by integer references users (id),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1,
  check ((stolen_at is null) = (stolen_note is null) and (stolen_at is null) = (is_stolen_by_owner is null))
);
create unique index vehicles_plate_key on vehicles (plate_key text_pattern_ops) where removed_at is null;
create unique index vehicles_vin_key on vehicles (vin_key text_pattern_ops) where removed_at is null and vin_key <> '';
create unique index vehicles_external_key on vehicles (external_id) where external_id is not null and removed_at is null;
create index vehicles_of on vehicles (character_id) where removed_at is null;

create table impounds (
  id integer generated always as identity primary key,
  vehicle_id integer not null references vehicles (id) on delete cascade,
  at timestamptz not null default now(),
  place text not null,
  reason text not null,
  by_user_id integer not null references users (id),
  by_identifier text not null,
  released_at timestamptz,
  released_by integer references users (id),
  release_reason text
);
create unique index impounds_open_key on impounds (vehicle_id) where released_at is null;

-- Offered and not yet answered: one for each vehicle. The answer is an event of the record.
create table vehicle_transfers (
  id integer generated always as identity primary key,
  vehicle_id integer not null unique references vehicles (id) on delete cascade,
  from_character_id integer not null references characters (id) on delete cascade,
  to_character_id integer not null references characters (id) on delete cascade,
  offered_at timestamptz not null default now(),
  check (from_character_id <> to_character_id)
);
create index vehicle_transfers_to on vehicle_transfers (to_character_id);
create index vehicle_transfers_from on vehicle_transfers (from_character_id);

create table licences (
  id integer generated always as identity primary key,
  character_id integer not null references characters (id) on delete cascade,
  type text not null check (type in ('DRIVERS', 'CCW', 'CDL')),
  -- Valid, expired and suspended follow from the dates.
  state text not null check (state in ('applied', 'refused', 'granted', 'revoked')),
  applied_at timestamptz not null default now(),
  expires_on date,
  suspended_until timestamptz,
  reason text not null default '',
  version integer not null default 1,
  unique (character_id, type),
  check (state in ('applied', 'refused') or expires_on is not null)
);
create index licences_applied on licences (applied_at, id) where state = 'applied';

create table licence_points (
  id integer generated always as identity primary key,
  licence_id integer not null references licences (id) on delete cascade,
  points integer not null check (points > 0),
  reason text not null,
  by_user_id integer references users (id),
  at timestamptz not null default now(),
  lapses_at timestamptz not null
);
create index licence_points_of on licence_points (licence_id, lapses_at);

create table weapons (
  id integer generated always as identity primary key,
  character_id integer not null references characters (id) on delete cascade,
  model text not null,
  serial text not null,
  serial_key text not null generated always as (record_key(serial)) stored,
  registered_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1
);
create unique index weapons_serial_key on weapons (serial_key text_pattern_ops) where removed_at is null;
create index weapons_of on weapons (character_id) where removed_at is null;

-- What a member asks to take over; a supervisor decides.
create table record_claims (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  -- The member's own, which takes it over.
  character_id integer not null references characters (id) on delete cascade,
  noted_character_id integer references characters (id),
  vehicle_id integer references vehicles (id),
  text text not null default '',
  state text not null default 'open' check (state in ('open', 'granted', 'refused', 'withdrawn')),
  reason text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by integer references users (id),
  check ((noted_character_id is null) <> (vehicle_id is null)),
  check ((state = 'open') = (decided_at is null))
);
create index record_claims_open on record_claims (created_at, id) where state = 'open';
create index record_claims_of on record_claims (user_id, id desc);
create unique index record_claims_vehicle_key on record_claims (vehicle_id, user_id) where state = 'open' and vehicle_id is not null;
create unique index record_claims_character_key on record_claims (noted_character_id, user_id) where state = 'open' and noted_character_id is not null;

-- What happened to characters, vehicles, licences and weapons, as it was worded then.
create table record_events (
  id bigint generated always as identity primary key,
  character_id integer references characters (id),
  vehicle_id integer references vehicles (id),
  title text not null,
  text text not null,
  reason text not null default '',
  by_user_id integer references users (id),
  by_identifier text not null default '',
  at timestamptz not null default now(),
  check (character_id is not null or vehicle_id is not null)
);
create index record_events_of_character on record_events (character_id, id desc) where character_id is not null;
create index record_events_of_vehicle on record_events (vehicle_id, id desc) where vehicle_id is not null;
create trigger record_events_append_only before update or delete or truncate on record_events
  for each statement execute function refuse_change();

-- Who and what was put on a call.
create table call_subjects (
  call_id integer not null references calls (id) on delete cascade,
  character_id integer references characters (id),
  vehicle_id integer references vehicles (id),
  by_user_id integer not null references users (id),
  at timestamptz not null default now(),
  check ((character_id is null) <> (vehicle_id is null))
);
create unique index call_subjects_character_key on call_subjects (call_id, character_id) where character_id is not null;
create unique index call_subjects_vehicle_key on call_subjects (call_id, vehicle_id) where vehicle_id is not null;
create index call_subjects_of_character on call_subjects (character_id) where character_id is not null;
create index call_subjects_of_vehicle on call_subjects (vehicle_id) where vehicle_id is not null;
