-- Pictures that members have, as they are shown: WebP, which no further compression makes smaller.
create table pictures (
  id bigint generated always as identity primary key,
  -- Whose share of the space it takes.
  owner_id integer not null references users (id) on delete cascade,
  digest text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  content bytea not null,
  thumbnail bytea not null,
  created_at timestamptz not null default now()
);
alter table pictures alter column content set storage external;
alter table pictures alter column thumbnail set storage external;
create index pictures_owner_idx on pictures (owner_id);

alter table users add column picture_id bigint references pictures (id) on delete set null;
create index users_picture_idx on users (picture_id) where picture_id is not null;
drop trigger users_changed on users;
create trigger users_changed before update on users for each row
  when ((old.name, old.email, old.avatar_color, old.picture_id, old.steam_id, old.is_whitelisted, old.is_whitelisted_dev, old.disabled_at, old.deleted_at)
    is distinct from
    (new.name, new.email, new.avatar_color, new.picture_id, new.steam_id, new.is_whitelisted, new.is_whitelisted_dev, new.disabled_at, new.deleted_at))
  execute function user_changed();
