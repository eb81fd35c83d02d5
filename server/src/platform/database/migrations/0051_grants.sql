-- Access for a limited time: ride-alongs and temporary passes. Who has it, by whom, for what and until when.
create table grants (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('ridealong', 'pass')),
  user_id integer not null references users (id) on delete cascade,
  sponsor_id integer references users (id),
  -- ended: before its time. expired: its time was over, or nobody answered.
  state text not null default 'asked' check (state in ('asked', 'active', 'declined', 'ended', 'expired', 'withdrawn')),
  -- A ride-along gives what entitlements say; a pass gives this too.
  whitelist text check (whitelist in ('prod', 'dev')),
  department_id integer references departments (id),
  note text not null default '' check (length(note) <= 500),
  hours integer not null check (hours between 1 and 336),
  asked_at timestamptz not null default now(),
  starts_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  -- Null if its time was over.
  ended_by integer references users (id),
  end_reason text not null default '' check (length(end_reason) <= 500),
  version integer not null default 1,
  -- The version that the messages in Discord show.
  posted_version integer not null default 0,
  constraint grants_not_to_oneself check (sponsor_id <> user_id),
  check ((kind = 'pass') = (whitelist is not null)),
  check (state <> 'active' or (sponsor_id is not null and starts_at is not null and ends_at > starts_at)),
  check ((state in ('asked', 'active')) = (ended_at is null))
);
create unique index grants_asked_once on grants (user_id, kind) where state = 'asked';
create unique index grants_active_once on grants (user_id, kind) where state = 'active';
create index grants_of_member on grants (user_id, id desc);
create index grants_of_sponsor on grants (sponsor_id) where state = 'active';
create index grants_asked on grants (asked_at) where state = 'asked';
create index grants_active on grants (ends_at) where state = 'active';
create index grants_past on grants (ended_at desc, id desc) where ended_at is not null;
create index grants_to_post on grants (id) where posted_version < version;

-- What members are entitled to by a grant, for as long as it lasts: whatever reads this needs no job for it to end.
create view granted (user_id, gift_kind, value, source, entitlement_id) as
  select g.user_id, 'whitelist', g.whitelist, g.kind, null::integer
    from grants g
    where g.state = 'active' and now() < g.ends_at and g.whitelist is not null
  union all
  select g.user_id, e.gift_kind, coalesce(e.discord_role_id, e.whitelist), e.source_kind, e.id
    from entitlements e join grants g on g.kind = e.source_kind
    where e.source_kind in ('ridealong', 'pass') and g.state = 'active' and now() < g.ends_at;

-- Added to the branches that are there.
do $$
begin
  execute 'create or replace view entitled (user_id, gift_kind, value, source, entitlement_id) as '
    || rtrim(pg_get_viewdef('entitled'::regclass), '; ') || ' union all select user_id, gift_kind, value, source, entitlement_id from granted';
end $$;

-- Whitelists follow at once. The end of the time is brought by the job that looks every minute.
create function grant_entitles() returns trigger language plpgsql as $$
begin
  perform refresh_entitled(array[new.user_id]);
  return null;
end $$;
create trigger grants_given after insert on grants for each row when (new.state = 'active') execute function grant_entitles();
create trigger grants_changed after update of state, ends_at on grants for each row
  when (old.state = 'active' or new.state = 'active') execute function grant_entitles();

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

-- What a ride-along gives until an admin says otherwise.
insert into entitlements (source_kind, gift_kind, whitelist) values ('ridealong', 'whitelist', 'prod');

-- An account that is disabled or deleted has no grants when it comes back.
create function end_grants_of_account() returns trigger language plpgsql as $$
begin
  update grants set state = 'ended', ended_at = now(), end_reason = 'The account was disabled', version = version + 1
    where user_id = new.id and state in ('asked', 'active');
  return null;
end $$;
create trigger users_disabled_grants after update of disabled_at, deleted_at on users for each row
  when ((new.disabled_at is not null and old.disabled_at is null) or (new.deleted_at is not null and old.deleted_at is null))
  execute function end_grants_of_account();

-- The code of conduct, as it was published each time.
create table conduct_versions (
  number integer primary key check (number > 0),
  text text not null check (length(text) between 1 and 8000),
  author_id integer not null references users (id),
  published_at timestamptz not null default now()
);

create table conduct_acceptances (
  number integer not null references conduct_versions (number),
  user_id integer not null references users (id) on delete cascade,
  accepted_at timestamptz not null default now(),
  how text not null check (how in ('portal', 'discord')),
  primary key (number, user_id)
);
create index conduct_acceptances_of_member on conduct_acceptances (user_id);

-- What was published or accepted stays as it was.
create function refuse_conduct_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published code of conduct never changes, nor who accepted it and when';
end $$;
create trigger conduct_versions_stay before update or delete on conduct_versions for each row execute function refuse_conduct_change();
create trigger conduct_acceptances_stay before update on conduct_acceptances for each row execute function refuse_conduct_change();
