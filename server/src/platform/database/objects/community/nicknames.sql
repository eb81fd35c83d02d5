-- 'Rosa Delgado' is 'R. Delgado', as in the contract's `nicknameFrom`.
create function short_name(name text) returns text language sql immutable parallel safe
  return case when btrim(name) ~ '\s' then left(btrim(name), 1) || '. ' || regexp_replace(btrim(name), '^.*\s', '') else btrim(name) end;

-- The nickname that a template gives, as in the contract's `nicknameFrom`.
create function nickname_from(template text, name text, rank text, department text) returns text language sql immutable parallel safe
  return btrim(left(btrim(regexp_replace(
    replace(replace(replace(replace(template, '{department}', department), '{rank}', coalesce(rank, '')), '{short}', short_name(name)), '{name}', name),
    '\s+', ' ', 'g')), 32));

-- Members whom the bot can rename. Discord lets a bot rename neither the owner of a server nor anyone whose highest role is not below the bot's.
create view renamable_members (guild_id, discord_id) as
  select m.guild_id, m.discord_id
  from discord_members m join discord_guilds g on g.id = m.guild_id
  where m.discord_id <> g.owner_id and not exists (
    select from discord_roles r
    where r.guild_id = m.guild_id and r.id = any (m.role_ids) and r.gone_at is null and r.position >= g.bot_position);

-- The nicknames that the templates give, also to members whom the bot can't rename.
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

-- The nicknames that the bot may set.
create view entitled_nicknames (user_id, discord_id, guild_id, nickname) as
  select t.user_id, t.discord_id, t.guild_id, t.nickname
  from templated_nicknames t join renamable_members m on m.guild_id = t.guild_id and m.discord_id = t.discord_id;
