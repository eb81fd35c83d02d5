-- The one place that says what a department, a rank, a role group, a whitelist, leave or a link gives. There is no kind of gift for role groups,
-- permissions or the right to sign warrants: nothing in Discord or in the game leads to them.
create table entitlements (
  id integer generated always as identity primary key,
  source_kind text not null check (source_kind in ('department', 'rank', 'roleGroup', 'whitelist', 'leave', 'linked', 'ridealong', 'pass')),
  -- Of a department or a rank.
  department_id integer references departments (id),
  rank_id integer,
  role_group text references role_groups (name),
  environment text check (environment in ('prod', 'dev')),
  gift_kind text not null check (gift_kind in ('discordRole', 'whitelist', 'aceGroup')),
  discord_role_id text references discord_roles (id),
  whitelist text check (whitelist in ('prod', 'dev')),
  ace_group text check (ace_group ~ '^group\.[a-z0-9_.-]{1,58}$' and ace_group !~ '(admin|root|god|command|moderator|owner)'),
  created_by integer references users (id),
  created_at timestamptz not null default now(),
  foreign key (department_id, rank_id) references ranks (department_id, id),
  constraint entitlements_source check (
    (source_kind in ('department', 'rank')) = (department_id is not null)
    and (source_kind = 'rank') = (rank_id is not null)
    and (source_kind = 'roleGroup') = (role_group is not null)
    and (source_kind = 'whitelist') = (environment is not null)),
  constraint entitlements_gift check (
    (gift_kind = 'discordRole') = (discord_role_id is not null)
    and (gift_kind = 'whitelist') = (whitelist is not null)
    and (gift_kind = 'aceGroup') = (ace_group is not null)),
  constraint entitlements_of_source check (
    gift_kind = 'discordRole' or source_kind in ('department', 'rank') or gift_kind = 'whitelist' and source_kind in ('ridealong', 'pass')),
  constraint entitlements_once unique nulls not distinct
    (source_kind, department_id, rank_id, role_group, environment, gift_kind, discord_role_id, whitelist, ace_group)
);
create index entitlements_of_role on entitlements (discord_role_id) where discord_role_id is not null;

-- A role that an entitlement names stays known after Discord has deleted it, so that the page can say so.
create function keep_mapped_role() returns trigger language plpgsql as $$
begin
  if not exists (select from entitlements where discord_role_id = old.id) then return old; end if;
  update discord_roles set gone_at = coalesce(gone_at, now()), version = version + 1 where id = old.id and gone_at is null;
  return null;
end $$;
create trigger discord_roles_mapped_stay before delete on discord_roles for each row execute function keep_mapped_role();

-- The groups that a role group stands for, itself included: as in the contract's `withImpliedRoles`.
create view implied_role_groups (held, implied) as values
  ('Root', 'Root'), ('Root', 'Admin'), ('Root', 'Developer'), ('Root', 'Staff'), ('Root', 'Legal Services Supervisor'), ('Root', 'Legal Services'),
  ('Admin', 'Admin'), ('Admin', 'Staff'), ('Admin', 'Legal Services Supervisor'), ('Admin', 'Legal Services'),
  ('Staff', 'Staff'),
  ('Legal Services Supervisor', 'Legal Services Supervisor'), ('Legal Services Supervisor', 'Legal Services'),
  ('Legal Services', 'Legal Services'),
  ('Developer', 'Developer');

-- Whitelists that follow from a rank, beside those that someone set. Kept here because the versions of the whitelists follow from the row.
alter table users
  add column is_entitled boolean not null default false,
  add column is_entitled_dev boolean not null default false;

