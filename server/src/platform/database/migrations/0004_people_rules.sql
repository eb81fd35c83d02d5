-- A member who changes their own password stays signed in where they did it: the transaction names that session. A disabled or deleted
-- account keeps none.
create or replace function end_sessions_of_user() returns trigger language plpgsql as $$
declare
  kept bigint := nullif(current_setting('portal.keep_session', true), '')::bigint;
begin
  if new.disabled_at is not null or new.deleted_at is not null then kept := null; end if;
  update sessions set revoked_at = now() where user_id = new.id and revoked_at is null and id is distinct from kept;
  return null;
end $$;

-- In the order of their ids, like everything else that locks several accounts: two that do so at once wait for each other, and never for
-- ever.
create or replace function touch_department_members() returns trigger language plpgsql as $$
begin
  perform touch_access(user_id) from (select user_id from user_departments where department_id = new.id order by user_id) as members;
  return null;
end $$;
create or replace function touch_rank_members() returns trigger language plpgsql as $$
begin
  perform touch_access(user_id) from (select user_id from user_departments where rank_id = new.id order by user_id) as members;
  return null;
end $$;
create or replace function touch_role_members() returns trigger language plpgsql as $$
begin
  perform touch_access(user_id) from (select user_id from user_roles where role_id = new.id order by user_id) as holders;
  return null;
end $$;

-- The console finds a role by its name in any case.
alter table roles drop constraint roles_name_key;
create unique index roles_name_key on roles (lower(name));

-- The log is read newest first, by id.
drop index audit_subject_idx;
drop index audit_actor_id_idx;
create index audit_by_subject on audit (subject_type, subject_id, id desc);
create index audit_by_actor on audit (actor_id, id desc);
create index audit_by_action on audit (action, id desc);
