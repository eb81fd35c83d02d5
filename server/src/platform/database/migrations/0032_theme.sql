-- How the portal looks for a member, on every browser they use.
alter table users add column theme text not null default 'system' check (theme in ('system', 'light', 'dark'));
drop trigger users_changed on users;
create trigger users_changed before update on users for each row
  when ((old.name, old.email, old.avatar_color, old.picture_id, old.theme, old.steam_id, old.is_whitelisted, old.is_whitelisted_dev, old.disabled_at, old.deleted_at)
    is distinct from
    (new.name, new.email, new.avatar_color, new.picture_id, new.theme, new.steam_id, new.is_whitelisted, new.is_whitelisted_dev, new.disabled_at, new.deleted_at))
  execute function user_changed();
