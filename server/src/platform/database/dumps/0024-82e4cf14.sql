-- Dumped from database version 15.19 (Debian 15.19-0+deb12u1)
-- Dumped by pg_dump version 15.19 (Debian 15.19-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE FUNCTION public.advance_boards_of_user() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update streams set seq = seq + 1 where key in (
    select key from streams where key in (
      select 'board:' || server_id from units where user_id = new.id and status <> 1
      union select 'board:' || server_id from calls where created_by = new.id and status <> 'cleared')
    for no key update skip locked);
  return null;
end $$;

CREATE FUNCTION public.announce_access() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('portal_access', json_build_object('userId', new.id)::text);
  return null;
end $$;

CREATE FUNCTION public.announce_key_revocation() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('portal_access', json_build_object('keyId', new.id)::text);
  return null;
end $$;

CREATE FUNCTION public.announce_page() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('portal_access', json_build_object('page', true)::text);
  return null;
end $$;

CREATE FUNCTION public.announce_session_end() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('portal_access', json_build_object('sessionId', old.id)::text);
  return null;
end $$;

CREATE FUNCTION public.check_call_units() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  concerned integer := case when tg_table_name = 'calls' then (to_jsonb(new) ->> 'id')::integer else (to_jsonb(new) ->> 'call_id')::integer end;
begin
  if (select (status = 'active') from calls where id = concerned)
    <> exists (select from call_units where call_id = concerned and cleared_at is null) then
    raise exception 'call % is active exactly while a unit is on it', concerned
      using errcode = 'check_violation', constraint = 'calls_active_with_units';
  end if;
  return null;
end $$;

CREATE FUNCTION public.end_sessions_of_user() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  kept bigint := nullif(current_setting('portal.keep_session', true), '')::bigint;
begin
  if new.disabled_at is not null or new.deleted_at is not null then kept := null; end if;
  update sessions set revoked_at = now() where user_id = new.id and revoked_at is null and id is distinct from kept;
  return null;
end $$;

CREATE FUNCTION public.end_ticket_sessions(account integer) RETURNS void
    LANGUAGE sql
    AS $$
  update sessions set revoked_at = now()
  where user_id = account and kind = 'ticket' and revoked_at is null and is_administrator(account);
$$;

CREATE FUNCTION public.end_ticket_sessions_of_holder() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform end_ticket_sessions(new.user_id);
  return null;
end $$;

CREATE FUNCTION public.end_ticket_sessions_of_holders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform end_ticket_sessions(user_id) from (select user_id from user_roles where role_id = new.id order by user_id) as holders;
  return null;
end $$;

CREATE FUNCTION public.is_administrator(account integer) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select exists (
    select from user_roles ur join roles r on r.id = ur.role_id join role_groups g on g.id = r.role_group_id
    where ur.user_id = account and g.name in ('Root', 'Admin'));
$$;

CREATE FUNCTION public.is_root_role(role integer) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select exists (select from roles r join role_groups g on g.id = r.role_group_id where r.id = role and g.name = 'Root')
$$;

CREATE FUNCTION public.is_root_user(holder integer) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select exists (select from user_roles where user_id = holder and is_root_role(role_id))
$$;

CREATE FUNCTION public.keep_a_root() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.note_whitelist_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  env text;
  was text;
  becomes text;
  reached integer;
begin
  foreach env in array array['prod', 'dev'] loop
    was := case when tg_op = 'INSERT' then null else
      whitelisted_as(old.steam_id, case env when 'prod' then old.is_whitelisted else old.is_whitelisted_dev end, old.disabled_at, old.deleted_at) end;
    becomes := case when tg_op = 'DELETE' then null else
      whitelisted_as(new.steam_id, case env when 'prod' then new.is_whitelisted else new.is_whitelisted_dev end, new.disabled_at, new.deleted_at) end;
    continue when was is not distinct from becomes;
    -- One at a time, and only as the transaction ends: versions are committed in their order.
    perform pg_advisory_xact_lock(8363687, 2);
    update whitelist_versions set version = version + 1 where environment = env returning version into reached;
    insert into whitelist_changes (environment, version, steam, is_added)
      select env, reached, x.steam, x.is_added from (values (was, false), (becomes, true)) as x (steam, is_added) where x.steam is not null;
  end loop;
  return null;
end $$;

CREATE FUNCTION public.open_board() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into streams (key, seq) values ('board:' || new.id, 1);
  return null;
end $$;

CREATE FUNCTION public.place_key(place text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN TRIM(BOTH FROM regexp_replace(lower(place), '[[:space:][:punct:]]+'::text, ' '::text, 'g'::text));

CREATE FUNCTION public.record_rank_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  step integer := (select sort_order from ranks where id = new.rank_id) - (select sort_order from ranks where id = old.rank_id);
begin
  insert into rank_changes (user_id, department_id, from_rank_id, to_rank_id, kind, author_id, reason)
  values (new.user_id, new.department_id, old.rank_id, new.rank_id,
    case when step > 0 then 'promotion' when step < 0 then 'demotion' else 'change' end,
    nullif(current_setting('portal.rank_author', true), '')::integer,
    coalesce(nullif(current_setting('portal.rank_reason', true), ''), 'Changed with the account'));
  return null;
end $$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

CREATE FUNCTION public.refuse_patrol_on_retired_server() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform from servers where id = new.server_id and retired_at is null for key share;
  if not found then
    raise exception 'server % is not in use', new.server_id using errcode = 'check_violation', constraint = 'patrols_server_in_use';
  end if;
  return new;
end $$;

CREATE FUNCTION public.refuse_retired() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  is_retired boolean;
begin
  if tg_op = 'INSERT' or new.department_id is distinct from old.department_id then
    select retired_at is not null into is_retired from departments where id = new.department_id for key share;
    if is_retired then
      raise exception 'department % is retired', new.department_id
        using errcode = 'foreign_key_violation', constraint = 'user_departments_department_id_fkey', table = 'user_departments';
    end if;
  end if;
  if new.rank_id is not null and (tg_op = 'INSERT' or new.rank_id is distinct from old.rank_id) then
    select retired_at is not null into is_retired from ranks where id = new.rank_id for key share;
    if is_retired then
      raise exception 'rank % is retired', new.rank_id
        using errcode = 'foreign_key_violation', constraint = 'user_departments_department_id_rank_id_fkey', table = 'user_departments';
    end if;
  end if;
  return new;
end $$;

CREATE FUNCTION public.refuse_ticket_of_administrator() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if is_administrator(new.user_id) then
    raise exception 'administrators sign in themselves' using errcode = 'TF002';
  end if;
  return new;
end $$;

CREATE FUNCTION public.touch_access(touched integer) RETURNS void
    LANGUAGE sql
    AS $$
  update users set access_version = access_version + 1, access_changed_in = pg_current_xact_id()
  where id = touched and access_changed_in is distinct from pg_current_xact_id();
$$;

CREATE FUNCTION public.touch_department_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform touch_access(user_id) from (select user_id from user_departments where department_id = new.id order by user_id) as members;
  return null;
end $$;

CREATE FUNCTION public.touch_rank_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform touch_access(user_id) from (select user_id from user_departments where rank_id = new.id order by user_id) as members;
  return null;
end $$;

CREATE FUNCTION public.touch_role_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform touch_access(user_id) from (select user_id from user_roles where role_id = new.id order by user_id) as holders;
  return null;
end $$;

CREATE FUNCTION public.user_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.access_changed_in is distinct from pg_current_xact_id() then
    new.access_version := old.access_version + 1;
    new.access_changed_in := pg_current_xact_id();
  end if;
  return new;
end $$;

CREATE FUNCTION public.user_part_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op <> 'DELETE' then perform touch_access(new.user_id); end if;
  if tg_op <> 'INSERT' then perform touch_access(old.user_id); end if;
  return null;
end $$;

CREATE FUNCTION public.whitelisted_as(steam text, is_listed boolean, disabled timestamp with time zone, deleted timestamp with time zone) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (is_listed AND (disabled IS NULL) AND (deleted IS NULL) AND (steam ~ '^[0-9A-Fa-f]{15}$'::text)) THEN lower(steam) ELSE NULL::text END;


SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.announcement_dismissals (
    announcement_id integer NOT NULL,
    user_id integer NOT NULL
);

CREATE TABLE public.announcements (
    id integer NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    department_id integer,
    author_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

ALTER TABLE public.announcements ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.announcements_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.api_keys (
    id integer NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    scopes text[] NOT NULL,
    key_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    server_id integer,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT api_keys_display_has_server CHECK (((kind <> 'display'::text) OR (server_id IS NOT NULL))),
    CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['web'::text, 'server'::text, 'integration'::text, 'display'::text])))
);

ALTER TABLE public.api_keys ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.api_keys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.api_log_minutes (
    minute timestamp with time zone NOT NULL,
    server_id integer NOT NULL,
    calls integer DEFAULT 0 NOT NULL,
    errors integer DEFAULT 0 NOT NULL,
    dropped integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.api_logs (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    server_id integer,
    key_id integer,
    method text NOT NULL,
    path text NOT NULL,
    status smallint NOT NULL,
    duration_ms real NOT NULL,
    bytes_in integer NOT NULL,
    bytes_out integer NOT NULL,
    error_code text,
    error text,
    request_id text NOT NULL
);

ALTER TABLE public.api_logs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.api_logs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    actor_id integer,
    action text NOT NULL,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    before jsonb,
    after jsonb,
    request_id text
);

ALTER TABLE public.audit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.beats (
    id integer NOT NULL,
    name text NOT NULL,
    area text NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    retired_at timestamp with time zone,
    CONSTRAINT beats_area_check CHECK ((area = ANY (ARRAY['Twin Falls'::text, 'Twin Falls County'::text, 'Both'::text])))
);

ALTER TABLE public.beats ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.beats_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.bridge_events (
    server_id integer NOT NULL,
    event_id uuid NOT NULL,
    kind text NOT NULL,
    happened_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    answer jsonb NOT NULL
);

CREATE TABLE public.call_logs (
    id bigint NOT NULL,
    call_id integer NOT NULL,
    at timestamp with time zone NOT NULL,
    author_id integer,
    kind text NOT NULL,
    text text NOT NULL,
    CONSTRAINT call_logs_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'change'::text])))
);

ALTER TABLE public.call_logs ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.call_logs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.call_types (
    id integer NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    priority smallint NOT NULL,
    classes smallint[] NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    retired_at timestamp with time zone,
    CONSTRAINT call_types_priority_check CHECK (((priority >= 1) AND (priority <= 4)))
);

ALTER TABLE public.call_types ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.call_types_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.call_units (
    id bigint NOT NULL,
    call_id integer NOT NULL,
    user_id integer NOT NULL,
    identifier text NOT NULL,
    unit_class smallint NOT NULL,
    is_primary boolean NOT NULL,
    assigned_by integer,
    assigned_at timestamp with time zone NOT NULL,
    en_route_at timestamp with time zone,
    on_scene_at timestamp with time zone,
    cleared_at timestamp with time zone
);

