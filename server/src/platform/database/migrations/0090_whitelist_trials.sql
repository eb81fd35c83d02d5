-- Nobody is refused by a whitelist before someone switches that on for the server. Servers that have acknowledged a list keep it on.
alter table servers add column enforces_whitelist boolean not null default false;
update servers set enforces_whitelist = true
  where exists (select from server_links l where l.server_id = servers.id and l.whitelist_acknowledged_at is not null);

-- Whom a server would have refused while its whitelist was not switched on. A player is known by a hash, so that no identifiers of strangers are kept.
create table whitelist_trials (
  server_id integer not null references servers (id) on delete cascade,
  player_hash bytea not null,
  name text not null,
  user_id integer references users (id) on delete set null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1,
  primary key (server_id, player_hash)
);
create index whitelist_trials_last on whitelist_trials (server_id, last_at);
create index whitelist_trials_user on whitelist_trials (user_id);

-- By what game servers know the members on each whitelist, as it was last written to the changes: a Steam hex, or another identifier with its kind
-- before it. There is no reference to the account, whose entries are noted as gone after it is deleted.
create table whitelist_entries (
  environment text not null references whitelist_versions (environment),
  user_id integer not null,
  identifier text not null,
  primary key (environment, user_id, identifier)
);
create index whitelist_entries_identifier on whitelist_entries (environment, identifier);

insert into whitelist_entries (environment, user_id, identifier)
  select e.environment, u.id, i.identifier
  from users u
  cross join (values ('prod'), ('dev')) as e (environment)
  join (
    select id as user_id, lower(steam_id) as identifier from users where steam_id ~ '^[0-9A-Fa-f]{15}$'
    union all select user_id, 'discord:' || discord_id from discord_links
  ) i on i.user_id = u.id
  where u.disabled_at is null and u.deleted_at is null
    and case e.environment when 'prod' then u.is_whitelisted or u.is_entitled else u.is_whitelisted_dev or u.is_entitled_dev end;
-- Servers are brought the whole list, since the changes do not name Discord accounts.
update whitelist_versions set version = version + 1;
