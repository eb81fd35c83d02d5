-- Ids of characters and vehicles belong to the database of the game that they come from: a server's own ('#1'), or a named one that servers share.
alter table servers
  add column game_database text not null default '' check (game_database ~ '^[a-z0-9][a-z0-9-]{0,29}$|^$'),
  -- Whether the game or the portal has the last word on what is known of a character.
  add column game_leads boolean not null default true;
alter table servers
  add column game_key text not null generated always as (case when game_database = '' then '#' || id::text else game_database end) stored;

-- Empty for records of earlier versions, which every server's ids may mean.
alter table characters
  add column game_database text,
  -- What the game handed in.
  add column game_fields text[] not null default '{}';
alter table vehicles add column game_database text;

drop index characters_external_key;
create unique index characters_external_key on characters (external_id, coalesce(game_database, ''))
  where external_id is not null and removed_at is null;
drop index vehicles_external_key;
create unique index vehicles_external_key on vehicles (external_id, coalesce(game_database, ''))
  where external_id is not null and removed_at is null;
create index characters_unowned_idx on characters (game_database) where user_id is null and game_database is not null and removed_at is null;

-- By which identifiers the player of a character without an owner was seen, so that it finds its member once they have proved one of these.
create table character_players (
  character_id integer not null references characters (id) on delete cascade,
  kind text not null check (kind in ('steam', 'discord', 'license', 'license2')),
  value text not null check (length(value) between 1 and 80),
  primary key (character_id, kind)
);
create index character_players_value_idx on character_players (kind, value);
