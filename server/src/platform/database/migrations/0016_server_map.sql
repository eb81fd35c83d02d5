-- What each server's live map lies on. No row: our own drawing.
create table server_maps (
  server_id integer primary key references servers (id) on delete cascade,
  backdrop jsonb not null,
  version integer not null default 1
);

-- Kept in the database rather than on the disk, so that every portal of a community serves it.
create table server_map_images (
  server_id integer primary key references servers (id) on delete cascade,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null check (width between 1 and 12288),
  height integer not null check (height between 1 and 12288),
  digest text not null,
  content bytea not null check (octet_length(content) between 1 and 20971520)
);
-- It is packed already.
alter table server_map_images alter column content set storage external;

create table postals (
  server_id integer not null references servers (id) on delete cascade,
  code text not null check (length(code) between 1 and 16),
  x double precision not null,
  y double precision not null,
  primary key (server_id, code)
);
