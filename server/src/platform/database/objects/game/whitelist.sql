-- The Steam hex by which a game server lets a member in; null for a member who may not play or has no valid one.
create function whitelisted_as(steam text, is_listed boolean, disabled timestamptz, deleted timestamptz) returns text
language sql immutable parallel safe
  return case when is_listed and disabled is null and deleted is null and steam ~ '^[0-9A-Fa-f]{15}$' then lower(steam) end;

-- A change of who may play is written to the whitelists' changes under their next version, which game servers ask for.
create function note_whitelist_change() returns trigger language plpgsql as $$
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
create constraint trigger users_whitelist_noted
  after insert or delete or update of steam_id, is_whitelisted, is_whitelisted_dev, is_entitled, is_entitled_dev, disabled_at, deleted_at on users
  deferrable initially deferred for each row execute function note_whitelist_change();
