-- Discord wants two-factor authentication of whoever moderates the server, and so of the bot's owner.
alter table discord_guilds add column needs_mfa boolean not null default false,
  -- Mentioned in each new ticket, which adds its members to the thread.
  add column support_role_id text references discord_roles (id) on delete set null;

-- What everyone may do in a channel; null until the bot has read it.
alter table discord_channels add column everyone_permissions text;

-- When it was last edited: Discord lets old messages be edited seldom.
alter table discord_posts add column edited_at timestamptz;

-- When the bot signed in to Discord's gateway, of the last day. Discord resets the token of a bot that does so more than a thousand times.
create table discord_identifies (
  bot text not null,
  at timestamptz not null default now()
);
create index discord_identifies_by_time on discord_identifies (bot, at);