ALTER TABLE public.call_units ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.call_units_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.calls (
    id integer NOT NULL,
    server_id integer NOT NULL,
    call_type_id integer NOT NULL,
    priority smallint NOT NULL,
    title text NOT NULL,
    narrative text NOT NULL,
    location text NOT NULL,
    postal text NOT NULL,
    x double precision,
    y double precision,
    caller text NOT NULL,
    source text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    disposition text,
    created_by integer,
    created_at timestamp with time zone NOT NULL,
    cleared_by integer,
    cleared_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    seq bigint DEFAULT 1 NOT NULL,
    channel text DEFAULT ''::text NOT NULL,
    classes smallint[] NOT NULL,
    handler_id integer,
    merged_into_id integer,
    panic_user_id integer,
    CONSTRAINT calls_channel_check CHECK ((length(channel) <= 16)),
    CONSTRAINT calls_check CHECK (((status = 'cleared'::text) = (cleared_at IS NOT NULL))),
    CONSTRAINT calls_check1 CHECK ((merged_into_id <> id)),
    CONSTRAINT calls_check2 CHECK (((merged_into_id IS NULL) OR (status = 'cleared'::text))),
    CONSTRAINT calls_classes_check CHECK ((cardinality(classes) > 0)),
    CONSTRAINT calls_priority_check CHECK (((priority >= 1) AND (priority <= 4))),
    CONSTRAINT calls_source_check CHECK ((source = ANY (ARRAY['911-game'::text, '911'::text, 'officer'::text, 'dispatcher'::text]))),
    CONSTRAINT calls_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'cleared'::text])))
);

ALTER TABLE public.calls ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.calls_id_seq
    START WITH 1001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.characters (
    id integer NOT NULL,
    user_id integer NOT NULL,
    name text NOT NULL,
    last_used_at timestamp with time zone
);

ALTER TABLE public.characters ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.characters_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.departments (
    id integer NOT NULL,
    name text NOT NULL,
    full_name text NOT NULL,
    type text NOT NULL,
    is_cad_enabled boolean DEFAULT false NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    retired_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    call_sign_template text DEFAULT ''::text NOT NULL,
    CONSTRAINT departments_call_sign_template_check CHECK ((length(call_sign_template) <= 16)),
    CONSTRAINT departments_type_check CHECK ((type = ANY (ARRAY['Leo'::text, 'Comms'::text, 'Fire'::text, 'Civilian'::text, 'Other'::text])))
);

ALTER TABLE public.departments ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.departments_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.dispatch_notes (
    id integer NOT NULL,
    server_id integer NOT NULL,
    text text NOT NULL,
    author_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT dispatch_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);

ALTER TABLE public.dispatch_notes ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.dispatch_notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.known_devices (
    user_id integer NOT NULL,
    device_hash bytea NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.leaves (
    id integer NOT NULL,
    user_id integer NOT NULL,
    author_id integer NOT NULL,
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    reason text NOT NULL,
    ended_early_at timestamp with time zone,
    CONSTRAINT leaves_check CHECK ((ends_on >= starts_on))
);

ALTER TABLE public.leaves ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.leaves_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.marks (
    id integer NOT NULL,
    user_id integer NOT NULL,
    author_id integer NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    withdrawn_by integer,
    withdrawn_at timestamp with time zone,
    withdrawn_reason text,
    CONSTRAINT marks_check CHECK ((((withdrawn_at IS NULL) = (withdrawn_by IS NULL)) AND ((withdrawn_at IS NULL) = (withdrawn_reason IS NULL)))),
    CONSTRAINT marks_kind_check CHECK ((kind = ANY (ARRAY['commendation'::text, 'warning'::text]))),
    CONSTRAINT marks_points_check CHECK (((points >= 0) AND (points <= 100)))
);

ALTER TABLE public.marks ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.marks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.own_calls (
    call_id integer NOT NULL,
    user_id integer NOT NULL,
    title text NOT NULL,
    narrative text NOT NULL,
    location text NOT NULL,
    postal text NOT NULL
);

CREATE TABLE public.patrol_statuses (
    patrol_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    status smallint NOT NULL,
    CONSTRAINT patrol_statuses_status_check CHECK (((status >= 2) AND (status <= 7)))
);

CREATE TABLE public.patrols (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    department_id integer NOT NULL,
    server_id integer NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    CONSTRAINT patrols_check CHECK ((ended_at >= started_at)),
    CONSTRAINT patrols_end_reason_check CHECK ((end_reason = 'silence'::text))
);

ALTER TABLE public.patrols ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.patrols_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.pings (
    id bigint NOT NULL,
    kind text NOT NULL,
    to_user_id integer NOT NULL,
    from_user_id integer,
    from_identifier text DEFAULT ''::text NOT NULL,
    message text DEFAULT ''::text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    deadline timestamp with time zone,
    closed_at timestamp with time zone,
    CONSTRAINT pings_check CHECK (((kind = 'welfare'::text) = (from_user_id IS NULL))),
    CONSTRAINT pings_check1 CHECK (((kind = 'welfare'::text) = (deadline IS NOT NULL))),
    CONSTRAINT pings_kind_check CHECK ((kind = ANY (ARRAY['ping'::text, 'welfare'::text]))),
    CONSTRAINT pings_message_check CHECK ((length(message) <= 200))
);

ALTER TABLE public.pings ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.pings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.portal_settings (
    key text NOT NULL,
    value jsonb NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.postals (
    server_id integer NOT NULL,
    code text NOT NULL,
    x double precision NOT NULL,
    y double precision NOT NULL,
    CONSTRAINT postals_code_check CHECK (((length(code) >= 1) AND (length(code) <= 16)))
);

CREATE TABLE public.rank_changes (
    id integer NOT NULL,
    user_id integer NOT NULL,
    department_id integer NOT NULL,
    from_rank_id integer,
    to_rank_id integer,
    author_id integer,
    reason text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    kind text DEFAULT 'change'::text NOT NULL,
    CONSTRAINT rank_changes_kind_check CHECK ((kind = ANY (ARRAY['promotion'::text, 'demotion'::text, 'change'::text])))
);

ALTER TABLE public.rank_changes ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.rank_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ranks (
    id integer NOT NULL,
    department_id integer NOT NULL,
    name text NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    is_reserve boolean DEFAULT false NOT NULL,
    retired_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

ALTER TABLE public.ranks ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ranks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.role_groups (
    id integer NOT NULL,
    name text NOT NULL,
    CONSTRAINT role_groups_name_check CHECK ((name = ANY (ARRAY['Root'::text, 'Admin'::text, 'Staff'::text, 'Legal Services Supervisor'::text, 'Legal Services'::text, 'Developer'::text])))
);

ALTER TABLE public.role_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.role_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.roles (
    id integer NOT NULL,
    role_group_id integer NOT NULL,
    name text NOT NULL,
    level integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT roles_level_check CHECK (((level >= 1) AND (level <= 100)))
);

ALTER TABLE public.roles ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.roles_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.schema_migrations (
    number integer NOT NULL,
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.server_activity (
    server_id integer NOT NULL,
    units_on_duty integer NOT NULL,
    active_calls integer NOT NULL
);

CREATE TABLE public.server_links (
    server_id integer NOT NULL,
    connected_at timestamp with time zone NOT NULL,
    last_heartbeat_at timestamp with time zone NOT NULL,
    is_online boolean NOT NULL,
    players integer NOT NULL,
    max_players integer NOT NULL,
    uptime_seconds integer DEFAULT 0 NOT NULL,
    queued integer DEFAULT 0 NOT NULL,
    bridge_version text NOT NULL,
    resource text NOT NULL,
    whitelist_version integer,
    whitelist_acknowledged_at timestamp with time zone,
    CONSTRAINT server_links_max_players_check CHECK ((max_players >= 0)),
    CONSTRAINT server_links_players_check CHECK ((players >= 0))
);

CREATE TABLE public.server_map_images (
    server_id integer NOT NULL,
    type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    digest text NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT server_map_images_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 20971520))),
    CONSTRAINT server_map_images_height_check CHECK (((height >= 1) AND (height <= 12288))),
    CONSTRAINT server_map_images_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
    CONSTRAINT server_map_images_width_check CHECK (((width >= 1) AND (width <= 12288)))
);
ALTER TABLE ONLY public.server_map_images ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TABLE public.server_maps (
    server_id integer NOT NULL,
    backdrop jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.server_player_counts (
    server_id integer NOT NULL,
    minute timestamp with time zone NOT NULL,
    players integer NOT NULL,
    max_players integer NOT NULL
);

CREATE TABLE public.servers (
    id integer NOT NULL,
    name text NOT NULL,
    environment text DEFAULT 'prod'::text NOT NULL,
    retired_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    kicks_unlisted boolean DEFAULT false NOT NULL,
    address text,
    max_players integer,
    CONSTRAINT servers_environment_check CHECK ((environment = ANY (ARRAY['prod'::text, 'dev'::text]))),
    CONSTRAINT servers_max_players_check CHECK ((max_players > 0))
);

ALTER TABLE public.servers ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.servers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sessions (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    token_hash bytea NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    kind text DEFAULT 'password'::text NOT NULL,
    CONSTRAINT sessions_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'ticket'::text])))
);

ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sign_in_tickets (
    id bigint NOT NULL,
    ticket_hash bytea NOT NULL,
    user_id integer NOT NULL,
    server_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

ALTER TABLE public.sign_in_tickets ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.sign_in_tickets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sign_ins (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL,
    succeeded boolean NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    kind text DEFAULT 'password'::text NOT NULL,
    CONSTRAINT sign_ins_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'ticket'::text])))
);

ALTER TABLE public.sign_ins ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.sign_ins_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.staff_notes (
    id integer NOT NULL,
    user_id integer NOT NULL,
    author_id integer NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone
);

