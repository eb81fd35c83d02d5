-- Vehicles follow the tables of a game: one that is impounded there, and one whose garage is blocked there since it is impounded here.
alter table vehicles
  add column impounded_in_game boolean not null default false,
  add column blocked_at timestamptz;
create index vehicles_blocked_idx on vehicles (game_database) where blocked_at is not null;
