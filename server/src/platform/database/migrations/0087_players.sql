-- The license2 of players is noted beside their license. `proved_at` is set once a licence was seen beside a proved identifier of the member, or
-- linked with a code: only then do game servers recognise the member by it. The others serve to recognise those who may not return.
-- Staff who leave a licence that several members have proved as it is are not told again.
alter table player_licenses
  add column kind text not null default 'license' check (kind in ('license', 'license2')),
  add column proved_at timestamptz,
  add column is_left_shared boolean not null default false,
  drop constraint player_licenses_pkey,
  add primary key (user_id, kind, license);
create index player_licenses_proved on player_licenses (kind, license) where proved_at is not null;
