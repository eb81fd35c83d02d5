-- The groups that a role group stands for, itself included: as in the contract's `withImpliedRoles`.
create view implied_role_groups (held, implied) as values
  ('Root', 'Root'), ('Root', 'Admin'), ('Root', 'Developer'), ('Root', 'Staff'), ('Root', 'Legal Services Supervisor'), ('Root', 'Legal Services'),
  ('Admin', 'Admin'), ('Admin', 'Staff'), ('Admin', 'Legal Services Supervisor'), ('Admin', 'Legal Services'),
  ('Staff', 'Staff'),
  ('Legal Services Supervisor', 'Legal Services Supervisor'), ('Legal Services Supervisor', 'Legal Services'),
  ('Legal Services', 'Legal Services'),
  ('Developer', 'Developer');

-- Who is entitled to what, and by which entitlement. An entitlement that ends with time ends here by itself. Disabled and deleted accounts are
-- left out by the views that give something. Another source is another branch.
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
    where e.source_kind = 'leave' and l.ended_early_at is null and (select community_today()) between l.starts_on and l.ends_on
  union all
  select l.user_id, e.gift_kind, e.discord_role_id, e.source_kind, e.id
    from entitlements e cross join discord_links l
    where e.source_kind = 'linked'
  union all
  select user_id, gift_kind, value, source, entitlement_id
    from granted;

-- The Discord roles that members are entitled to, on each Discord server. Members who want to be told of patrols are entitled to the role that is
-- pinged, unless it gives power: nobody may choose that for themselves.
create view entitled_roles (user_id, discord_id, guild_id, role_id) as
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

-- Permissions that give power over a Discord server, as in the contract's `isPowerful`.
create function is_powerful(permissions text) returns boolean language sql immutable parallel safe
  return (mod(permissions::numeric, 4611686018427387904)::bigint & 1127324197054) <> 0;

-- What is given of all that members are entitled to: a role with power over the Discord server only for a department, rank or role group, which
-- somebody decides on, as in the contract's `mayGivePower`. A role may gain power after it was mapped: members who have it stay entitled, and keep it.
create view given (user_id, gift_kind, value) as
  select distinct e.user_id, e.gift_kind, e.value
  from entitled e left join discord_roles r on e.gift_kind = 'discordRole' and r.id = e.value
  where r.id is null or e.source in ('department', 'rank', 'roleGroup') or not is_powerful(r.permissions);

-- The Discord roles to give: those that members are entitled to, without roles that have gained power since they were mapped.
create view given_roles (user_id, discord_id, guild_id, role_id) as
  select e.user_id, e.discord_id, e.guild_id, e.role_id
  from entitled_roles e join discord_roles r on r.id = e.role_id
  where not is_powerful(r.permissions)
    or exists (select from given g where g.user_id = e.user_id and g.gift_kind = 'discordRole' and g.value = e.role_id);

-- In-game groups of the members whom a game server can know, by their Steam hex.
create view entitled_ace_groups (user_id, steam, ace_group) as
  select distinct e.user_id, lower(u.steam_id), e.value
  from entitled e
  join users u on u.id = e.user_id and u.disabled_at is null and u.deleted_at is null and u.steam_id ~ '^[0-9A-Fa-f]{15}$'
  where e.gift_kind = 'aceGroup';

-- Brings the whitelists of these members in line with what they are entitled to, and returns how many changed. Accounts are locked in the order
-- of their ids.
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

-- Does the same for every member whose whitelists are out of line, because something has ended with time.
create function refresh_all_entitled() returns integer language sql as $$
  select refresh_entitled(coalesce(array_agg(u.id), '{}'))
  from users u left join (
    select user_id, bool_or(value = 'prod') as prod, bool_or(value = 'dev') as dev from entitled where gift_kind = 'whitelist' group by user_id
  ) e on e.user_id = u.id
  where (u.is_entitled, u.is_entitled_dev) is distinct from (coalesce(e.prod, false), coalesce(e.dev, false));
$$;

-- A member who joins or leaves a department, or gets another rank, is on the whitelists that go with it at once.
create function membership_entitles() returns trigger language plpgsql as $$
begin
  if not exists (select from entitlements where gift_kind = 'whitelist' and department_id is not null) then return null; end if;
  perform refresh_entitled(array[case when tg_op = 'DELETE' then old.user_id else new.user_id end]);
  return null;
end $$;
create trigger user_departments_entitled after insert or update or delete on user_departments
  for each row execute function membership_entitles();

-- Members of a department are on the whitelists that it is given at once, and off those that it loses.
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

-- An entitlement is added or removed, never changed: what it gave could not be followed.
create function refuse_entitlement_change() returns trigger language plpgsql as $$
begin
  raise exception 'an entitlement is added or removed, never changed';
end $$;
create trigger entitlements_stay before update on entitlements for each row execute function refuse_entitlement_change();

-- A role that an entitlement or a mapping names stays known after Discord has deleted it, so that the page can say so.
create function keep_mapped_role() returns trigger language plpgsql as $$
begin
  if not exists (select from entitlements where discord_role_id = old.id)
    and not exists (select from discord_mappings where role_id = old.id) then return old; end if;
  update discord_roles set gone_at = coalesce(gone_at, now()), version = version + 1 where id = old.id and gone_at is null;
  return null;
end $$;
create trigger discord_roles_mapped_stay before delete on discord_roles for each row execute function keep_mapped_role();
