-- A game server's key opens sessions for the members who play there, but none for an administrator: whoever takes the key must not become
-- one. A session that was opened so ends when its member becomes an administrator, whichever way that comes about.
create function is_administrator(account integer) returns boolean language sql stable as $$
  select exists (
    select from user_roles ur join roles r on r.id = ur.role_id join role_groups g on g.id = r.role_group_id
    where ur.user_id = account and g.name in ('Root', 'Admin'));
$$;

create function end_ticket_sessions(account integer) returns void language sql as $$
  update sessions set revoked_at = now()
  where user_id = account and kind = 'ticket' and revoked_at is null and is_administrator(account);
$$;

create function end_ticket_sessions_of_holder() returns trigger language plpgsql as $$
begin
  perform end_ticket_sessions(new.user_id);
  return null;
end $$;
create trigger user_roles_end_ticket_sessions after insert or update on user_roles
  for each row execute function end_ticket_sessions_of_holder();

-- In the order of their ids, like everything else that locks several accounts.
create function end_ticket_sessions_of_holders() returns trigger language plpgsql as $$
begin
  perform end_ticket_sessions(user_id) from (select user_id from user_roles where role_id = new.id order by user_id) as holders;
  return null;
end $$;
create trigger roles_end_ticket_sessions after update on roles for each row
  when (old.role_group_id is distinct from new.role_group_id) execute function end_ticket_sessions_of_holders();

-- Nor does one come to be: a ticket that was issued before the promotion and is exchanged after it is refused.
create function refuse_ticket_of_administrator() returns trigger language plpgsql as $$
begin
  if is_administrator(new.user_id) then
    raise exception 'administrators sign in themselves' using errcode = 'TF002';
  end if;
  return new;
end $$;
create trigger sessions_no_ticket_for_administrators before insert on sessions for each row
  when (new.kind = 'ticket') execute function refuse_ticket_of_administrator();

update sessions set revoked_at = now() where kind = 'ticket' and revoked_at is null and is_administrator(user_id);
