-- Mails that wait to be sent, and for a while what happened to those that were. `content` is sealed: the address, subject and text, until the mail
-- is sent or given up.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind <> ''),
  user_id integer references users (id) on delete cascade,
  address_hash bytea not null,
  content bytea,
  -- A mail to many at once: it comes after all others.
  is_bulk boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  tries integer not null default 0,
  queued_at timestamptz not null default now(),
  -- When the next try is due; while a try runs, when another portal may take it for lost.
  next_at timestamptz not null default now(),
  send_until timestamptz not null,
  ended_at timestamptz,
  answer text,
  check ((state = 'waiting') = (ended_at is null)),
  check ((state = 'waiting') = (content is not null))
);
create index mails_due on mails (is_bulk, next_at) where state = 'waiting';
create index mails_by_address on mails (address_hash, queued_at);
create index mails_listed on mails (queued_at desc, id desc);
create index mails_ended on mails (ended_at) where ended_at is not null;
create index mails_user_idx on mails (user_id);
