-- How the portal reaches Discord, unless the environment says so. Token and client secret are sealed with a key that is not in the database.
create table discord_connection (
  id integer primary key check (id = 1),
  token bytea,
  client_id text check (client_id ~ '^\d{1,20}$'),
  client_secret bytea,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by integer references users (id)
);
insert into discord_connection (id) values (1);

-- The one bot, as the node that runs it says.
create table discord_bot (
  id integer primary key check (id = 1),
  -- waiting: Discord is away, tried again by itself. refused: someone has to do something.
  state text not null default 'off' check (state in ('off', 'connecting', 'connected', 'waiting', 'refused')),
  -- What is wrong, in words.
  problem text not null default '',
  application_id text,
  bot_id text,
  bot_name text,
  ping_ms integer,
  -- Until when Discord's rate limit lets nothing through.
  limited_until timestamptz,
  since timestamptz not null default now(),
  -- When the node that runs it last said so: a node that died says nothing.
  seen_at timestamptz
);
insert into discord_bot (id) values (1);

-- Discord servers, their channels, roles and members, as Discord last told them. Ids are Discord's, too long for a number of JavaScript.
create table discord_guilds (
  id text primary key check (id ~ '^\d{1,20}$'),
  name text not null,
  owner_id text not null,
  member_count integer not null default 0,
  -- What the bot may do there, and the place of its highest role.
  bot_permissions text not null default '0',
  bot_position integer not null default 0,
  joined_at timestamptz not null default now(),
  -- Since when the bot is no longer there.
  left_at timestamptz,
  -- Since when roles follow the portal: once someone has looked at what would change.
  followed_at timestamptz,
  -- Of the commands last registered there, so that they are not sent again.
  commands_hash text,
  version integer not null default 1
);

create table discord_channels (
  id text primary key check (id ~ '^\d{1,20}$'),
  guild_id text not null references discord_guilds (id) on delete cascade,
  parent_id text,
  name text not null,
  kind text not null check (kind in ('text', 'announcement', 'category', 'voice', 'forum', 'other')),
  position integer not null default 0,
  -- What the bot may do in it.
  bot_permissions text not null default '0',
  type text check (type in ('Text', 'MemberLogs', 'GeneralLogs', 'CommunityAnnouncements', 'TicketsCategory', 'Link', 'Voting', 'Ridealong', 'TempPass', 'CoCBotInfo')),
  -- Since when Discord does not have it any more; kept while it has a type.
  gone_at timestamptz,
  version integer not null default 1
);
create index discord_channels_of_guild on discord_channels (guild_id, position);
create index discord_channels_by_type on discord_channels (type) where type is not null and gone_at is null;

create table discord_roles (
  id text primary key check (id ~ '^\d{1,20}$'),
  guild_id text not null references discord_guilds (id) on delete cascade,
  name text not null,
  color integer not null default 0,
  position integer not null default 0,
  -- A bit field of Discord's, decimal.
  permissions text not null default '0',
  -- Belongs to a bot, an integration or a subscription: nobody can give it.
  is_managed boolean not null default false,
  -- Discord lets everyone mention it.
  is_mentionable boolean not null default false,
  type text not null default 'OTHER' check (type in ('OTHER', 'GUEST', 'RESERVE', 'PATROL_NOTIFY', 'RECRUIT', 'MEMBER', 'SIT', 'STAFF', 'SENIOR_STAFF', 'ADMIN', 'POLICE', 'SHERIFF', 'HIGHWAY', 'COMMS', 'CIV', 'MEDIA', 'FTO', 'DEV')),
  -- Since when Discord does not have it any more; kept while something refers to it.
  gone_at timestamptz,
  version integer not null default 1
);
create index discord_roles_of_guild on discord_roles (guild_id, position desc);

create table discord_members (
  guild_id text not null references discord_guilds (id) on delete cascade,
  discord_id text not null check (discord_id ~ '^\d{1,20}$'),
  username text not null,
  display_name text not null,
  nickname text,
  role_ids text[] not null default '{}',
  is_bot boolean not null default false,
  joined_at timestamptz,
  primary key (guild_id, discord_id)
);
create index discord_members_of_user on discord_members (discord_id);
create index discord_members_by_role on discord_members using gin (role_ids);

-- Whatever the portal wants done in Discord, written in the transaction that causes it and run by the node with the bot.
create table discord_errands (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Errands of one key are run one after the other, oldest first.
  queue text not null,
  -- Whom and what it is about; null where it is about neither.
  guild_id text,
  discord_id text,
  role_id text,
  payload jsonb not null default '{}',
  -- held: waits for a person to confirm. dropped: no longer wanted, or not possible and nothing to mend.
  state text not null default 'waiting' check (state in ('waiting', 'held', 'done', 'failed', 'dropped')),
  attempts integer not null default 0,
  run_at timestamptz not null default now(),
  -- Why it waits or failed, in words.
  problem text not null default '',
  created_at timestamptz not null default now(),
  -- Since when it is being run. What is asked meanwhile is asked again: the run may have read what was before.
  started_at timestamptz,
  ended_at timestamptz,
  check ((state in ('waiting', 'held')) = (ended_at is null))
);
create index discord_errands_due on discord_errands (queue, id) where state = 'waiting';
create index discord_errands_open on discord_errands (state, id) where state in ('waiting', 'held', 'failed');
create index discord_errands_ended on discord_errands (ended_at) where ended_at is not null;
-- Nothing is asked twice while the first waits.
create unique index discord_errands_once on discord_errands (kind, guild_id, discord_id, coalesce(role_id, ''))
  where state in ('waiting', 'held') and started_at is null and discord_id is not null and guild_id is not null;

create function tell_discord_errands() returns trigger language plpgsql as $$
begin
  perform pg_notify('discord_errands', '');
  return null;
end $$;
create trigger discord_errands_told after insert on discord_errands for each statement execute function tell_discord_errands();
create trigger discord_errands_freed after update of state, run_at on discord_errands for each row
  when (new.state = 'waiting' and (old.state <> 'waiting' or new.run_at < old.run_at)) execute function tell_discord_errands();

create function tell_discord_connection() returns trigger language plpgsql as $$
begin
  perform pg_notify('discord_connection', '');
  return null;
end $$;
create trigger discord_connection_told after update on discord_connection for each statement execute function tell_discord_connection();