-- Who is entitled to what, and by which entitlement. Whatever ends with time ends here by itself. Accounts that are disabled or deleted are
-- left out by whoever gives something. Another source is another branch: `create or replace view` keeps those who read it.
create view entitled (user_id, gift_kind, value, source, entitlement_id) as
  select ud.user_id, e.gift_kind, coalesce(e.discord_role_id, e.whitelist, e.ace_group), e.source_kind, e.id
    from entitlements e join user_departments ud on ud.department_id = e.department_id
    where e.source_kind = 'department'
  union all
  select ud.user_id, e.gift_kind, coalesce(e.discord_role_id, e.whitelist, e.ace_group), e.source_kind, e.id
    from entitlements e join user_departments ud on ud.department_id = e.department_id and ud.rank_id = e.rank_id
    where e.source_kind = 'rank'
  union all
  select ur.user_id, e.gift_kind, e.discord_role_id, e.source_kind, e.id
    from entitlements e join implied_role_groups i on i.implied = e.role_group join role_groups g on g.name = i.held
    join roles r on r.role_group_id = g.id join user_roles ur on ur.role_id = r.id
    where e.source_kind = 'roleGroup'
  union all
  select u.id, e.gift_kind, e.discord_role_id, e.source_kind, e.id
    from entitlements e join users u on case e.environment when 'prod' then u.is_whitelisted or u.is_entitled else u.is_whitelisted_dev or u.is_entitled_dev end
    where e.source_kind = 'whitelist'
  union all
  select l.user_id, e.gift_kind, e.discord_role_id, e.source_kind, e.id
    from entitlements e cross join leaves l
    where e.source_kind = 'leave' and l.ended_early_at is null and current_date between l.starts_on and l.ends_on
  union all
  select l.user_id, e.gift_kind, e.discord_role_id, e.source_kind, e.id
    from entitlements e cross join discord_links l
    where e.source_kind = 'linked';

-- What linked members should have in Discord.
create view entitled_roles (user_id, discord_id, guild_id, role_id) as
  select distinct e.user_id, l.discord_id, r.guild_id, r.id
  from entitled e
  join users u on u.id = e.user_id and u.disabled_at is null and u.deleted_at is null
  join discord_links l on l.user_id = e.user_id
  join discord_roles r on r.id = e.value and r.gone_at is null
  join discord_guilds g on g.id = r.guild_id and g.left_at is null
  where e.gift_kind = 'discordRole';

-- Nicknames in Discord, by a template of the primary department; empty leaves them alone.
alter table departments add column nickname_template text not null default '' check (length(nickname_template) <= 32);

-- 'Rosa Delgado' is 'R. Delgado'. As in the contract's `nicknameFrom`, like the next one.
create function short_name(name text) returns text language sql immutable parallel safe
  return case when btrim(name) ~ '\s' then left(btrim(name), 1) || '. ' || regexp_replace(btrim(name), '^.*\s', '') else btrim(name) end;

create function nickname_from(template text, name text, rank text, department text) returns text language sql immutable parallel safe
  return btrim(left(btrim(regexp_replace(
    replace(replace(replace(replace(template, '{department}', department), '{rank}', coalesce(rank, '')), '{short}', short_name(name)), '{name}', name),
    '\s+', ' ', 'g')), 32));

create view entitled_nicknames (user_id, discord_id, guild_id, nickname) as
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

-- In-game groups of the members whom a game server can know, by their Steam hex.
create view entitled_ace_groups (user_id, steam, ace_group) as
  select distinct e.user_id, lower(u.steam_id), e.value
  from entitled e
  join users u on u.id = e.user_id and u.disabled_at is null and u.deleted_at is null and u.steam_id ~ '^[0-9A-Fa-f]{15}$'
  where e.gift_kind = 'aceGroup';

-- Brings the whitelists of these members in line with what they are entitled to, in the order of their ids, like everything else that locks
-- several accounts. Returns how many changed.
create function refresh_entitled(touched integer[]) returns integer language plpgsql as $$
declare
  changed integer;
begin
  -- A volatile function sees what was committed while it waited for the rows.
  perform from users where id = any (touched) order by id for no key update;
  update users u set is_entitled = x.prod, is_entitled_dev = x.dev
  from (
    select t.id, coalesce(bool_or(e.value = 'prod'), false) as prod, coalesce(bool_or(e.value = 'dev'), false) as dev
    from unnest(touched) as t (id) left join entitled e on e.user_id = t.id and e.gift_kind = 'whitelist'
    group by t.id) x
  where u.id = x.id and (u.is_entitled, u.is_entitled_dev) is distinct from (x.prod, x.dev);
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Those whose whitelists are not as they should be: after something that ends with time.
create function refresh_all_entitled() returns integer language sql as $$
  select refresh_entitled(coalesce(array_agg(u.id), '{}'))
  from users u left join (
    select user_id, bool_or(value = 'prod') as prod, bool_or(value = 'dev') as dev from entitled where gift_kind = 'whitelist' group by user_id
  ) e on e.user_id = u.id
  where (u.is_entitled, u.is_entitled_dev) is distinct from (coalesce(e.prod, false), coalesce(e.dev, false));
