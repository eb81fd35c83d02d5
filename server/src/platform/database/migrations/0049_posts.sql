-- Messages that the portal keeps in Discord: sent, edited when they differ from what is wanted, deleted once nothing is.
create table discord_posts (
  id bigint generated always as identity primary key,
  -- A channel, or a thread of one.
  channel_id text not null check (channel_id ~ '^\d{1,20}$'),
  -- 'announcement:12': what the message is about, once in a channel.
  subject text not null,
  -- Null: it is to be deleted.
  wanted jsonb,
  message_id text,
  -- As Discord has it.
  sent jsonb,
  -- Under way. After a crash nobody knows whether it arrived, so the same is sent once more: Discord tells by its nonce.
  sending jsonb,
  sending_at timestamptz,
  problem text not null default '',
  changed_at timestamptz not null default now(),
  unique (channel_id, subject)
);
-- Subjects are looked up whole and by how they begin.
create index discord_posts_by_subject on discord_posts (subject text_pattern_ops);
create index discord_posts_differing on discord_posts (changed_at) where wanted is distinct from sent;

-- Errands that read what there is to do when they run are asked once while the first waits. No unique index: one transaction would
-- wait for another that asks the same, in the middle of something that has nothing to do with Discord. One too many finds nothing to do; one too
-- few is found by the job of the next minute.
create index discord_errands_by_key on discord_errands (kind, (payload ->> 'key')) where state = 'waiting';
create function ask_discord(asked text, in_queue text, of_key text, due timestamptz default null) returns void language sql as $$
  insert into discord_errands (kind, queue, payload, run_at)
  select asked, in_queue, jsonb_build_object('key', of_key), greatest(now(), coalesce(due, now()))
  where not exists (
    select from discord_errands where kind = asked and payload ->> 'key' = of_key and state = 'waiting' and started_at is null);
$$;

-- Lines of logs, and notices, that wait to be put into a message. Only what they are about: they are worded when they are sent.
create table discord_lines (
  id bigint generated always as identity primary key,
  -- 'MemberLogs:…' or 'GeneralLogs:…' with Discord's id of the channel, or 'member:…' with the account's. What waits for one kind of log is
  -- not posted in another, whatever the channel becomes.
  target text not null,
  about jsonb not null,
  -- The errand that sends it: the same lines again after a crash.
  errand_id bigint,
  at timestamptz not null default now()
);
create index discord_lines_waiting on discord_lines (target, id) where errand_id is null;
create index discord_lines_claimed on discord_lines (errand_id) where errand_id is not null;
create index discord_lines_by_age on discord_lines (at);

-- When something was last sent to each, and how many since when, so that nobody is flooded.
create table discord_pace (
  target text primary key,
  sent_at timestamptz not null default now(),
  since timestamptz not null default now(),
  messages integer not null default 1
);

-- Direct messages to a linked account: where they go, and why Discord refused the last one.
create table discord_direct (
  discord_id text primary key references discord_links (discord_id) on delete cascade,
  -- Null until one has arrived.
  channel_id text,
  refusal text check (refusal in ('closed', 'noSharedServer', 'other')),
  refused_at timestamptz,
  check ((refusal is null) = (refused_at is null))
);

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

-- Who left a Discord server, also while the bot was away. Bots come and go unsaid.
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

-- Who was promoted, joined a department or left it, and whose account was linked: in every channel of member logs.
create function log_rank_change() returns trigger language plpgsql as $$
begin
  perform log_to_discord('MemberLogs', null, array[jsonb_build_object('kind', 'rank', 'rankChangeId', new.id)]);
  return null;
end $$;
create trigger rank_changes_logged after insert on rank_changes for each row execute function log_rank_change();

create function log_membership() returns trigger language plpgsql as $$
begin
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

-- Which events of the portal are posted in channels of general logs: groups, each with the audit's actions that it stands for.
create table discord_log_groups (
  name text primary key,
  actions text[] not null
);
create table discord_log_choice (
  id integer primary key check (id = 1),
  version integer not null default 1
);
insert into discord_log_choice (id) values (1);

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

-- Only those that every officer may know of: signed and not confidential. Read again when it is worded.
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

-- What members choose for themselves.
create table discord_preferences (
  user_id integer primary key references users (id) on delete cascade,
  sends_notices boolean not null default false,
  patrol_notify boolean not null default false
);

-- Its text stays in the portal: elsewhere only that there is something to read.
alter table notices add column is_private boolean not null default false;

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

-- Permissions that give power over a Discord server, as in the contract's `isPowerful`.
create function is_powerful(permissions text) returns boolean language sql immutable parallel safe
  return (mod(permissions::numeric, 4611686018427387904)::bigint & 1127324197054) <> 0;

-- Members who want to be told of patrols have the role that is pinged. One that gives power is for nobody to choose.
create or replace view entitled_roles (user_id, discord_id, guild_id, role_id) as
  select distinct e.user_id, l.discord_id, r.guild_id, r.id
  from entitled e
  join users u on u.id = e.user_id and u.disabled_at is null and u.deleted_at is null
  join discord_links l on l.user_id = e.user_id
  join discord_roles r on r.id = e.value and r.gone_at is null
  join discord_guilds g on g.id = r.guild_id and g.left_at is null
  where e.gift_kind = 'discordRole'
  union
  select p.user_id, l.discord_id, r.guild_id, r.id
  from discord_preferences p
  join users u on u.id = p.user_id and u.disabled_at is null and u.deleted_at is null
  join discord_links l on l.user_id = p.user_id
  join discord_roles r on r.type = 'PATROL_NOTIFY' and r.gone_at is null and r.id <> r.guild_id and not r.is_managed
    and not is_powerful(r.permissions)
  join discord_guilds g on g.id = r.guild_id and g.left_at is null
  where p.patrol_notify;

-- A role with power over the Discord server is given only where someone decides on the department, rank or role group behind it, as in the
-- contract's `mayGivePower`. It may have had no power when it was mapped: those who have it since then stay entitled to it, and keep it.
create view given (user_id, gift_kind, value) as
  select distinct e.user_id, e.gift_kind, e.value
  from entitled e left join discord_roles r on e.gift_kind = 'discordRole' and r.id = e.value
  where r.id is null or e.source in ('department', 'rank', 'roleGroup') or not is_powerful(r.permissions);
create view given_roles (user_id, discord_id, guild_id, role_id) as
  select e.user_id, e.discord_id, e.guild_id, e.role_id
  from entitled_roles e join discord_roles r on r.id = e.role_id
  where not is_powerful(r.permissions)
    or exists (select from given g where g.user_id = e.user_id and g.gift_kind = 'discordRole' and g.value = e.role_id);

-- What staff wrote to a channel from the portal.
create table discord_texts (
  id integer generated always as identity primary key,
  channel_id text not null,
  text text not null,
  author_id integer not null references users (id),
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  changed_by integer references users (id),
  deleted_at timestamptz,
  version integer not null default 1
);

-- Never two within the time that each of them keeps clear.
create table discord_patrol_notices (
  id integer generated always as identity primary key,
  text text not null,
  server_id integer references servers (id),
  author_id integer not null references users (id),
  at timestamptz not null default now(),
  clear_until timestamptz not null check (clear_until > at),
  constraint discord_patrol_notices_apart exclude using gist (tstzrange(at, clear_until) with &&)
);
