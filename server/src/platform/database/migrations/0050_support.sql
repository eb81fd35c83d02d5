-- Tickets that are opened in Discord, each in a private thread.
create table support_tickets (
  id integer generated always as identity primary key,
  guild_id text not null references discord_guilds (id) on delete cascade,
  -- The channel that holds the thread. It may be gone.
  channel_id text not null,
  -- Null until Discord has it.
  thread_id text unique,
  subject text not null check (length(subject) between 1 and 100),
  -- Who opened it. The account is the one linked then; someone without one may open a ticket, too.
  discord_id text not null check (discord_id ~ '^\d{1,20}$'),
  opener_name text not null,
  opener_id integer references users (id),
  opened_at timestamptz not null default now(),
  claimed_by integer references users (id),
  state text not null default 'open' check (state in ('open', 'closed')),
  closed_at timestamptz,
  -- Empty if nobody closed it: the thread is gone.
  closed_by_name text not null default '',
  close_reason text not null default '',
  message_count integer not null default 0 check (message_count between 0 and 2000),
  last_message_at timestamptz not null default now(),
  -- Why there is no thread, or why its history can't be read, in words.
  problem text not null default '',
  version integer not null default 1,
  check ((state = 'closed') = (closed_at is not null))
);
create index support_tickets_open on support_tickets (last_message_at desc) where state = 'open';
create index support_tickets_closed on support_tickets (closed_at) where state = 'closed';
create index support_tickets_of_discord on support_tickets (discord_id);
create index support_tickets_of_opener on support_tickets (opener_id) where opener_id is not null;

-- What was written in them: in Discord, or on the portal.
create table support_messages (
  id bigint generated always as identity primary key,
  ticket_id integer not null references support_tickets (id) on delete cascade,
  -- Discord's id. Null for what opened the ticket, and for what was written on the portal until it is in Discord.
  message_id text unique,
  -- Null for what was written on the portal.
  discord_id text,
  author_id integer references users (id),
  author_name text not null,
  is_opener boolean not null,
  -- Emptied when the message is deleted in Discord.
  text text not null check (length(text) <= 4000),
  attachments integer not null default 0,
  at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  -- Why it did not reach Discord, in words.
  problem text not null default ''
);
-- In the order in which they were written: what was written while the bot was away is added later.
create index support_messages_of_ticket on support_messages (ticket_id, at, id);

-- The channels that have the message with the button to open a ticket.
create table support_panels (
  channel_id text primary key
);

create table discord_votes (
  id integer generated always as identity primary key,
  -- The channel may be gone by now.
  guild_id text not null,
  channel_id text not null,
  question text not null check (length(question) between 1 and 200),
  options text[] not null check (cardinality(options) between 2 and 10),
  state text not null default 'open' check (state in ('open', 'ended', 'cancelled')),
  created_by integer not null references users (id),
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- Null if its time was up.
  ended_by integer references users (id),
  -- How many voted for each option, once it has ended.
  result integer[],
  -- Up to when ballots are in the message in Discord.
  shown_at timestamptz not null default now(),
  version integer not null default 1,
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'ended') = (result is not null))
);
create index discord_votes_open on discord_votes (ends_at) where state = 'open';

-- One member, one vote.
create table discord_ballots (
  vote_id integer not null references discord_votes (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  -- The place of the option, from 0.
  option integer not null check (option between 0 and 9),
  at timestamptz not null default clock_timestamp(),
  primary key (vote_id, user_id)
);
create index discord_ballots_of_user on discord_ballots (user_id);
