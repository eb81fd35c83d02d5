-- Whether Discord may have been asked to give the role: noted before it is asked. A role that was never asked for was never given. Of the rows
-- that are there, nobody knows any more.
alter table discord_ledger add column is_asked boolean not null default true;
alter table discord_ledger alter column is_asked set default false;

-- A server that stops following the portal, or that the bot has left, gets none of the roles that still wait, and loses none that wait for a
-- person. They are planned anew once it follows again.
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

-- Who leaves a Discord server and joins again is there since another moment. Discord may write the same moment more or less precisely.
create function is_new_membership(known timestamptz, told timestamptz) returns boolean language sql immutable parallel safe
  return coalesce(told - known > interval '1 second', false);

-- Members lose their roles and nickname when they leave: what we gave them before is not theirs after they have joined again.
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

-- Discord lets a bot rename neither the owner of a server nor anyone whose highest role is not below the bot's.
create view renamable_members (guild_id, discord_id) as
  select m.guild_id, m.discord_id
  from discord_members m join discord_guilds g on g.id = m.guild_id
  where m.discord_id <> g.owner_id and not exists (
    select from discord_roles r
    where r.guild_id = m.guild_id and r.id = any (m.role_ids) and r.gone_at is null and r.position >= g.bot_position);

-- The nicknames that the templates give, also to those whom the bot can't rename.
create view templated_nicknames (user_id, discord_id, guild_id, nickname) as
  select u.id, l.discord_id, m.guild_id, n.nickname
  from discord_links l
  join users u on u.id = l.user_id and u.disabled_at is null and u.deleted_at is null
  join user_departments ud on ud.user_id = u.id and ud.is_primary
  join departments d on d.id = ud.department_id and d.nickname_template <> ''
  left join ranks r on r.id = ud.rank_id
  join discord_members m on m.discord_id = l.discord_id
  join discord_guilds g on g.id = m.guild_id and g.left_at is null
  cross join lateral (select nickname_from(d.nickname_template, u.name, r.name, d.name)) as n (nickname)
  where n.nickname <> '';

create or replace view entitled_nicknames (user_id, discord_id, guild_id, nickname) as
  select t.user_id, t.discord_id, t.guild_id, t.nickname
  from templated_nicknames t join renamable_members m on m.guild_id = t.guild_id and m.discord_id = t.discord_id;
