-- What members are entitled to by a grant, for as long as it lasts: no job is needed for it to end.
create view granted (user_id, gift_kind, value, source, entitlement_id) as
  select g.user_id, 'whitelist', g.whitelist, g.kind, null::integer
    from grants g
    where g.state = 'active' and now() < g.ends_at and g.whitelist is not null
  union all
  select g.user_id, e.gift_kind, coalesce(e.discord_role_id, e.whitelist), e.source_kind, e.id
    from entitlements e join grants g on g.kind = e.source_kind
    where e.source_kind in ('ridealong', 'pass') and g.state = 'active' and now() < g.ends_at;

-- What puts a member on a whitelist that nobody put them on: a rank, or else a grant. A pass that ended a moment ago counts until they are off it.
-- As a function its statements are planned only for those who are on one; within a query they would be planned for every account that is read.
create function entitled_by(member integer, listed text) returns text language plpgsql stable parallel safe as $$
begin
  if exists (select from entitlements e join user_departments d on d.department_id = e.department_id
      where d.user_id = member and e.whitelist = listed and (e.rank_id is null or e.rank_id = d.rank_id)) then
    return 'rank';
  end if;
  return coalesce((select min(g.source) from granted g where g.user_id = member and g.gift_kind = 'whitelist' and g.value = listed), 'pass');
end $$;

-- A grant that begins or ends changes the whitelists of its member at once. A job looks every minute for grants that have run out.
create function grant_entitles() returns trigger language plpgsql as $$
begin
  perform refresh_entitled(array[new.user_id]);
  return null;
end $$;
create trigger grants_given after insert on grants for each row when (new.state = 'active') execute function grant_entitles();
create trigger grants_changed after update of state, ends_at on grants for each row
  when (old.state = 'active' or new.state = 'active') execute function grant_entitles();

-- The holders of grants are on the whitelists that grants are given at once.
create function grant_entitlement_changed() returns trigger language plpgsql as $$
begin
  perform refresh_entitled(coalesce(array_agg(user_id), '{}')) from grants
    where state = 'active' and kind = case when tg_op = 'DELETE' then old.source_kind else new.source_kind end;
  return null;
end $$;
create trigger entitlements_of_grants_added after insert on entitlements for each row
  when (new.gift_kind = 'whitelist' and new.source_kind in ('ridealong', 'pass')) execute function grant_entitlement_changed();
create trigger entitlements_of_grants_removed after delete on entitlements for each row
  when (old.gift_kind = 'whitelist' and old.source_kind in ('ridealong', 'pass')) execute function grant_entitlement_changed();

-- An account that was disabled or deleted has no grants when it comes back.
create function end_grants_of_account() returns trigger language plpgsql as $$
begin
  update grants set state = 'ended', ended_at = now(), end_reason = 'The account was disabled', version = version + 1
    where user_id = new.id and state in ('asked', 'active');
  return null;
end $$;
create trigger users_disabled_grants after update of disabled_at, deleted_at on users for each row
  when ((new.disabled_at is not null and old.disabled_at is null) or (new.deleted_at is not null and old.deleted_at is null))
  execute function end_grants_of_account();