$$;

create function membership_entitles() returns trigger language plpgsql as $$
begin
  if not exists (select from entitlements where gift_kind = 'whitelist' and department_id is not null) then return null; end if;
  perform refresh_entitled(array[case when tg_op = 'DELETE' then old.user_id else new.user_id end]);
  return null;
end $$;
create trigger user_departments_entitled after insert or update or delete on user_departments
  for each row execute function membership_entitles();

create function whitelist_entitlement_changed() returns trigger language plpgsql as $$
declare
  e entitlements := case when tg_op = 'DELETE' then old else new end;
begin
  perform refresh_entitled(coalesce(array_agg(distinct ud.user_id), '{}')) from user_departments ud
    where ud.department_id = e.department_id and (e.rank_id is null or ud.rank_id = e.rank_id);
  return null;
end $$;
create trigger entitlements_added after insert on entitlements for each row
  when (new.gift_kind = 'whitelist' and new.department_id is not null) execute function whitelist_entitlement_changed();
create trigger entitlements_removed after delete on entitlements for each row
  when (old.gift_kind = 'whitelist' and old.department_id is not null) execute function whitelist_entitlement_changed();

-- What an entitlement is never changes; another is another row.
create function refuse_entitlement_change() returns trigger language plpgsql as $$
begin
  raise exception 'an entitlement is added or removed, never changed';
end $$;
create trigger entitlements_stay before update on entitlements for each row execute function refuse_entitlement_change();

-- The versions of the whitelists follow both.
create or replace function note_whitelist_change() returns trigger language plpgsql as $$
declare
  env text;
  was text;
  becomes text;
  reached integer;
begin
  foreach env in array array['prod', 'dev'] loop
    was := case when tg_op = 'INSERT' then null else whitelisted_as(old.steam_id,
      case env when 'prod' then old.is_whitelisted or old.is_entitled else old.is_whitelisted_dev or old.is_entitled_dev end,
      old.disabled_at, old.deleted_at) end;
    becomes := case when tg_op = 'DELETE' then null else whitelisted_as(new.steam_id,
      case env when 'prod' then new.is_whitelisted or new.is_entitled else new.is_whitelisted_dev or new.is_entitled_dev end,
      new.disabled_at, new.deleted_at) end;
    continue when was is not distinct from becomes;
    -- One at a time, and only as the transaction ends: versions are committed in their order.
    perform pg_advisory_xact_lock(8363687, 2);
    update whitelist_versions set version = version + 1 where environment = env returning version into reached;
    insert into whitelist_changes (environment, version, steam, is_added)
      select env, reached, x.steam, x.is_added from (values (was, false), (becomes, true)) as x (steam, is_added) where x.steam is not null;
  end loop;
  return null;
end $$;
drop trigger users_whitelist_noted on users;
create constraint trigger users_whitelist_noted
  after insert or delete or update of steam_id, is_whitelisted, is_whitelisted_dev, is_entitled, is_entitled_dev, disabled_at, deleted_at on users
  deferrable initially deferred for each row execute function note_whitelist_change();
drop index users_whitelisted_idx;
create index users_whitelisted_idx on users (id) where is_whitelisted or is_whitelisted_dev or is_entitled or is_entitled_dev;

drop trigger users_changed on users;
create trigger users_changed before update on users for each row
  when ((old.name, old.email, old.avatar_color, old.picture_id, old.theme, old.steam_id, old.is_whitelisted, old.is_whitelisted_dev,
      old.is_entitled, old.is_entitled_dev, old.disabled_at, old.deleted_at)
    is distinct from
    (new.name, new.email, new.avatar_color, new.picture_id, new.theme, new.steam_id, new.is_whitelisted, new.is_whitelisted_dev,
      new.is_entitled, new.is_entitled_dev, new.disabled_at, new.deleted_at))
  execute function user_changed();

-- Groups that a game server lets the portal give, by its own config, and which list of members it has.
alter table server_links
  add column ace_groups text[] not null default '{}',
  add column ace_groups_version text;
