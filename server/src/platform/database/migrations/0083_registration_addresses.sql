-- Where the portal sends mails, an application enters the queue once its email address was confirmed.
alter table registrations
  drop constraint registrations_state_check,
  add constraint registrations_state_check check (state in ('unconfirmed', 'open', 'asked', 'accepted', 'declined', 'withdrawn')),
  add column confirmed_at timestamptz,
  add constraint registrations_unconfirmed_check check (state <> 'unconfirmed' or confirmed_at is null);

-- Links that were mailed to confirm the address of an application, one of each. Their codes are stored hashed only.
create table registration_confirmations (
  registration_id integer primary key references registrations (id) on delete cascade,
  code_hash bytea not null unique,
  expires_at timestamptz not null
);
