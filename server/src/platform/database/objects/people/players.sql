-- By what game servers recognise members: their Steam hex, proved or typed, the Discord account they linked, and the licences they have proved. A
-- licence that several members have proved is nobody's.
create view player_identities (user_id, kind, value, is_proved) as
  select u.id, 'steam', lower(u.steam_id),
    exists (select from steam_claims c where c.user_id = u.id and c.steam_hex = lower(u.steam_id) and not c.is_disputed)
  from users u where u.steam_id <> ''
  union all
  select l.user_id, 'discord', l.discord_id, true from discord_links l
  union all
  select l.user_id, l.kind, l.license, true from player_licenses l
  where l.proved_at is not null and not exists (
    select from player_licenses o join users u on u.id = o.user_id and u.deleted_at is null
    where o.kind = l.kind and o.license = l.license and o.user_id <> l.user_id and o.proved_at is not null);

-- Tells every portal that game servers recognise a member by something else, so that players are matched anew.
create function tell_identities() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_access', json_build_object('userId', coalesce(new.user_id, old.user_id))::text);
  return null;
end $$;
create trigger discord_links_identities_told after insert or update or delete on discord_links
  for each row execute function tell_identities();
create trigger steam_claims_identities_told after insert or update or delete on steam_claims
  for each row execute function tell_identities();

-- A licence that a second member proves is nobody's any more, so that those who had it are told of too.
create function tell_licenses() returns trigger language plpgsql as $$
declare
  changed player_licenses := coalesce(new, old);
begin
  perform pg_notify('portal_access', json_build_object('userId', user_id)::text)
    from player_licenses where kind = changed.kind and license = changed.license and proved_at is not null and user_id <> changed.user_id;
  perform pg_notify('portal_access', json_build_object('userId', changed.user_id)::text);
  return null;
end $$;
create trigger player_licenses_proved_told after insert on player_licenses for each row
  when (new.proved_at is not null) execute function tell_licenses();
create trigger player_licenses_changed_told after update of proved_at on player_licenses for each row
  when (old.proved_at is distinct from new.proved_at) execute function tell_licenses();
create trigger player_licenses_gone_told after delete on player_licenses for each row
  when (old.proved_at is not null) execute function tell_licenses();
