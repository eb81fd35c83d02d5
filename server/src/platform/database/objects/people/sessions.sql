-- A disabled or deleted account keeps no session. A changed password ends every session but the one in which it was changed, which the
-- transaction names.
create function end_sessions_of_user() returns trigger language plpgsql as $$
declare
  kept bigint := nullif(current_setting('portal.keep_session', true), '')::bigint;
begin
  if new.disabled_at is not null or new.deleted_at is not null then kept := null; end if;
  update sessions set revoked_at = now() where user_id = new.id and revoked_at is null and id is distinct from kept;
  return null;
end $$;
create trigger users_sessions_end after update on users for each row
  when (new.disabled_at is not null or new.deleted_at is not null or old.password_hash is distinct from new.password_hash)
  execute function end_sessions_of_user();

-- Tells every portal that a session has ended, so that its sockets are closed.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_access', json_build_object('sessionId', old.id)::text);
  return null;
end $$;
create trigger sessions_end_announced after update on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function announce_session_end();
create trigger sessions_removal_announced after delete on sessions for each row
  when (old.revoked_at is null) execute function announce_session_end();

-- A game server's key opens sessions for the members who play there, but none for an administrator: a stolen key must not become one. A session
-- opened that way ends when its member becomes an administrator.
create function is_administrator(account integer) returns boolean language sql stable as $$
  select exists (
    select from user_roles ur join roles r on r.id = ur.role_id join role_groups g on g.id = r.role_group_id
    where ur.user_id = account and g.name in ('Root', 'Admin'));
$$;

-- Ends the sessions that game servers opened for an account, if it is an administrator's.
create function end_ticket_sessions(account integer) returns void language sql as $$
  update sessions set revoked_at = now()
  where user_id = account and kind = 'ticket' and revoked_at is null and is_administrator(account);
$$;

-- An account that is given a role may have become an administrator's.
create function end_ticket_sessions_of_holder() returns trigger language plpgsql as $$
begin
  perform end_ticket_sessions(new.user_id);
  return null;
end $$;
create trigger user_roles_end_ticket_sessions after insert or update on user_roles
  for each row execute function end_ticket_sessions_of_holder();

-- A role that moves to another group may have made its holders administrators. Accounts are locked in the order of their ids.
create function end_ticket_sessions_of_holders() returns trigger language plpgsql as $$
begin
  perform end_ticket_sessions(user_id) from (select user_id from user_roles where role_id = new.id order by user_id) as holders;
  return null;
end $$;
create trigger roles_end_ticket_sessions after update on roles for each row
  when (old.role_group_id is distinct from new.role_group_id) execute function end_ticket_sessions_of_holders();

-- A ticket issued before its member became an administrator is refused afterwards.
create function refuse_ticket_of_administrator() returns trigger language plpgsql as $$
begin
  if is_administrator(new.user_id) then
    raise exception 'administrators sign in themselves' using errcode = 'TF002';
  end if;
  return new;
end $$;
create trigger sessions_no_ticket_for_administrators before insert on sessions for each row
  when (new.kind = 'ticket') execute function refuse_ticket_of_administrator();

-- Tells every portal that a key was revoked or expires at another time, so that the sockets opened with it are closed.
create function announce_key_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_access', json_build_object('keyId', new.id)::text);
  return null;
end $$;
create trigger api_keys_revocation_announced after update on api_keys for each row
  when ((old.revoked_at, old.expires_at) is distinct from (new.revoked_at, new.expires_at)) execute function announce_key_revocation();
