-- The whitelists by version, so that a game server is brought what changed, and it is known which one it has.

create table whitelist_versions (
  environment text primary key check (environment in ('prod', 'dev')),
  version integer not null
);
insert into whitelist_versions (environment, version) values ('prod', 1), ('dev', 1);

create table whitelist_changes (
  environment text not null references whitelist_versions (environment),
  version integer not null,
  steam text not null,
  is_added boolean not null,
  at timestamptz not null default now(),
  primary key (environment, version, steam)
);
create index whitelist_changes_at_idx on whitelist_changes (at);

-- As a game server knows a member who may play; nothing where they may not, or could not be known.
create function whitelisted_as(steam text, is_listed boolean, disabled timestamptz, deleted timestamptz) returns text
language sql immutable parallel safe
  return case when is_listed and disabled is null and deleted is null and steam ~ '^[0-9A-Fa-f]{15}$' then lower(steam) end;

create function note_whitelist_change() returns trigger language plpgsql as $$
declare
  env text;
  was text;
  becomes text;
  reached integer;
begin
  foreach env in array array['prod', 'dev'] loop
    was := case when tg_op = 'INSERT' then null else
      whitelisted_as(old.steam_id, case env when 'prod' then old.is_whitelisted else old.is_whitelisted_dev end, old.disabled_at, old.deleted_at) end;
    becomes := case when tg_op = 'DELETE' then null else
      whitelisted_as(new.steam_id, case env when 'prod' then new.is_whitelisted else new.is_whitelisted_dev end, new.disabled_at, new.deleted_at) end;
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
  after insert or delete or update of steam_id, is_whitelisted, is_whitelisted_dev, disabled_at, deleted_at on users
  deferrable initially deferred for each row execute function note_whitelist_change();

-- Which one a server has, by its own word.
alter table server_links
  add column whitelist_version integer,
  add column whitelist_acknowledged_at timestamptz;
alter table whitelist_pushes add column version integer;
create index users_whitelisted_idx on users (id) where is_whitelisted or is_whitelisted_dev;
