-- A portal without a Root could never be administered again: taking away the last one fails, however it is done.
create function keep_a_root() returns trigger language plpgsql as $$
begin
  -- In turn: of two Roots who remove each other at once, the second sees what the first did.
  perform pg_advisory_xact_lock(8363687, 1);
  if not exists (
    select from user_roles ur
    join roles r on r.id = ur.role_id join role_groups g on g.id = r.role_group_id join users u on u.id = ur.user_id
    where g.name = 'Root' and u.disabled_at is null and u.deleted_at is null
  ) then
    raise exception 'the last Root has to stay' using errcode = 'TF001';
  end if;
  return null;
end $$;

-- Whether the role belongs to the group Root.
create function is_root_role(role integer) returns boolean language sql stable as $$
  select exists (select from roles r join role_groups g on g.id = r.role_group_id where r.id = role and g.name = 'Root')
$$;

-- Whether the account holds a role of the group Root.
create function is_root_user(holder integer) returns boolean language sql stable as $$
  select exists (select from user_roles where user_id = holder and is_root_role(role_id))
$$;
create trigger user_roles_keep_a_root after delete or update on user_roles for each row
  when (is_root_role(old.role_id)) execute function keep_a_root();
create trigger users_keep_a_root after update on users for each row
  when ((old.disabled_at is null and new.disabled_at is not null or old.deleted_at is null and new.deleted_at is not null)
    and is_root_user(new.id))
  execute function keep_a_root();
create trigger roles_keep_a_root after update on roles for each row
  when (old.role_group_id is distinct from new.role_group_id) execute function keep_a_root();
