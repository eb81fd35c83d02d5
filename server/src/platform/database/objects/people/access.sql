-- Advances the version of an account's rights, once a transaction: requests, sockets and pages that hold an older version read the rights anew.
create function touch_access(touched integer) returns void language sql as $$
  update users set access_version = access_version + 1, access_changed_in = pg_current_xact_id()
  where id = touched and access_changed_in is distinct from pg_current_xact_id();
$$;

-- A change of what an account holds (departments, roles, permissions, duty) is a change of its rights.
create function user_part_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then perform touch_access(new.user_id); end if;
  if tg_op <> 'INSERT' then perform touch_access(old.user_id); end if;
  return null;
end $$;
create trigger user_departments_changed after insert or update or delete on user_departments
  for each row execute function user_part_changed();
create trigger user_roles_changed after insert or update or delete on user_roles
  for each row execute function user_part_changed();
create trigger user_permissions_changed after insert or update or delete on user_permissions
  for each row execute function user_part_changed();

-- A change of the account itself is a change of its rights.
create function user_changed() returns trigger language plpgsql as $$
begin
  if new.access_changed_in is distinct from pg_current_xact_id() then
    new.access_version := old.access_version + 1;
    new.access_changed_in := pg_current_xact_id();
  end if;
  return new;
end $$;
create trigger users_changed before update on users for each row
  when ((old.name, old.email, old.avatar_color, old.picture_id, old.theme, old.steam_id, old.is_whitelisted, old.is_whitelisted_dev,
      old.is_entitled, old.is_entitled_dev, old.disabled_at, old.deleted_at)
    is distinct from
    (new.name, new.email, new.avatar_color, new.picture_id, new.theme, new.steam_id, new.is_whitelisted, new.is_whitelisted_dev,
      new.is_entitled, new.is_entitled_dev, new.disabled_at, new.deleted_at))
  execute function user_changed();

-- Tells every portal that the rights of an account have changed.
create function announce_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_access', json_build_object('userId', new.id)::text);
  return null;
end $$;
create trigger users_access_announced after update on users for each row
  when (old.access_version is distinct from new.access_version) execute function announce_access();

-- A department that is renamed or changes its kind changes the rights of its members. Accounts are locked in the order of their ids, here and
-- wherever several are locked, so that two transactions never wait for each other.
create function touch_department_members() returns trigger language plpgsql as $$
begin
  perform touch_access(user_id) from (select user_id from user_departments where department_id = new.id order by user_id) as members;
  return null;
end $$;
create trigger departments_changed after update on departments for each row
  when ((old.name, old.full_name, old.type, old.is_cad_enabled, old.retired_at)
    is distinct from (new.name, new.full_name, new.type, new.is_cad_enabled, new.retired_at))
  execute function touch_department_members();

-- A rank that is renamed or gets other capabilities changes the rights of its holders.
create function touch_rank_members() returns trigger language plpgsql as $$
begin
  perform touch_access(user_id) from (select user_id from user_departments where rank_id = new.id order by user_id) as members;
  return null;
end $$;
create trigger ranks_changed after update on ranks for each row
  when ((old.name, old.capabilities) is distinct from (new.name, new.capabilities)) execute function touch_rank_members();

-- A role that changes changes the rights of its holders.
create function touch_role_members() returns trigger language plpgsql as $$
begin
  perform touch_access(user_id) from (select user_id from user_roles where role_id = new.id order by user_id) as holders;
  return null;
end $$;
create trigger roles_changed after update on roles for each row
  when (old is distinct from new) execute function touch_role_members();
