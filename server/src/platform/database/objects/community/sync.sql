-- A Discord server that stops following the portal, or that the bot has left, gets none of the roles that wait, and loses none of those that wait
-- for confirmation. They are planned anew once it follows again.
create function stop_following() returns trigger language plpgsql as $$
begin
  delete from discord_ledger where guild_id = new.id and (state = 'giving' and not is_asked or state = 'held' and is_extra);
  update discord_ledger set state = 'given', run_id = null where guild_id = new.id and state = 'held';
  update discord_runs set state = 'cancelled', decided_at = now() where guild_id = new.id and state = 'held';
  return null;
end $$;
create trigger discord_guilds_stopped after update of followed_at, left_at on discord_guilds for each row
  when (old.followed_at is not null and old.left_at is null and (new.followed_at is null or new.left_at is not null))
  execute function stop_following();

-- Whether a member has left a Discord server and joined again since. Discord writes the same moment with varying precision.
create function is_new_membership(known timestamptz, told timestamptz) returns boolean language sql immutable parallel safe
  return coalesce(told - known > interval '1 second', false);

-- Discord takes a member's roles and nickname when they leave: what we gave them before is not theirs after they have joined again.
create function forget_earlier_membership() returns trigger language plpgsql as $$
begin
  delete from discord_ledger where guild_id = new.guild_id and discord_id = new.discord_id;
  delete from discord_nicknames where guild_id = new.guild_id and discord_id = new.discord_id;
  delete from discord_kept where guild_id = new.guild_id and discord_id = new.discord_id and kind <> 'absent';
  return null;
end $$;
create trigger discord_members_joined after insert on discord_members for each row execute function forget_earlier_membership();
create trigger discord_members_rejoined after update of joined_at on discord_members for each row
  when (is_new_membership(old.joined_at, new.joined_at)) execute function forget_earlier_membership();
