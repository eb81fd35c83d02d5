-- Wakes the runner of Discord errands.
create function tell_discord_errands() returns trigger language plpgsql as $$
begin
  perform pg_notify('discord_errands', '');
  return null;
end $$;
create trigger discord_errands_told after insert on discord_errands for each statement execute function tell_discord_errands();
create trigger discord_errands_freed after update of state, run_at on discord_errands for each row
  when (new.state = 'waiting' and (old.state <> 'waiting' or new.run_at < old.run_at)) execute function tell_discord_errands();

-- Adds an errand, unless the same one is waiting already.
create function ask_discord(asked text, in_queue text, of_key text, due timestamptz default null) returns void language sql as $$
  insert into discord_errands (kind, queue, payload, run_at)
  select asked, in_queue, jsonb_build_object('key', of_key), greatest(now(), coalesce(due, now()))
  where not exists (
    select from discord_errands where kind = asked and payload ->> 'key' = of_key and state = 'waiting' and started_at is null);
$$;

-- The errand that posts an invitation carries its link only until Discord has it, or it is given up.
create function wipe_posted_invitation() returns trigger language plpgsql as $$
begin
  new.payload := new.payload - 'sealed';
  return new;
end $$;
create trigger discord_errands_wiped before update of state on discord_errands for each row
  when (new.kind = 'invitation.post' and new.state in ('done', 'dropped')) execute function wipe_posted_invitation();
