-- By what game servers know the members who may play: a Steam hex, or another identifier with its kind before it.
create view whitelisted (environment, user_id, identifier) as
  select e.environment, u.id, case i.kind when 'steam' then i.value else i.kind || ':' || i.value end
  from users u
  join player_identities i on i.user_id = u.id and (i.kind <> 'steam' or i.value ~ '^[0-9a-f]{15}$')
  cross join (values ('prod'), ('dev')) as e (environment)
  where u.disabled_at is null and u.deleted_at is null
    and case e.environment when 'prod' then u.is_whitelisted or u.is_entitled else u.is_whitelisted_dev or u.is_entitled_dev end;

-- Writes what has changed for these members to the whitelists' changes under their next version, which game servers ask for.
create function bring_whitelists(touched integer[]) returns void language plpgsql as $$
declare
  env text;
  reached integer;
begin
  foreach env in array array['prod', 'dev'] loop
    continue when not exists (
      select from (select user_id, identifier from whitelisted where environment = env and user_id = any (touched)) w
        full join (select user_id, identifier from whitelist_entries where environment = env and user_id = any (touched)) e
          using (user_id, identifier)
      where w.user_id is null or e.user_id is null);
    -- One at a time, and only as the transaction ends: versions are committed in their order.
    perform pg_advisory_xact_lock(8363687, 2);
    update whitelist_versions set version = version + 1 where environment = env returning version into reached;
    with gone as (
      delete from whitelist_entries e where e.environment = env and e.user_id = any (touched) and not exists (
        select from whitelisted w where w.environment = env and w.user_id = e.user_id and w.identifier = e.identifier)
      returning e.identifier
    ), come as (
      insert into whitelist_entries (environment, user_id, identifier)
        select environment, user_id, identifier from whitelisted where environment = env and user_id = any (touched)
      on conflict do nothing returning identifier
    )
    insert into whitelist_changes (environment, version, steam, is_added)
      select env, reached, x.identifier, bool_or(x.is_added)
      from (select identifier, false as is_added from gone union all select identifier, true from come) x
      -- What another member is listed by stays.
      where x.is_added or not exists (
        select from whitelist_entries o where o.environment = env and o.identifier = x.identifier and o.user_id <> all (touched))
      group by x.identifier;
  end loop;
end $$;

-- A change of who may play, or of by what they are known, changes the whitelists. Accounts that share a licence change together.
create function note_whitelist_change() returns trigger language plpgsql as $$
declare
  changed integer := coalesce(new.id, old.id);
begin
  perform bring_whitelists(array(
    select changed union select o.user_id from player_licenses l join player_licenses o using (kind, license) where l.user_id = changed));
  return null;
end $$;
create constraint trigger users_whitelist_noted
  after insert or delete or update of steam_id, is_whitelisted, is_whitelisted_dev, is_entitled, is_entitled_dev, disabled_at, deleted_at on users
  deferrable initially deferred for each row execute function note_whitelist_change();

-- The same for a link to Discord.
create function note_whitelist_link() returns trigger language plpgsql as $$
begin
  perform bring_whitelists(array[coalesce(new.user_id, old.user_id)]);
  return null;
end $$;
create constraint trigger discord_links_whitelist_noted after insert or delete or update on discord_links
  deferrable initially deferred for each row execute function note_whitelist_link();

-- The same for a licence, which is nobody's while several members have proved it.
create function note_whitelist_license() returns trigger language plpgsql as $$
declare
  changed player_licenses := coalesce(new, old);
begin
  perform bring_whitelists(array(
    select changed.user_id union select user_id from player_licenses where kind = changed.kind and license = changed.license));
  return null;
end $$;
create constraint trigger player_licenses_whitelist_noted after insert or delete or update of proved_at on player_licenses
  deferrable initially deferred for each row execute function note_whitelist_license();