ALTER TABLE public.staff_notes ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.staff_notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.streams (
    key text NOT NULL,
    seq bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.tones (
    id bigint NOT NULL,
    server_id integer NOT NULL,
    classes smallint[] NOT NULL,
    message text NOT NULL,
    call_id integer,
    sounded_by integer NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT tones_classes_check CHECK ((cardinality(classes) > 0)),
    CONSTRAINT tones_message_check CHECK ((length(message) <= 200))
);

ALTER TABLE public.tones ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tones_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.units (
    user_id integer NOT NULL,
    server_id integer NOT NULL,
    department_id integer NOT NULL,
    unit_class smallint NOT NULL,
    identifier text NOT NULL,
    type smallint NOT NULL,
    beat_id integer,
    beat_since timestamp with time zone,
    status smallint NOT NULL,
    status_since timestamp with time zone NOT NULL,
    on_duty_since timestamp with time zone,
    channel text DEFAULT ''::text NOT NULL,
    last_heard_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT units_channel_check CHECK ((length(channel) <= 16)),
    CONSTRAINT units_check CHECK (((type <> 3) OR (unit_class = 2))),
    CONSTRAINT units_check1 CHECK (((status = 1) = (on_duty_since IS NULL))),
    CONSTRAINT units_identifier_check CHECK (((length(identifier) >= 1) AND (length(identifier) <= 16))),
    CONSTRAINT units_status_check CHECK (((status >= 1) AND (status <= 7))),
    CONSTRAINT units_type_check CHECK (((type >= 1) AND (type <= 3))),
    CONSTRAINT units_unit_class_check CHECK (((unit_class >= 0) AND (unit_class <= 3)))
);

CREATE TABLE public.user_departments (
    user_id integer NOT NULL,
    department_id integer NOT NULL,
    rank_id integer,
    is_primary boolean DEFAULT false NOT NULL
);

CREATE TABLE public.user_permissions (
    user_id integer NOT NULL,
    permission text NOT NULL,
    CONSTRAINT user_permissions_permission_check CHECK ((permission = ANY (ARRAY['MANAGE_USERS'::text, 'MANAGE_MEMBERS'::text, 'MANAGE_SERVERS'::text, 'MANAGE_DISCORD'::text, 'DISCORD_ADMIN'::text])))
);

CREATE TABLE public.user_roles (
    user_id integer NOT NULL,
    role_id integer NOT NULL,
    granted_by integer,
    granted_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.users (
    id integer NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    steam_id text,
    is_whitelisted boolean DEFAULT false NOT NULL,
    is_whitelisted_dev boolean DEFAULT false NOT NULL,
    disabled_at timestamp with time zone,
    deleted_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    access_version bigint DEFAULT 1 NOT NULL,
    access_changed_in xid8,
    avatar_color text DEFAULT 'blue'::text NOT NULL,
    last_seen_at timestamp with time zone,
    search_text text GENERATED ALWAYS AS ((((lower(name) || '
'::text) || lower(email)) ||
CASE
    WHEN (steam_id ~~ '1100001%'::text) THEN ('

'::text || lower(substr(steam_id, 8)))
    WHEN (steam_id IS NOT NULL) THEN ('
'::text || lower(steam_id))
    ELSE ''::text
END)) STORED,
    CONSTRAINT users_avatar_color_check CHECK ((avatar_color = ANY (ARRAY['blue'::text, 'teal'::text, 'green'::text, 'amber'::text, 'red'::text, 'pink'::text, 'violet'::text, 'slate'::text]))),
    CONSTRAINT users_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    CONSTRAINT users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT users_steam_id_check CHECK ((length(steam_id) <= 40))
);

ALTER TABLE public.users ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.whitelist_changes (
    environment text NOT NULL,
    version integer NOT NULL,
    steam text NOT NULL,
    is_added boolean NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.whitelist_pushes (
    id integer NOT NULL,
    server_id integer NOT NULL,
    requested_by integer,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    acknowledged_at timestamp with time zone,
    outcome text DEFAULT 'waiting'::text NOT NULL,
    version integer,
    CONSTRAINT whitelist_pushes_outcome_check CHECK ((outcome = ANY (ARRAY['waiting'::text, 'not connected'::text, 'acknowledged'::text, 'failed'::text])))
);

ALTER TABLE public.whitelist_pushes ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.whitelist_pushes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.whitelist_versions (
    environment text NOT NULL,
    version integer NOT NULL,
    CONSTRAINT whitelist_versions_environment_check CHECK ((environment = ANY (ARRAY['prod'::text, 'dev'::text])))
);



INSERT INTO public.announcements VALUES
	(1, 'Division patrol on Saturday', 'All departments, San Andreas I, 20:00. Be on the radio ten minutes before. New members ride along: tell your supervisor by Friday.', NULL, 2, '2026-11-17 04:38:40.104+00', '2026-11-23 04:38:40.104+00', NULL, 1),
	(2, 'Set your Steam hex', 'The whitelist goes by your Steam hex. If your home page shows a banner, open your settings: it says there where to find it.', NULL, 4, '2026-11-12 04:38:40.104+00', NULL, NULL, 1),
	(3, 'Quiet week on San Andreas II', 'The second server is updated on Tuesday and may restart without notice until Thursday.', NULL, 5, '2026-11-16 04:38:40.104+00', '2026-11-21 04:38:40.104+00', NULL, 1),
	(4, 'LSPD: call signs change on Monday', 'Divisions get new numbers. The list is pinned in the department channel; use it from your first patrol on Monday.', 2, 13, '2026-11-15 04:38:40.104+00', '2026-11-26 04:38:40.104+00', NULL, 1),
	(9, 'SAHP: speed enforcement week', 'Senora Freeway, every evening of this week.', 4, 18, '2026-10-28 04:38:40.104+00', '2026-11-04 04:38:40.104+00', NULL, 1);

INSERT INTO public.api_keys VALUES
	(1, 'Web client', 'web', '{portal}', '\xbd8c18290e16848410d12f8fdaa002d92fe6e70b22bd4f5541b8af9bbd46dbcf', '2026-11-18 04:38:41.206172+00', NULL, NULL, NULL, NULL),
	(2, 'The simulated game server', 'server', '{bridge}', '\x1a851075b41c393168184b68c12e49d3bd04ff570d7004ffbfb1e77ee02f0a9b', '2026-11-18 04:38:49.650548+00', NULL, 1, NULL, '2026-11-18 04:38:51.619255+00');

INSERT INTO public.api_log_minutes VALUES
	('2026-11-18 04:38:00+00', 1, 5, 0, 0),
	('2026-11-18 04:39:00+00', 1, 10, 0, 0);

INSERT INTO public.api_logs OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-18 04:38:51.605+00', 1, 2, 'WS', '/bridge/connect', 200, 17.925236, 0, 0, NULL, NULL, 'bgppQHj35Ykd70jMAAAA'),
	(2, '2026-11-18 04:38:51.657+00', 1, 2, 'WS', '/bridge/hello', 200, 182.19608, 5068, 7460, NULL, NULL, 'bgppQHj35Ykd70jMAAAA'),
	(3, '2026-11-18 04:38:51.887+00', 1, 2, 'WS', '/bridge/heartbeat', 200, 28.54043, 63, 43, NULL, NULL, 'bgppQHj35Ykd70jMAAAA'),
	(4, '2026-11-18 04:38:59.644+00', 1, 2, 'WS', '/game/unit', 200, 0, 0, 86, NULL, NULL, 'bgppQHj35Ykd70jMAAAA'),
	(15, '2026-11-18 04:39:11.428+00', 1, 2, 'WS', '/bridge/heartbeat', 200, 28.570814, 64, 43, NULL, NULL, 'bgppQHj35Ykd70jMAAAA');

INSERT INTO public.audit VALUES
	(1, '2024-12-18 00:34:52.092+00', 1, 'user.created', 'user', '42', NULL, '{"name": "Rafael Thorne", "emailAddress": "rafael.thorne@demo.example"}', NULL),
	(2, '2024-12-20 20:57:12.563+00', 1, 'user.created', 'user', '52', NULL, '{"name": "Juno Weatherby", "emailAddress": "juno.weatherby@demo.example"}', NULL),
	(3, '2024-12-21 23:56:01.809+00', 1, 'user.created', 'user', '38', NULL, '{"name": "Daria Falkner", "emailAddress": "daria.falkner@demo.example"}', NULL),
	(4, '2024-12-23 14:29:25.53+00', 1, 'user.created', 'user', '49', NULL, '{"name": "Asher Bellamy", "emailAddress": "asher.bellamy@demo.example"}', NULL),
	(351, '2026-11-18 04:39:10.260196+00', 30, 'unit.assigned', 'unit', '38', '{"call": null, "identifier": "AIR1"}', '{"call": 1040, "identifier": "AIR1"}', 'dc818bb4-6d03-4361-8f01-d74b868e8688');

INSERT INTO public.beats VALUES
	(1, 'City Centre', 'Twin Falls', 10, NULL),
	(2, 'Eastside', 'Twin Falls', 20, NULL),
	(3, 'Westside', 'Twin Falls', 30, NULL),
	(4, 'Harbour and Airport', 'Twin Falls', 40, NULL),
	(6, 'Sandy Shores', 'Twin Falls County', 60, NULL),
	(11, 'Traffic', 'Both', 110, NULL);



INSERT INTO public.call_logs VALUES
	(1, 1001, '2026-11-17 18:56:41.298+00', 30, 'change', '911 call received'),
	(2, 1001, '2026-11-17 18:56:41.347+00', 30, 'change', 'Tone to police, fire: Structure fire, all companies, Popular St'),
	(3, 1001, '2026-11-17 18:57:05.31+00', 50, 'change', '4L20 en route'),
	(4, 1001, '2026-11-17 18:57:05.31+00', 50, 'change', 'B1 en route'),
	(266, 1040, '2026-11-18 04:39:10.266+00', 30, 'change', 'AIR1 en route');

INSERT INTO public.call_types VALUES
	(1, '911', 'Emergency call', 2, '{1,3}', 10, NULL),
	(2, 'PANIC', 'Officer needs help', 1, '{1,3}', 20, NULL),
	(3, 'SHOTS', 'Shots fired', 1, '{1}', 30, NULL),
	(4, 'ROBBERY', 'Robbery in progress', 1, '{1}', 40, NULL),
	(8, 'STRUCTFIRE', 'Structure fire', 1, '{3,1}', 80, NULL),
	(9, 'CARDIAC', 'Cardiac arrest', 1, '{3}', 90, NULL),
	(17, 'ALARM', 'Alarm', 3, '{1,3}', 170, NULL),
	(23, 'TRAFFIC', 'Traffic stop', 4, '{1}', 230, NULL),
	(27, '311', 'Non-emergency call', 4, '{1,3}', 15, NULL);

INSERT INTO public.call_units VALUES
	(2, 1001, 58, 'B1', 3, true, 50, '2026-11-17 18:57:05.31+00', '2026-11-17 18:57:05.31+00', '2026-11-17 18:58:16.293+00', '2026-11-17 19:01:48.29+00'),
	(3, 1001, 46, 'M61', 3, true, 50, '2026-11-17 18:57:05.31+00', '2026-11-17 18:57:05.31+00', '2026-11-17 18:58:17.29+00', '2026-11-17 19:01:48.29+00'),
	(1, 1001, 26, '4L20', 1, true, 50, '2026-11-17 18:57:05.31+00', '2026-11-17 18:57:05.31+00', '2026-11-17 18:59:10.294+00', '2026-11-17 19:01:48.29+00'),
	(4, 1002, 33, '2S12', 1, true, 30, '2026-11-17 19:03:46.23+00', '2026-11-17 19:03:46.23+00', '2026-11-17 19:04:27.228+00', '2026-11-17 19:07:15.215+00'),
	(59, 1040, 38, 'AIR1', 1, false, 30, '2026-11-18 04:39:10.266+00', '2026-11-18 04:39:10.266+00', NULL, NULL);

INSERT INTO public.calls VALUES
	(1007, 1, 9, 1, 'Cardiac arrest', 'Man collapsed at the gym, staff doing CPR, defibrillator attached.', 'Popular St', '6044', 800, -1290, 'Deker gym, front desk', '911', 'cleared', 'Transported', 30, '2026-11-17 19:34:57.295+00', 35, '2026-11-17 19:39:26.24+00', 1, 23, 'MED', '{3}', 30, NULL, NULL),
	(1040, 1, 2, 1, 'Panic button, 2S31', '', 'Route 68, Harmony', '4032', 610, 2690, 'Asher Thackeray', 'officer', 'active', NULL, 35, '2026-11-18 04:38:31.549+00', NULL, NULL, 1, 8, '', '{1,3}', 30, NULL, 35),
	(1001, 1, 8, 1, 'Structure fire', 'Smoke and flames from the roof of a barn. Owner says nobody is inside; two propane tanks against the north wall.', 'Popular St', '6044', 800, -1290, 'H. Ostrander 555-0117', '911', 'cleared', 'Fire out', 30, '2026-11-17 18:56:41.298+00', 58, '2026-11-17 19:01:48.29+00', 1, 23, 'FIRE 1', '{3,1}', 30, NULL, NULL),
	(1002, 1, 17, 3, 'Alarm, jewellery store', 'Silent alarm at Vangelico. No answer on the call-back.', 'Legion Square', '8020', 195, -934, 'Gruppe Sechs', '911', 'cleared', 'Unfounded', 30, '2026-11-17 19:02:33.247+00', 33, '2026-11-17 19:07:15.215+00', 1, 11, '', '{1,3}', 30, NULL, NULL),
	(1003, 1, 3, 2, 'Shots heard', 'Caller heard four or five shots behind the car wash, then a car leaving fast. Nobody seen hurt.', 'Mirror Park Blvd', '6120', 1120, -645, 'Anonymous', '911', 'cleared', 'Unfounded', 30, '2026-11-17 19:09:26.073+00', 25, '2026-11-17 19:14:30.055+00', 1, 16, '', '{1}', 30, NULL, NULL),
	(1004, 1, 23, 3, 'Traffic stop', 'Black Oracle without lights.', 'San Andreas Ave', '8123', -350, -840, '', 'officer', 'cleared', 'Warning given', 34, '2026-11-17 19:15:18.26+00', 34, '2026-11-17 19:17:23.236+00', 1, 7, '', '{1}', NULL, NULL, NULL),
	(1006, 1, 9, 1, 'Cardiac arrest', 'Man collapsed at the gym, staff doing CPR, defibrillator attached.', 'Hawick Ave', '7031', 310, -220, 'Deker gym, front desk', '911', 'cleared', 'Transported', 30, '2026-11-17 19:29:22.948+00', 58, '2026-11-17 19:36:10.932+00', 1, 23, 'MED', '{3}', 30, NULL, NULL),
	(1016, 1, 9, 1, 'Cardiac arrest', 'Man collapsed at the gym, staff doing CPR, defibrillator attached.', 'Alta St', '8077', 110, -610, 'Deker gym, front desk', '911', 'cleared', 'Transported', 30, '2026-11-17 20:31:49.173+00', 44, '2026-11-17 20:38:52.163+00', 1, 23, 'MED', '{3}', 30, NULL, NULL),
	(1031, 1, 4, 1, 'Robbery in progress, Fleeca Bank', 'Two masked males, one with a long gun, silver Sultan outside with the engine running. Clerk is in the back office.', 'Little Bighorn Ave', '9061', 480, -1720, 'T. Marsh, clerk 555-0164', '911', 'cleared', 'Arrest made', 50, '2026-11-18 03:40:44.703+00', 25, '2026-11-18 03:47:52.678+00', 1, 25, 'TAC 2', '{1}', 50, NULL, NULL),
	(1036, 1, 4, 1, 'Robbery in progress, Fleeca Bank', 'Two masked males, one with a long gun, silver Sultan outside with the engine running. Clerk is in the back office.', 'Great Ocean Hwy, Banham Canyon', '5041', -2960, 480, 'T. Marsh, clerk 555-0164', '911', 'active', NULL, 30, '2026-11-18 04:32:28.538+00', NULL, NULL, 1, 12, 'TAC 2', '{1}', 30, NULL, NULL),
	(1038, 1, 8, 1, 'Structure fire', 'Smoke and flames from the roof of a barn. Owner says nobody is inside; two propane tanks against the north wall.', 'Grapeseed Ave', '2087', 1710, 4810, 'H. Ostrander 555-0117', '911', 'active', NULL, 30, '2026-11-18 04:35:47.54+00', NULL, NULL, 1, 12, 'FIRE 1', '{3,1}', 30, NULL, NULL);

INSERT INTO public.characters VALUES
	(1, 1, 'Benno Underhill', '2026-11-17 15:15:50.574+00'),
	(2, 2, 'Tamsin Fenwick', '2026-11-15 23:52:57.526+00'),
	(3, 2, 'Eliana Barlowe', '2026-11-13 01:21:14.354+00'),
	(4, 2, 'Gideon Rivas', '2026-11-10 09:41:38.267+00'),
	(233, 117, 'Greta Yardley', '2026-10-28 04:36:06.982+00');

INSERT INTO public.departments VALUES
	(7, 'CIV', 'Civilian Operations', 'Civilian', true, 60, NULL, 1, ''),
	(2, 'LSPD', 'Los Santos Police Department', 'Leo', true, 10, NULL, 1, '#L##'),
	(3, 'BCSO', 'Blaine County Sheriff''s Office', 'Leo', true, 20, NULL, 1, '#S##'),
	(4, 'SAHP', 'San Andreas Highway Patrol', 'Leo', true, 30, NULL, 1, '#H##'),
	(5, 'COMM', 'Communications', 'Comms', true, 40, NULL, 1, 'D-#'),
	(6, 'FIRE', 'San Andreas Fire Rescue', 'Fire', true, 50, NULL, 1, 'E##');

INSERT INTO public.dispatch_notes VALUES
	(1, 1, 'Tow is out until ten. Roadside assistance takes small jobs.', 30, '2026-11-18 03:13:49.542549+00', '2026-11-18 03:13:49.542549+00', 1),
	(2, 1, 'Tunnel on the Olympic Fwy closed northbound for the film crew, back at 22:00. Send round by Elgin.', 50, '2026-11-18 03:25:49.540907+00', '2026-11-18 03:25:49.540907+00', 1),
	(3, 1, 'Two trainees on tonight: E51 and 2S12. Give them time on the radio.', 30, '2026-11-18 03:37:49.53803+00', '2026-11-18 03:37:49.53803+00', 1);



INSERT INTO public.leaves VALUES
	(1, 109, 2, '2026-11-10', '2026-12-02', 'Family', NULL),
	(2, 65, 14, '2026-11-06', '2026-12-05', 'Exams', NULL),
	(3, 112, 15, '2026-11-06', '2026-12-01', 'Moving house', NULL),
	(4, 46, 5, '2026-11-09', '2026-12-03', 'Exams', NULL),
	(23, 76, 2, '2026-11-25', '2026-12-14', 'Exams', NULL);

INSERT INTO public.marks VALUES
	(1, 2, 14, 'commendation', 'The best written arrest report of the quarter.', 0, '2026-02-27 06:36:43.382+00', NULL, NULL, NULL, NULL),
	(2, 4, 14, 'commendation', 'Dispatched alone for three hours on the busiest evening of the month.', 0, '2026-06-02 17:11:10.816+00', NULL, NULL, NULL, NULL),
	(3, 16, 4, 'commendation', 'Organised the charity run and had every department take part.', 0, '2026-09-14 23:28:43.861+00', NULL, NULL, NULL, NULL),
	(4, 17, 15, 'commendation', 'Dispatched alone for three hours on the busiest evening of the month.', 0, '2026-04-01 04:53:14.708+00', NULL, NULL, NULL, NULL),
	(40, 120, 14, 'warning', 'Left a scene without telling the dispatcher.', 2, '2026-11-18 01:06:53.419+00', '2027-02-16 01:06:53.419+00', NULL, NULL, NULL);



INSERT INTO public.patrol_statuses VALUES
	(775, '2026-11-17 18:30:07.632+00', 3),
	(775, '2026-11-17 19:30:13.956+00', 5),
	(775, '2026-11-17 19:31:45.934+00', 6),
	(775, '2026-11-17 19:36:10.932+00', 3),
	(812, '2026-11-18 03:08:13.54+00', 3);

INSERT INTO public.patrols VALUES
	(1, 1, 7, 2, '2026-11-15 20:44:31+00', '2026-11-15 23:18:31+00', NULL),
	(2, 1, 7, 1, '2026-11-14 21:09:12+00', '2026-11-14 22:15:12+00', NULL),
	(3, 1, 7, 2, '2026-11-01 19:43:30+00', '2026-11-01 22:19:30+00', NULL),
	(4, 1, 7, 1, '2026-10-28 18:34:21+00', '2026-10-28 19:45:21+00', NULL),
	(775, 24, 2, 1, '2026-11-17 18:30:07.632+00', '2026-11-17 21:45:07.511+00', NULL),
	(812, 29, 7, 1, '2026-11-18 03:08:13.54+00', NULL, NULL);



INSERT INTO public.portal_settings VALUES
	('community.name', '"San Andreas Division"', '2026-11-18 04:38:39.600004+00');



INSERT INTO public.rank_changes VALUES
	(1, 1, 7, 41, 42, 13, 'Recommended by two supervisors.', '2026-02-13 16:38:40.104+00', 'promotion'),
	(2, 1, 7, 42, 43, 17, 'Took over the evening shift.', '2026-05-17 04:38:40.104+00', 'promotion'),
	(3, 1, 7, 43, 44, 14, 'Consistent activity and good reports.', '2026-08-17 16:38:40.104+00', 'promotion'),
	(4, 2, 2, 5, 6, 17, 'Took over the evening shift.', '2026-03-13 10:38:40.104+00', 'promotion'),
	(94, 112, 7, 40, 41, 4, 'Recommended by two supervisors.', '2026-08-10 13:28:29.651+00', 'promotion');

INSERT INTO public.ranks VALUES
	(1, 2, 'Reserve Officer', 10, true, NULL, 1),
	(2, 2, 'Cadet', 20, false, NULL, 1),
	(3, 2, 'Officer I', 30, false, NULL, 1),
	(4, 2, 'Officer II', 40, false, NULL, 1),
	(5, 2, 'Sergeant', 50, false, NULL, 1),
	(6, 2, 'Lieutenant', 60, false, NULL, 1),
	(8, 2, 'Chief', 80, false, NULL, 1),
	(16, 3, 'Sheriff', 80, false, NULL, 1),
	(19, 4, 'Trooper', 30, false, NULL, 1),
	(33, 6, 'Firefighter', 30, false, NULL, 1),
	(40, 7, 'Civilian I', 20, false, NULL, 1),
	(41, 7, 'Civilian II', 30, false, NULL, 1),
	(42, 7, 'Civilian III', 40, false, NULL, 1),
	(43, 7, 'Civilian Supervisor', 50, false, NULL, 1),
	(44, 7, 'Director of Civilian Operations', 60, false, NULL, 1);

INSERT INTO public.role_groups VALUES
	(1, 'Root'),
	(2, 'Admin'),
	(3, 'Staff'),
	(4, 'Legal Services Supervisor'),
	(5, 'Legal Services'),
	(6, 'Developer');

INSERT INTO public.roles VALUES
	(1, 1, 'Root', 100, 1),
	(2, 2, 'Admin', 80, 1),
	(3, 6, 'Developer', 70, 1),
	(4, 3, 'Senior Staff', 60, 1),
	(5, 3, 'Staff', 50, 1),
	(6, 4, 'Legal Services Supervisor', 40, 1),
	(7, 5, 'Legal Services', 30, 1);

INSERT INTO public.schema_migrations VALUES
	(1, 'foundation', '2026-11-18 04:38:39.503864+00'),
	(2, 'starting_community', '2026-11-18 04:38:39.600004+00'),
	(3, 'people', '2026-11-18 04:38:39.611931+00'),
	(4, 'people_rules', '2026-11-18 04:38:39.708373+00'),
	(5, 'members', '2026-11-18 04:38:39.719756+00'),
	(6, 'user_search', '2026-11-18 04:38:39.804572+00'),
	(7, 'rank_history', '2026-11-18 04:38:39.830621+00'),
	(8, 'user_count', '2026-11-18 04:38:39.832409+00'),
	(9, 'dispatch', '2026-11-18 04:38:39.83565+00'),
	(10, 'role_version', '2026-11-18 04:38:39.905436+00'),
	(11, 'key_revocation', '2026-11-18 04:38:39.907032+00'),
	(12, 'dispatch_details', '2026-11-18 04:38:39.908435+00'),
	(13, 'desk', '2026-11-18 04:38:39.9354+00'),
	(14, 'bridge', '2026-11-18 04:38:39.978785+00'),
	(15, 'whitelists', '2026-11-18 04:38:40.010055+00'),
	(16, 'server_map', '2026-11-18 04:38:40.03134+00'),
	(17, 'board_names', '2026-11-18 04:38:40.044852+00'),
	(18, 'managed_servers', '2026-11-18 04:38:40.047732+00'),
	(19, 'api_logs', '2026-11-18 04:38:40.05486+00'),
	(20, 'server_activity', '2026-11-18 04:38:40.068654+00'),
	(21, 'page_changes', '2026-11-18 04:38:40.079108+00'),
	(23, 'rights', '2026-11-18 04:38:40.082953+00'),
	(24, 'known_places', '2026-11-18 04:38:40.086954+00');

INSERT INTO public.server_activity VALUES
	(2, 0, 0),
	(3, 0, 0),
	(1, 19, 9);

INSERT INTO public.server_links VALUES
	(1, '2026-11-18 04:38:51.674396+00', '2026-11-18 04:39:11.436483+00', true, 48, 48, 20, 0, '0.1.0', 'tenfour', 101, '2026-11-18 04:38:51.810977+00');





INSERT INTO public.server_player_counts VALUES
	(1, '2026-11-11 04:50:00+00', 48, 48),
	(1, '2026-11-11 04:45:00+00', 48, 48),
	(1, '2026-11-11 04:40:00+00', 48, 48),
	(1, '2026-11-11 04:35:00+00', 46, 48),
	(1, '2026-11-18 04:39:00+00', 48, 48);

INSERT INTO public.servers VALUES
	(1, 'San Andreas I', 'prod', NULL, 1, false, NULL, NULL),
	(2, 'San Andreas II', 'prod', NULL, 1, false, NULL, NULL),
	(3, 'Development', 'dev', NULL, 1, false, NULL, NULL);

INSERT INTO public.sessions VALUES
	(1, 24, '\xfc265baa6e0d9770af30ce70607312f2b3b37619909615c1545d05c91e0547e3', '127.0.0.1', 'Tenfour demo', '2026-11-18 04:38:42.059652+00', '2026-11-18 04:38:42.059652+00', '2026-12-18 04:38:42.06+00', NULL, 'password'),
	(2, 26, '\x7ed280e48833bd2533bcfd157ac2312e31ecf1e334ef099bab4273c26ce78774', '127.0.0.1', 'Tenfour demo', '2026-11-18 04:38:42.29016+00', '2026-11-18 04:38:42.29016+00', '2026-12-18 04:38:42.291+00', NULL, 'password'),
	(3, 27, '\x372ebe84c3c8434afcba570665f24108153dad3bce0a990f6f64342d0d018c90', '127.0.0.1', 'Tenfour demo', '2026-11-18 04:38:42.369117+00', '2026-11-18 04:38:42.369117+00', '2026-12-18 04:38:42.37+00', NULL, 'password'),
	(4, 28, '\x1d67dd1942a282e1f7fd66c34cdbe4bba7afcd0623976f9e244c40ea658267a6', '127.0.0.1', 'Tenfour demo', '2026-11-18 04:38:42.417768+00', '2026-11-18 04:38:42.417768+00', '2026-12-18 04:38:42.417+00', NULL, 'password'),
	(19, 29, '\x6c09dcf71b8c45d409e2fb9e5ea16d8afc26069ba4a97077498dad1b1061e692', '127.0.0.1', 'Tenfour demo', '2026-11-18 04:38:43.192254+00', '2026-11-18 04:38:43.192254+00', '2026-12-18 04:38:43.192+00', NULL, 'password');



INSERT INTO public.sign_ins VALUES
	(1, 1, '203.0.113.158', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', true, '2026-10-11 00:37:51.812+00', 'password'),
	(2, 1, '203.0.113.158', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', false, '2026-11-01 08:18:47.634+00', 'password'),
	(3, 1, '203.0.113.158', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', true, '2026-09-27 09:18:51.774+00', 'password'),
	(4, 1, '198.51.100.208', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', true, '2026-10-01 15:10:32.771+00', 'password'),
	(809, 29, '127.0.0.1', 'Tenfour demo', true, '2026-11-18 04:38:43.192254+00', 'password');

INSERT INTO public.staff_notes VALUES
	(1, 1, 17, 'Exams until the end of the month, so less active than usual.', '2026-10-04 17:49:34.921+00', NULL),
	(2, 2, 18, 'Runs very good traffic stops; would make a fine field trainer.', '2026-11-16 11:04:44.191+00', NULL),
	(3, 3, 5, 'Asked about a transfer to Communications in spring.', '2026-10-28 04:59:31.481+00', NULL),
	(4, 3, 5, 'Needs a reminder now and then to end the patrol before logging off.', '2026-09-17 02:07:49.205+00', NULL),
	(57, 120, 13, 'Was a supervisor in another community. Knows the ten-codes by heart.', '2026-11-17 10:17:36.754+00', NULL);

INSERT INTO public.streams VALUES
	('dispatch:1', 3),
	('board:2', 2),
	('board:3', 2),
	('servers', 11),
	('whitelists', 1),
	('board:1', 338),
	('server:1', 5),
	('api-logs', 6);

INSERT INTO public.tones VALUES
	(1, 1, '{1,3}', 'Structure fire, all companies, Popular St', 1001, 30, '2026-11-17 18:56:41.347+00'),
	(2, 1, '{3}', 'Cardiac arrest, medics, Hawick Ave', 1006, 30, '2026-11-17 19:29:22.969+00'),
	(3, 1, '{3}', 'Cardiac arrest, medics, Popular St', 1007, 30, '2026-11-17 19:34:57.307+00'),
	(4, 1, '{3}', 'Cardiac arrest, medics, Alta St', 1016, 30, '2026-11-17 20:31:49.186+00'),
	(5, 1, '{1}', 'Robbery in progress, armed, Little Bighorn Ave', 1031, 50, '2026-11-18 03:40:44.715+00'),
	(6, 1, '{1}', 'Robbery in progress, armed, Great Ocean Hwy, Banham Canyon', 1036, 30, '2026-11-18 04:32:28.545+00'),
	(7, 1, '{1,3}', 'Structure fire, all companies, Grapeseed Ave', 1038, 30, '2026-11-18 04:35:47.562+00');

INSERT INTO public.units VALUES
	(21, 1, 7, 0, 'C-12', 1, NULL, NULL, 3, '2026-11-18 03:07:25.543+00', '2026-11-18 03:07:25.543+00', '', '2026-11-18 04:38:47.795+00'),
	(58, 1, 6, 3, 'B1', 1, NULL, NULL, 3, '2026-11-18 03:40:39.865+00', '2026-11-18 03:05:01.548+00', '', '2026-11-18 04:38:48.715+00'),
	(25, 1, 3, 1, '2S08', 1, 6, '2026-11-17 18:36:07.53+00', 6, '2026-11-18 03:57:39.54+00', '2026-11-18 02:58:37.544+00', '', '2026-11-18 04:38:48.992+00'),
	(24, 1, 2, 1, '4L12', 1, 3, '2026-11-17 18:30:07.632+00', 6, '2026-11-18 04:35:04.543+00', '2026-11-18 02:53:49.546+00', '', '2026-11-18 04:38:49.192+00'),
	(26, 1, 2, 1, '4L20', 1, 3, '2026-11-17 18:31:07.584+00', 6, '2026-11-18 04:39:04.792+00', '2026-11-18 02:54:37.546+00', '', '2026-11-18 04:39:04.792+00');

INSERT INTO public.user_departments VALUES
	(1, 7, 44, true),
	(2, 2, 8, true),
	(3, 4, 19, true),
	(4, 3, 16, true),
	(125, 6, 33, true);

INSERT INTO public.user_permissions VALUES
	(8, 'MANAGE_MEMBERS');

INSERT INTO public.user_roles VALUES
	(1, 1, NULL, '2026-11-18 04:38:40.222691+00'),
	(2, 2, NULL, '2026-11-18 04:38:40.222691+00'),
	(3, 3, NULL, '2026-11-18 04:38:40.222691+00'),
	(4, 4, NULL, '2026-11-18 04:38:40.222691+00'),
	(20, 7, NULL, '2026-11-18 04:38:40.222691+00');

INSERT INTO public.users VALUES
	(34, 'Marisol Langford', 'marisol.langford@demo.example', 'made-up-23', '110000104b1dc1c', true, false, NULL, NULL, '2025-07-10 17:51:00.292+00', 5, '9885', 'red', '2026-11-18 04:38:42.787025+00', DEFAULT),
	(44, 'Pavel Hawthorn', 'pavel.hawthorn@demo.example', 'made-up-26', '11000010ef6f8cf', true, false, NULL, NULL, '2025-04-29 16:05:40.089+00', 5, '9888', 'slate', '2026-11-18 04:38:43.020258+00', DEFAULT),
	(1, 'Maren Holt', 'root@demo.example', 'made-up-1', '11000010808a5c4', true, true, NULL, NULL, '2025-11-13 04:38:40.104+00', 2, '9609', 'pink', '2026-11-17 21:38:40.104+00', DEFAULT),
	(120, 'Jonah Zimmer', 'jonah.zimmer@demo.example', 'made-up-35', NULL, false, false, NULL, NULL, '2026-11-16 23:38:40.104+00', 1, NULL, 'blue', '2026-11-18 04:38:40.104+00', DEFAULT),
	(2, 'Idris Vale', 'admin@demo.example', 'made-up-2', '1100001035681b9', true, true, NULL, NULL, '2025-12-20 04:38:40.104+00', 2, '9609', 'amber', '2026-11-17 23:42:40.104+00', DEFAULT),
	(3, 'Lio Castaway', 'developer@demo.example', 'made-up-3', '1100001002335ee', true, true, NULL, NULL, '2025-02-25 04:38:40.104+00', 2, '9609', 'pink', '2026-11-18 01:57:40.104+00', DEFAULT),
	(4, 'Nora Quist', 'senior@demo.example', 'made-up-4', '110000104cdcb45', true, true, NULL, NULL, '2025-07-22 04:38:40.104+00', 2, '9609', 'pink', '2026-11-17 05:50:40.104+00', DEFAULT),
	(5, 'Theo Marlin', 'staff@demo.example', 'made-up-5', '11000010fa622d7', true, true, NULL, NULL, '2025-09-21 04:38:40.104+00', 2, '9609', 'blue', '2026-11-17 06:56:40.104+00', DEFAULT),
	(13, 'Marisol Wakefield', 'marisol.wakefield@demo.example', 'made-up-7', NULL, true, true, NULL, NULL, '2026-08-15 12:46:01.431+00', 2, '9609', 'blue', '2026-10-15 04:19:17.288+00', DEFAULT),
	(14, 'Damon Falkner', 'damon.falkner@demo.example', 'made-up-8', '1100001038a806f', true, true, NULL, NULL, '2025-09-08 09:34:25.332+00', 2, '9609', 'green', '2026-10-14 05:50:42.373+00', DEFAULT),
	(15, 'Felix Merrick', 'felix.merrick@demo.example', 'made-up-9', '11000010c969d2c', true, true, NULL, NULL, '2026-02-06 06:53:23.262+00', 2, '9609', 'teal', '2026-10-14 16:39:34.658+00', DEFAULT),
	(16, 'Lars Castellan', 'lars.castellan@demo.example', 'made-up-10', '11000010be2489d', false, true, NULL, NULL, '2026-07-06 04:03:31.994+00', 2, '9609', 'teal', '2026-11-18 03:25:01.317+00', DEFAULT),
	(17, 'Fiona Coldwater', 'fiona.coldwater@demo.example', 'made-up-11', '110000101527b18', true, true, NULL, NULL, '2026-03-09 08:11:33.672+00', 2, '9609', 'green', '2026-10-05 10:20:17.224+00', DEFAULT),
	(18, 'Linnea Halloran', 'linnea.halloran@demo.example', 'made-up-12', '110000107e16aa8', true, true, NULL, NULL, '2025-01-30 16:45:26.375+00', 2, '9609', 'green', '2026-11-18 03:28:22.459+00', DEFAULT),
	(20, 'Rosalind Iverson', 'rosalind.iverson@demo.example', 'made-up-13', '110000109483c6a', true, true, NULL, NULL, '2025-07-29 01:41:48.904+00', 2, '9609', 'green', '2026-11-17 21:28:54.813+00', DEFAULT),
	(8, 'Paz Moreau', 'members@demo.example', 'made-up-6', '11000010e81057a', true, false, NULL, NULL, '2025-12-20 04:38:40.104+00', 2, '9609', 'amber', '2026-11-17 14:40:40.104+00', DEFAULT),
	(30, 'Ariel Jansson', 'ariel.jansson@demo.example', 'made-up-21', '1100001080ebe6b', true, false, NULL, NULL, '2025-07-12 04:25:25.36+00', 5, '9893', 'slate', '2026-11-18 04:38:43.133478+00', DEFAULT),
	(21, 'Priya Ibarra', 'priya.ibarra@demo.example', 'made-up-14', '1100001094227e8', true, false, NULL, NULL, '2025-05-28 19:54:40.234+00', 5, '9895', 'teal', '2026-11-18 04:38:43.175772+00', DEFAULT),
	(29, 'Priya Paxton', 'priya.paxton@demo.example', 'made-up-20', '110000103c94e3e', true, false, NULL, NULL, '2026-07-10 13:52:17.97+00', 5, '9896', 'slate', '2026-11-18 04:38:43.192254+00', DEFAULT),
	(28, 'Malik Merrick', 'malik.merrick@demo.example', 'made-up-19', '11000010e3f49ad', true, true, NULL, NULL, '2025-07-26 06:47:50.36+00', 5, '9879', 'red', '2026-11-18 04:38:42.417768+00', DEFAULT),
	(38, 'Daria Falkner', 'daria.falkner@demo.example', 'made-up-25', '1100001064b57fd', true, false, NULL, NULL, '2024-12-21 23:56:01.809+00', 5, '9881', 'violet', '2026-11-18 04:38:42.530552+00', DEFAULT),
	(25, 'Marisol Dalgaard', 'marisol.dalgaard@demo.example', 'made-up-16', '110000109f3d321', false, false, NULL, NULL, '2026-08-25 23:06:05.852+00', 5, '9882', 'slate', '2026-11-18 04:38:42.567432+00', DEFAULT),
	(33, 'Rufus Lindqvist', 'rufus.lindqvist@demo.example', 'made-up-22', '11000010fa62ca0', true, false, NULL, NULL, '2026-07-11 15:06:04.186+00', 5, '9883', 'violet', '2026-11-18 04:38:42.606554+00', DEFAULT),
	(35, 'Asher Thackeray', 'asher.thackeray@demo.example', 'made-up-24', '11000010268ecd9', true, false, NULL, NULL, '2026-01-24 07:47:01.297+00', 5, '9884', 'amber', '2026-11-18 04:38:42.710563+00', DEFAULT),
	(26, 'Hadley Zimmer', 'hadley.zimmer@demo.example', 'made-up-17', '11000010e3192db', true, false, NULL, NULL, '2025-01-05 15:10:08.739+00', 5, '9877', 'teal', '2026-11-18 04:38:42.29016+00', DEFAULT),
	(27, 'Beatrix Coldwater', 'beatrix.coldwater@demo.example', 'made-up-18', '110000105819498', false, true, NULL, NULL, '2025-04-22 16:16:16.58+00', 5, '9878', 'violet', '2026-11-18 04:38:42.369117+00', DEFAULT),
	(65, 'Felix Sandoval', 'felix.sandoval@demo.example', 'made-up-30', '110000100e64cb1', true, true, NULL, NULL, '2025-08-20 06:36:34.459+00', 2, '9609', 'amber', '2026-11-18 01:19:58.264+00', DEFAULT),
	(50, 'Silas Yardley', 'silas.yardley@demo.example', 'made-up-28', '11000010f45670a', true, false, NULL, NULL, '2026-06-04 16:22:58.615+00', 5, '9894', 'blue', '2026-11-18 04:38:43.151343+00', DEFAULT),
	(46, 'Celeste Seaver', 'celeste.seaver@demo.example', 'made-up-27', '1100001028fbad0', true, false, NULL, NULL, '2025-11-01 05:52:06.989+00', 5, '9889', 'blue', '2026-11-18 04:38:43.078074+00', DEFAULT),
	(58, 'Hadley Redfern', 'hadley.redfern@demo.example', 'made-up-29', '11000010f3', true, false, NULL, NULL, '2025-10-13 09:48:15.219+00', 5, '9892', 'teal', '2026-11-18 04:38:43.10144+00', DEFAULT),
	(76, 'Niels Ibarra', 'niels.ibarra@demo.example', 'made-up-31', '11000010bc7a9a7', true, false, NULL, NULL, '2025-11-09 15:13:38.443+00', 2, '9609', 'pink', '2026-10-18 06:39:47.362+00', DEFAULT),
	(109, 'Juno Redfern', 'juno.redfern@demo.example', 'made-up-32', '11000010f511c04', true, true, NULL, NULL, '2025-10-04 09:14:48.072+00', 2, '9609', 'violet', '2026-11-18 01:47:18.152+00', DEFAULT),
	(112, 'Hugo Vance', 'hugo.vance@demo.example', 'made-up-33', '11000010cfaf010', true, false, NULL, NULL, '2026-05-02 22:18:19.198+00', 2, '9609', 'slate', '2026-11-14 12:59:28.621+00', DEFAULT),
	(117, 'Selma Redfern', 'selma.redfern@demo.example', 'made-up-34', '1100001099f7e63', true, false, NULL, NULL, '2026-07-04 19:35:11.617+00', 2, '9609', 'blue', '2026-11-11 03:28:27.077+00', DEFAULT),
	(125, 'Petra Alcott', 'petra.alcott@demo.example', 'made-up-36', '11000010fde5316', false, false, NULL, '2026-11-18 04:38:40.104+00', '2025-06-12 14:01:57.727+00', 2, '9609', 'blue', '2026-11-18 03:08:22.076+00', DEFAULT),
	(24, 'Gideon Strand', 'gideon.strand@demo.example', 'made-up-15', '11000010d72e8a8', true, true, NULL, NULL, '2026-09-16 15:16:09.027+00', 5, '9876', 'green', '2026-11-18 04:38:42.059652+00', DEFAULT);

INSERT INTO public.whitelist_changes VALUES
	('dev', 2, '11000010808a5c4', true, '2026-11-18 04:38:40.222691+00'),
	('dev', 3, '1100001035681b9', true, '2026-11-18 04:38:40.222691+00'),
	('dev', 4, '1100001002335ee', true, '2026-11-18 04:38:40.222691+00'),
	('dev', 5, '110000104cdcb45', true, '2026-11-18 04:38:40.222691+00'),
	('prod', 101, '1100001099f7e63', true, '2026-11-18 04:38:40.222691+00');



INSERT INTO public.whitelist_versions VALUES
	('dev', 24),
	('prod', 101);

SELECT pg_catalog.setval('public.announcements_id_seq', 9, true);

SELECT pg_catalog.setval('public.api_keys_id_seq', 2, true);

SELECT pg_catalog.setval('public.api_logs_id_seq', 15, true);

SELECT pg_catalog.setval('public.audit_id_seq', 351, true);

SELECT pg_catalog.setval('public.beats_id_seq', 100, false);

SELECT pg_catalog.setval('public.call_logs_id_seq', 266, true);

SELECT pg_catalog.setval('public.call_types_id_seq', 100, false);

SELECT pg_catalog.setval('public.call_units_id_seq', 59, true);

SELECT pg_catalog.setval('public.calls_id_seq', 1040, true);

SELECT pg_catalog.setval('public.characters_id_seq', 233, true);

SELECT pg_catalog.setval('public.departments_id_seq', 100, false);

SELECT pg_catalog.setval('public.dispatch_notes_id_seq', 3, true);

SELECT pg_catalog.setval('public.leaves_id_seq', 23, true);

SELECT pg_catalog.setval('public.marks_id_seq', 40, true);

SELECT pg_catalog.setval('public.patrols_id_seq', 812, true);

SELECT pg_catalog.setval('public.pings_id_seq', 1, false);

SELECT pg_catalog.setval('public.rank_changes_id_seq', 94, true);

SELECT pg_catalog.setval('public.ranks_id_seq', 44, true);

SELECT pg_catalog.setval('public.role_groups_id_seq', 6, true);

SELECT pg_catalog.setval('public.roles_id_seq', 7, true);

SELECT pg_catalog.setval('public.servers_id_seq', 3, true);

SELECT pg_catalog.setval('public.sessions_id_seq', 19, true);

SELECT pg_catalog.setval('public.sign_in_tickets_id_seq', 1, false);

SELECT pg_catalog.setval('public.sign_ins_id_seq', 809, true);

SELECT pg_catalog.setval('public.staff_notes_id_seq', 57, true);

SELECT pg_catalog.setval('public.tones_id_seq', 7, true);

SELECT pg_catalog.setval('public.users_id_seq', 125, true);

SELECT pg_catalog.setval('public.whitelist_pushes_id_seq', 1, false);

ALTER TABLE ONLY public.announcement_dismissals
    ADD CONSTRAINT announcement_dismissals_pkey PRIMARY KEY (user_id, announcement_id);

ALTER TABLE ONLY public.announcements
    ADD CONSTRAINT announcements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_log_minutes
    ADD CONSTRAINT api_log_minutes_pkey PRIMARY KEY (minute, server_id);

ALTER TABLE ONLY public.api_logs
    ADD CONSTRAINT api_logs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.beats
    ADD CONSTRAINT beats_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bridge_events
    ADD CONSTRAINT bridge_events_pkey PRIMARY KEY (server_id, event_id);

ALTER TABLE ONLY public.call_logs
    ADD CONSTRAINT call_logs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.call_types
    ADD CONSTRAINT call_types_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.call_units
    ADD CONSTRAINT call_units_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.characters
    ADD CONSTRAINT characters_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.departments
    ADD CONSTRAINT departments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatch_notes
    ADD CONSTRAINT dispatch_notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, device_hash);

ALTER TABLE ONLY public.leaves
    ADD CONSTRAINT leaves_do_not_overlap EXCLUDE USING gist (user_id WITH =, daterange(starts_on, ends_on, '[]'::text) WITH &&) WHERE ((ended_early_at IS NULL));

ALTER TABLE ONLY public.leaves
    ADD CONSTRAINT leaves_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.own_calls
    ADD CONSTRAINT own_calls_pkey PRIMARY KEY (call_id);

ALTER TABLE ONLY public.patrol_statuses
    ADD CONSTRAINT patrol_statuses_pkey PRIMARY KEY (patrol_id, at);

ALTER TABLE ONLY public.patrols
    ADD CONSTRAINT patrols_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.pings
    ADD CONSTRAINT pings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.portal_settings
    ADD CONSTRAINT portal_settings_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.postals
    ADD CONSTRAINT postals_pkey PRIMARY KEY (server_id, code);

ALTER TABLE ONLY public.rank_changes
    ADD CONSTRAINT rank_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ranks
    ADD CONSTRAINT ranks_department_id_id_key UNIQUE (department_id, id);

ALTER TABLE ONLY public.ranks
    ADD CONSTRAINT ranks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.role_groups
    ADD CONSTRAINT role_groups_name_key UNIQUE (name);

ALTER TABLE ONLY public.role_groups
    ADD CONSTRAINT role_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.roles
    ADD CONSTRAINT roles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.server_activity
    ADD CONSTRAINT server_activity_pkey PRIMARY KEY (server_id);

ALTER TABLE ONLY public.server_links
    ADD CONSTRAINT server_links_pkey PRIMARY KEY (server_id);

ALTER TABLE ONLY public.server_map_images
    ADD CONSTRAINT server_map_images_pkey PRIMARY KEY (server_id);

ALTER TABLE ONLY public.server_maps
    ADD CONSTRAINT server_maps_pkey PRIMARY KEY (server_id);

ALTER TABLE ONLY public.server_player_counts
    ADD CONSTRAINT server_player_counts_pkey PRIMARY KEY (server_id, minute);

ALTER TABLE ONLY public.servers
    ADD CONSTRAINT servers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.sign_in_tickets
    ADD CONSTRAINT sign_in_tickets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sign_in_tickets
    ADD CONSTRAINT sign_in_tickets_ticket_hash_key UNIQUE (ticket_hash);

ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.staff_notes
    ADD CONSTRAINT staff_notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.streams
    ADD CONSTRAINT streams_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.tones
    ADD CONSTRAINT tones_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.units
    ADD CONSTRAINT units_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.user_departments
    ADD CONSTRAINT user_departments_pkey PRIMARY KEY (user_id, department_id);

ALTER TABLE ONLY public.user_permissions
    ADD CONSTRAINT user_permissions_pkey PRIMARY KEY (user_id, permission);

ALTER TABLE ONLY public.user_roles
    ADD CONSTRAINT user_roles_pkey PRIMARY KEY (user_id, role_id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.whitelist_changes
    ADD CONSTRAINT whitelist_changes_pkey PRIMARY KEY (environment, version, steam);

ALTER TABLE ONLY public.whitelist_pushes
    ADD CONSTRAINT whitelist_pushes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.whitelist_versions
    ADD CONSTRAINT whitelist_versions_pkey PRIMARY KEY (environment);

CREATE INDEX announcements_created_at_idx ON public.announcements USING btree (created_at DESC) WHERE (deleted_at IS NULL);

CREATE INDEX announcements_department_id_idx ON public.announcements USING btree (department_id, created_at DESC) WHERE (deleted_at IS NULL);

CREATE INDEX api_keys_server_id_idx ON public.api_keys USING btree (server_id) WHERE (server_id IS NOT NULL);

CREATE INDEX api_logs_at_idx ON public.api_logs USING btree (at DESC, id DESC);

CREATE INDEX api_logs_failed_idx ON public.api_logs USING btree (at DESC, id DESC) WHERE (status >= 400);

CREATE INDEX api_logs_key_id_idx ON public.api_logs USING btree (key_id, at DESC, id DESC);

CREATE INDEX api_logs_request_id_idx ON public.api_logs USING btree (request_id);

CREATE INDEX api_logs_server_id_idx ON public.api_logs USING btree (server_id, at DESC, id DESC);

CREATE INDEX api_logs_text_idx ON public.api_logs USING gin (path public.gin_trgm_ops, error public.gin_trgm_ops, error_code public.gin_trgm_ops);

CREATE INDEX audit_at_idx ON public.audit USING btree (at DESC);

CREATE INDEX audit_by_action ON public.audit USING btree (action, id DESC);

CREATE INDEX audit_by_actor ON public.audit USING btree (actor_id, id DESC);

CREATE INDEX audit_by_subject ON public.audit USING btree (subject_type, subject_id, id DESC);

CREATE UNIQUE INDEX beats_name_key ON public.beats USING btree (lower(name)) WHERE (retired_at IS NULL);

CREATE INDEX bridge_events_received_at_idx ON public.bridge_events USING btree (received_at);

CREATE INDEX call_logs_call_id_idx ON public.call_logs USING btree (call_id, id);

CREATE UNIQUE INDEX call_types_code_key ON public.call_types USING btree (lower(code)) WHERE (retired_at IS NULL);

CREATE INDEX call_units_call_id_idx ON public.call_units USING btree (call_id, id);

CREATE UNIQUE INDEX call_units_one_call ON public.call_units USING btree (user_id) WHERE (cleared_at IS NULL);

CREATE UNIQUE INDEX call_units_one_primary ON public.call_units USING btree (call_id) WHERE (is_primary AND (cleared_at IS NULL));

CREATE INDEX call_units_user_id_idx ON public.call_units USING btree (user_id, id DESC);

CREATE INDEX calls_by_date_idx ON public.calls USING btree (server_id, created_at DESC, id DESC);

CREATE INDEX calls_call_type_id_idx ON public.calls USING btree (call_type_id);

CREATE INDEX calls_created_by_idx ON public.calls USING btree (created_by, id DESC);

CREATE INDEX calls_handler_idx ON public.calls USING btree (handler_id) WHERE (status <> 'cleared'::text);

CREATE INDEX calls_location_idx ON public.calls USING btree (server_id, public.place_key(location), id DESC) WHERE (public.place_key(location) <> ''::text);

CREATE INDEX calls_merged_into_idx ON public.calls USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);

CREATE UNIQUE INDEX calls_one_panic ON public.calls USING btree (panic_user_id, server_id) WHERE (status <> 'cleared'::text);

CREATE INDEX calls_open_idx ON public.calls USING btree (server_id) WHERE (status <> 'cleared'::text);

CREATE INDEX calls_postal_idx ON public.calls USING btree (server_id, public.place_key(postal), id DESC) WHERE (public.place_key(postal) <> ''::text);

CREATE INDEX characters_user_id_idx ON public.characters USING btree (user_id);

CREATE UNIQUE INDEX departments_name_key ON public.departments USING btree (lower(name)) WHERE (retired_at IS NULL);

CREATE INDEX dispatch_notes_server_id_idx ON public.dispatch_notes USING btree (server_id);

CREATE INDEX known_devices_last_at_idx ON public.known_devices USING btree (last_at);

CREATE INDEX leaves_user_id_idx ON public.leaves USING btree (user_id, starts_on DESC);

CREATE INDEX marks_user_id_idx ON public.marks USING btree (user_id, created_at DESC);

CREATE INDEX own_calls_user_id_idx ON public.own_calls USING btree (user_id, call_id DESC);

CREATE INDEX patrols_department_id_idx ON public.patrols USING btree (department_id);

CREATE UNIQUE INDEX patrols_one_open ON public.patrols USING btree (user_id) WHERE (ended_at IS NULL);

CREATE INDEX patrols_server_id_idx ON public.patrols USING btree (server_id);

CREATE INDEX patrols_started_at_idx ON public.patrols USING btree (started_at);

CREATE INDEX patrols_user_id_idx ON public.patrols USING btree (user_id, started_at DESC);

CREATE INDEX pings_at_idx ON public.pings USING btree (at);

CREATE INDEX pings_from_user_id_idx ON public.pings USING btree (from_user_id);

CREATE UNIQUE INDEX pings_one_open ON public.pings USING btree (to_user_id, COALESCE(from_user_id, 0)) WHERE (closed_at IS NULL);

CREATE INDEX rank_changes_user_id_idx ON public.rank_changes USING btree (user_id, at DESC);

CREATE UNIQUE INDEX ranks_name_key ON public.ranks USING btree (department_id, lower(name)) WHERE (retired_at IS NULL);

CREATE UNIQUE INDEX roles_name_key ON public.roles USING btree (lower(name));

CREATE INDEX roles_role_group_id_idx ON public.roles USING btree (role_group_id);

CREATE INDEX server_links_online_idx ON public.server_links USING btree (last_heartbeat_at) WHERE is_online;

CREATE INDEX server_player_counts_minute_idx ON public.server_player_counts USING btree (minute);

CREATE UNIQUE INDEX servers_name_key ON public.servers USING btree (lower(name)) WHERE (retired_at IS NULL);

CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id) WHERE (revoked_at IS NULL);

CREATE INDEX sign_in_tickets_expires_at_idx ON public.sign_in_tickets USING btree (expires_at);

CREATE INDEX sign_in_tickets_user_id_idx ON public.sign_in_tickets USING btree (user_id);

CREATE INDEX sign_ins_at_idx ON public.sign_ins USING btree (at);

CREATE INDEX sign_ins_known_address_idx ON public.sign_ins USING btree (user_id, address) WHERE (succeeded AND (kind = 'password'::text));

CREATE INDEX sign_ins_user_id_at_idx ON public.sign_ins USING btree (user_id, at DESC);

CREATE INDEX staff_notes_user_id_idx ON public.staff_notes USING btree (user_id, created_at DESC) WHERE (deleted_at IS NULL);

CREATE INDEX tones_call_id_idx ON public.tones USING btree (call_id) WHERE (call_id IS NOT NULL);

CREATE INDEX tones_server_id_at_idx ON public.tones USING btree (server_id, at);

CREATE INDEX units_beat_id_idx ON public.units USING btree (beat_id);

CREATE INDEX units_department_id_idx ON public.units USING btree (department_id);

CREATE INDEX units_on_duty_idx ON public.units USING btree (server_id) WHERE (status <> 1);

CREATE INDEX user_departments_department_id_idx ON public.user_departments USING btree (department_id, rank_id);

CREATE UNIQUE INDEX user_departments_one_primary ON public.user_departments USING btree (user_id) WHERE is_primary;

CREATE INDEX user_roles_role_id_idx ON public.user_roles USING btree (role_id);

CREATE INDEX users_by_created_at ON public.users USING btree (created_at, id);

CREATE INDEX users_by_last_seen_at ON public.users USING btree (last_seen_at DESC NULLS LAST, id);

CREATE INDEX users_by_name ON public.users USING btree (lower(name), id);

CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));

CREATE INDEX users_in_use ON public.users USING btree (id) WHERE ((disabled_at IS NULL) AND (deleted_at IS NULL));

CREATE INDEX users_name_search ON public.users USING gin (lower(name) public.gin_trgm_ops);

CREATE INDEX users_search ON public.users USING gin (search_text public.gin_trgm_ops);

CREATE UNIQUE INDEX users_steam_id_key ON public.users USING btree (lower(steam_id)) WHERE (steam_id <> ''::text);

CREATE INDEX users_whitelisted_idx ON public.users USING btree (id) WHERE (is_whitelisted OR is_whitelisted_dev);

CREATE INDEX whitelist_changes_at_idx ON public.whitelist_changes USING btree (at);

CREATE INDEX whitelist_pushes_server_id_idx ON public.whitelist_pushes USING btree (server_id, requested_at DESC);

CREATE TRIGGER api_keys_revocation_announced AFTER UPDATE ON public.api_keys FOR EACH ROW WHEN (((old.revoked_at IS DISTINCT FROM new.revoked_at) OR (old.expires_at IS DISTINCT FROM new.expires_at))) EXECUTE FUNCTION public.announce_key_revocation();

CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE CONSTRAINT TRIGGER call_units_active_call AFTER INSERT OR UPDATE OF cleared_at, call_id ON public.call_units DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_call_units();

CREATE CONSTRAINT TRIGGER calls_active_with_units AFTER INSERT OR UPDATE OF status ON public.calls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_call_units();

CREATE TRIGGER departments_changed AFTER UPDATE ON public.departments FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.full_name IS DISTINCT FROM new.full_name)) OR (old.type IS DISTINCT FROM new.type)) OR (old.is_cad_enabled IS DISTINCT FROM new.is_cad_enabled))) EXECUTE FUNCTION public.touch_department_members();

CREATE TRIGGER patrols_server_in_use BEFORE INSERT ON public.patrols FOR EACH ROW WHEN ((new.ended_at IS NULL)) EXECUTE FUNCTION public.refuse_patrol_on_retired_server();

CREATE TRIGGER portal_settings_page_announced AFTER INSERT OR DELETE OR UPDATE ON public.portal_settings FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page();

CREATE TRIGGER ranks_changed AFTER UPDATE ON public.ranks FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION public.touch_rank_members();

CREATE TRIGGER roles_changed AFTER UPDATE ON public.roles FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION public.touch_role_members();

CREATE TRIGGER roles_end_ticket_sessions AFTER UPDATE ON public.roles FOR EACH ROW WHEN ((old.role_group_id IS DISTINCT FROM new.role_group_id)) EXECUTE FUNCTION public.end_ticket_sessions_of_holders();

CREATE TRIGGER roles_keep_a_root AFTER UPDATE ON public.roles FOR EACH ROW WHEN ((old.role_group_id IS DISTINCT FROM new.role_group_id)) EXECUTE FUNCTION public.keep_a_root();

CREATE TRIGGER server_maps_page_announced AFTER INSERT OR DELETE OR UPDATE ON public.server_maps FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page();

CREATE TRIGGER servers_open_board AFTER INSERT ON public.servers FOR EACH ROW EXECUTE FUNCTION public.open_board();

CREATE TRIGGER servers_page_announced AFTER DELETE OR UPDATE OF retired_at ON public.servers FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page();

CREATE TRIGGER sessions_end_announced AFTER UPDATE ON public.sessions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION public.announce_session_end();

CREATE TRIGGER sessions_no_ticket_for_administrators BEFORE INSERT ON public.sessions FOR EACH ROW WHEN ((new.kind = 'ticket'::text)) EXECUTE FUNCTION public.refuse_ticket_of_administrator();

CREATE TRIGGER sessions_removal_announced AFTER DELETE ON public.sessions FOR EACH ROW WHEN ((old.revoked_at IS NULL)) EXECUTE FUNCTION public.announce_session_end();

CREATE TRIGGER units_duty_begun AFTER INSERT ON public.units FOR EACH ROW EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER units_duty_changed AFTER UPDATE ON public.units FOR EACH ROW WHEN (((((((old.status = 1) IS DISTINCT FROM (new.status = 1)) OR (old.server_id IS DISTINCT FROM new.server_id)) OR (old.department_id IS DISTINCT FROM new.department_id)) OR (old.unit_class IS DISTINCT FROM new.unit_class)) OR (old.type IS DISTINCT FROM new.type))) EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER units_duty_removed AFTER DELETE ON public.units FOR EACH ROW EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER user_departments_changed AFTER INSERT OR DELETE OR UPDATE ON public.user_departments FOR EACH ROW EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER user_departments_not_retired BEFORE INSERT OR UPDATE ON public.user_departments FOR EACH ROW EXECUTE FUNCTION public.refuse_retired();

CREATE TRIGGER user_departments_rank_recorded AFTER UPDATE ON public.user_departments FOR EACH ROW WHEN (((old.department_id = new.department_id) AND (old.rank_id IS DISTINCT FROM new.rank_id))) EXECUTE FUNCTION public.record_rank_change();

CREATE TRIGGER user_permissions_changed AFTER INSERT OR DELETE OR UPDATE ON public.user_permissions FOR EACH ROW EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER user_roles_changed AFTER INSERT OR DELETE OR UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER user_roles_end_ticket_sessions AFTER INSERT OR UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION public.end_ticket_sessions_of_holder();

CREATE TRIGGER user_roles_keep_a_root AFTER DELETE OR UPDATE ON public.user_roles FOR EACH ROW WHEN (public.is_root_role(old.role_id)) EXECUTE FUNCTION public.keep_a_root();

CREATE TRIGGER users_access_announced AFTER UPDATE ON public.users FOR EACH ROW WHEN ((old.access_version IS DISTINCT FROM new.access_version)) EXECUTE FUNCTION public.announce_access();

CREATE TRIGGER users_changed BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((((((((old.name IS DISTINCT FROM new.name) OR (old.email IS DISTINCT FROM new.email)) OR (old.avatar_color IS DISTINCT FROM new.avatar_color)) OR (old.steam_id IS DISTINCT FROM new.steam_id)) OR (old.is_whitelisted IS DISTINCT FROM new.is_whitelisted)) OR (old.is_whitelisted_dev IS DISTINCT FROM new.is_whitelisted_dev)) OR (old.disabled_at IS DISTINCT FROM new.disabled_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION public.user_changed();

CREATE TRIGGER users_keep_a_root AFTER UPDATE ON public.users FOR EACH ROW WHEN (((((old.disabled_at IS NULL) AND (new.disabled_at IS NOT NULL)) OR ((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) AND public.is_root_user(new.id))) EXECUTE FUNCTION public.keep_a_root();

CREATE TRIGGER users_name_on_boards AFTER UPDATE OF name ON public.users FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION public.advance_boards_of_user();

CREATE TRIGGER users_sessions_end AFTER UPDATE ON public.users FOR EACH ROW WHEN (((new.disabled_at IS NOT NULL) OR (new.deleted_at IS NOT NULL) OR (old.password_hash IS DISTINCT FROM new.password_hash))) EXECUTE FUNCTION public.end_sessions_of_user();

CREATE CONSTRAINT TRIGGER users_whitelist_noted AFTER INSERT OR DELETE OR UPDATE OF steam_id, is_whitelisted, is_whitelisted_dev, disabled_at, deleted_at ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note_whitelist_change();

ALTER TABLE ONLY public.announcement_dismissals
    ADD CONSTRAINT announcement_dismissals_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES public.announcements(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.announcement_dismissals
    ADD CONSTRAINT announcement_dismissals_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.announcements
    ADD CONSTRAINT announcements_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.announcements
    ADD CONSTRAINT announcements_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.bridge_events
    ADD CONSTRAINT bridge_events_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.call_logs
    ADD CONSTRAINT call_logs_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.call_logs
    ADD CONSTRAINT call_logs_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.calls(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.call_units
    ADD CONSTRAINT call_units_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.call_units
    ADD CONSTRAINT call_units_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.calls(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.call_units
    ADD CONSTRAINT call_units_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_call_type_id_fkey FOREIGN KEY (call_type_id) REFERENCES public.call_types(id);

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_cleared_by_fkey FOREIGN KEY (cleared_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_handler_id_fkey FOREIGN KEY (handler_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES public.calls(id);

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_panic_user_id_fkey FOREIGN KEY (panic_user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.characters
    ADD CONSTRAINT characters_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.dispatch_notes
    ADD CONSTRAINT dispatch_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.dispatch_notes
    ADD CONSTRAINT dispatch_notes_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.leaves
    ADD CONSTRAINT leaves_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.leaves
    ADD CONSTRAINT leaves_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.own_calls
    ADD CONSTRAINT own_calls_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.calls(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.own_calls
    ADD CONSTRAINT own_calls_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.patrol_statuses
    ADD CONSTRAINT patrol_statuses_patrol_id_fkey FOREIGN KEY (patrol_id) REFERENCES public.patrols(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.patrols
    ADD CONSTRAINT patrols_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.patrols
    ADD CONSTRAINT patrols_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.patrols
    ADD CONSTRAINT patrols_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pings
    ADD CONSTRAINT pings_from_user_id_fkey FOREIGN KEY (from_user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pings
    ADD CONSTRAINT pings_to_user_id_fkey FOREIGN KEY (to_user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.postals
    ADD CONSTRAINT postals_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rank_changes
    ADD CONSTRAINT rank_changes_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.rank_changes
    ADD CONSTRAINT rank_changes_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.rank_changes
    ADD CONSTRAINT rank_changes_from_rank_id_fkey FOREIGN KEY (from_rank_id) REFERENCES public.ranks(id);

ALTER TABLE ONLY public.rank_changes
    ADD CONSTRAINT rank_changes_to_rank_id_fkey FOREIGN KEY (to_rank_id) REFERENCES public.ranks(id);

ALTER TABLE ONLY public.rank_changes
    ADD CONSTRAINT rank_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ranks
    ADD CONSTRAINT ranks_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.roles
    ADD CONSTRAINT roles_role_group_id_fkey FOREIGN KEY (role_group_id) REFERENCES public.role_groups(id);

ALTER TABLE ONLY public.server_activity
    ADD CONSTRAINT server_activity_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.server_links
    ADD CONSTRAINT server_links_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.server_map_images
    ADD CONSTRAINT server_map_images_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.server_maps
    ADD CONSTRAINT server_maps_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.server_player_counts
    ADD CONSTRAINT server_player_counts_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_tickets
    ADD CONSTRAINT sign_in_tickets_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.sign_in_tickets
    ADD CONSTRAINT sign_in_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.staff_notes
    ADD CONSTRAINT staff_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.staff_notes
    ADD CONSTRAINT staff_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tones
    ADD CONSTRAINT tones_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.calls(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.tones
    ADD CONSTRAINT tones_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.tones
    ADD CONSTRAINT tones_sounded_by_fkey FOREIGN KEY (sounded_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.units
    ADD CONSTRAINT units_beat_id_fkey FOREIGN KEY (beat_id) REFERENCES public.beats(id);

ALTER TABLE ONLY public.units
    ADD CONSTRAINT units_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.units
    ADD CONSTRAINT units_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.units
    ADD CONSTRAINT units_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_departments
    ADD CONSTRAINT user_departments_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.user_departments
    ADD CONSTRAINT user_departments_department_id_rank_id_fkey FOREIGN KEY (department_id, rank_id) REFERENCES public.ranks(department_id, id);

ALTER TABLE ONLY public.user_departments
    ADD CONSTRAINT user_departments_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_permissions
    ADD CONSTRAINT user_permissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_roles
    ADD CONSTRAINT user_roles_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.user_roles
    ADD CONSTRAINT user_roles_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.roles(id);

ALTER TABLE ONLY public.user_roles
    ADD CONSTRAINT user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.whitelist_changes
    ADD CONSTRAINT whitelist_changes_environment_fkey FOREIGN KEY (environment) REFERENCES public.whitelist_versions(environment);

ALTER TABLE ONLY public.whitelist_pushes
    ADD CONSTRAINT whitelist_pushes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.whitelist_pushes
    ADD CONSTRAINT whitelist_pushes_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);
