-- A channel's first line goes out at once; those that follow within seconds go together. A member gets at most ten messages an hour, and none in
-- the hour after Discord refused one.
create function ask_for_lines(of_target text) returns void language plpgsql as $$
begin
  if of_target like 'member:%' then
    perform ask_discord('notices.send', 'notices:' || of_target, of_target, greatest(
      (select since + interval '1 hour' from discord_pace where target = of_target and messages >= 10 and since > now() - interval '1 hour'),
      (select d.refused_at + interval '1 hour' from discord_links l join discord_direct d on d.discord_id = l.discord_id
        where l.user_id = substr(of_target, 8)::integer)));
  else
    perform ask_discord('log.post', 'log:' || of_target, of_target,
      (select sent_at + interval '15 seconds' from discord_pace where target = of_target));
  end if;
end $$;

-- Adds lines to every channel of a type, on one Discord server or on all, and asks the bot to post them.
create function log_to_discord(channel_type text, in_guild text, lines jsonb[]) returns void language plpgsql as $$
declare
  log text;
begin
  for log in
    select channel_type || ':' || c.id from discord_channels c join discord_guilds g on g.id = c.guild_id and g.left_at is null
    where c.type = channel_type and c.gone_at is null and (in_guild is null or c.guild_id = in_guild) order by c.id
  loop
    insert into discord_lines (target, about) select log, unnest(lines);
    perform ask_for_lines(log);
  end loop;
end $$;

-- Posts who left a Discord server to its member logs, also if it was while the bot was away. Bots are left out.
create function log_leaving() returns trigger language plpgsql as $$
declare
  guild text;
begin
  for guild in select distinct guild_id from gone order by 1 loop
    perform log_to_discord('MemberLogs', guild, array_agg(
        jsonb_build_object('kind', 'left', 'discordId', discord_id, 'name', coalesce(nickname, display_name)) order by discord_id))
      from gone where guild_id = guild and not is_bot having count(*) > 0;
  end loop;
  return null;
end $$;
create trigger discord_members_logged after delete on discord_members referencing old table as gone
  for each statement execute function log_leaving();

-- Posts a change of rank to the member logs.
create function log_rank_change() returns trigger language plpgsql as $$
begin
  perform log_to_discord('MemberLogs', null, array[jsonb_build_object('kind', 'rank', 'rankChangeId', new.id)]);
  return null;
end $$;
create trigger rank_changes_logged after insert on rank_changes for each row execute function log_rank_change();

-- Posts who joined or left a department to the member logs.
create function log_membership() returns trigger language plpgsql as $$
begin
  -- Those who play in a simulated game are no members, and are deleted with their memberships.
  if not exists (select from users where id = case when tg_op = 'INSERT' then new.user_id else old.user_id end and not is_simulated) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform log_to_discord('MemberLogs', null,
      array[jsonb_build_object('kind', 'department', 'has', true, 'userId', new.user_id, 'departmentId', new.department_id)]);
  else
    perform log_to_discord('MemberLogs', null,
      array[jsonb_build_object('kind', 'department', 'has', false, 'userId', old.user_id, 'departmentId', old.department_id)]);
  end if;
  return null;
end $$;
create trigger user_departments_logged after insert or delete on user_departments for each row execute function log_membership();

-- Posts whose Discord account was linked or unlinked to the member logs.
create function log_link() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform log_to_discord('MemberLogs', null,
      array[jsonb_build_object('kind', 'link', 'has', true, 'userId', new.user_id, 'discordName', new.display_name)]);
  else
    perform log_to_discord('MemberLogs', null,
      array[jsonb_build_object('kind', 'link', 'has', false, 'userId', old.user_id, 'discordName', old.display_name)]);
  end if;
  return null;
end $$;
create trigger discord_links_logged after insert or delete on discord_links for each row execute function log_link();

-- Posts entries of the audit to the general logs, of the groups that the community has chosen.
create function log_audit() returns trigger language plpgsql as $$
declare
  lines jsonb[];
begin
  if not exists (select from discord_log_groups) then return null; end if;
  select array_agg(jsonb_build_object('kind', 'audit', 'auditId', a.id) order by a.id) into lines
    from added a where exists (select from discord_log_groups g where a.action = any (g.actions));
  if lines is not null then perform log_to_discord('GeneralLogs', null, lines); end if;
  return null;
end $$;
create trigger audit_logged after insert on audit referencing new table as added for each statement execute function log_audit();

-- Posts a warrant to the general logs if every officer may know of it: signed and not confidential. It is read again when it is worded.
create function log_warrant() returns trigger language plpgsql as $$
begin
  if exists (select from discord_log_groups where name = 'warrants') then
    perform log_to_discord('GeneralLogs', null,
      array[jsonb_build_object('kind', 'warrant', 'warrantId', new.id, 'state', new.state)]);
  end if;
  return null;
end $$;
create trigger warrants_logged after update of state on warrants for each row
  when (new.state in ('active', 'served', 'recalled', 'expired') and old.state <> new.state and not new.is_confidential)
  execute function log_warrant();

-- Sends notices as direct messages to the members who want them.
create function send_notices_to_discord() returns trigger language plpgsql as $$
declare
  member integer;
begin
  for member in
    select distinct n.user_id from added n join discord_preferences p on p.user_id = n.user_id and p.sends_notices
    join discord_links l on l.user_id = n.user_id order by 1
  loop
    insert into discord_lines (target, about)
      select 'member:' || member, jsonb_build_object('kind', 'notice', 'noticeId', id) from added where user_id = member order by id;
    perform ask_for_lines('member:' || member);
  end loop;
  return null;
end $$;
create trigger notices_sent after insert on notices referencing new table as added
  for each statement execute function send_notices_to_discord();

-- Asks the bot to bring a post up to date. Rows that are locked are skipped: then one errand too many is added, which finds nothing to do.
create function ask_to_keep(of_channel text, of_post bigint, due timestamptz default null) returns void language plpgsql as $$
declare
  of_key text := of_post::text;
begin
  if due is null then
    update discord_errands set run_at = now() where id in (
      select id from discord_errands where kind = 'post.keep' and payload ->> 'key' = of_key and state = 'waiting' and started_at is null
        and attempts = 0 and run_at > now() for update skip locked);
  end if;
  if exists (select from discord_errands where kind = 'post.keep' and payload ->> 'key' = of_key and state = 'waiting' and started_at is null) then
    return;
  end if;
  update discord_errands set state = 'waiting', attempts = 0, run_at = greatest(now(), coalesce(due, now())), ended_at = null, problem = ''
    where id = (
      select id from discord_errands where kind = 'post.keep' and payload ->> 'key' = of_key and state = 'failed' order by id desc limit 1
      for update skip locked);
  if not found then perform ask_discord('post.keep', 'channel:' || of_channel, of_key, due); end if;
end $$;
