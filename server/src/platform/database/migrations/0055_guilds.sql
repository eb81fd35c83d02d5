-- A Discord server that the bot has left is out of the lists once someone with DISCORD_ADMIN has forgotten it, until the bot is there again.
alter table discord_guilds add column forgotten_at timestamptz;
