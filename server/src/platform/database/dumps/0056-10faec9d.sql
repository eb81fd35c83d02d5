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

CREATE FUNCTION public.add_name_variants() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into name_variants (variant, word)
  select distinct on (v.variant, w.word) v.variant, w.word
  from (select distinct word from added) w
  cross join lateral (
    select w.word as variant
    union all select left(w.word, i - 1) || substr(w.word, i + 1) from generate_series(1, length(w.word)) i where length(w.word) > 2) v
  where not exists (select from name_variants known where known.variant = w.word and known.word = w.word);
  return null;
end $$;

CREATE FUNCTION public.add_name_words(ids integer[]) RETURNS void
    LANGUAGE sql
    AS $$
  insert into name_words (word, other, character_id)
  select p.word, p.other, c.id
  from characters c
  cross join lateral (select c.name union all select f.name from character_names f where f.character_id = c.id) names
  cross join lateral pairs_of_name(names.name) p
  where c.id = any(ids) and c.removed_at is null and c.merged_into_id is null
  on conflict do nothing
$$;

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

CREATE FUNCTION public.advance_settings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update streams set seq = seq + 1 where key = 'settings';
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

CREATE FUNCTION public.ask_discord(asked text, in_queue text, of_key text, due timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void
    LANGUAGE sql
    AS $$
  insert into discord_errands (kind, queue, payload, run_at)
  select asked, in_queue, jsonb_build_object('key', of_key), greatest(now(), coalesce(due, now()))
  where not exists (
    select from discord_errands where kind = asked and payload ->> 'key' = of_key and state = 'waiting' and started_at is null);
$$;

CREATE FUNCTION public.ask_for_lines(of_target text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  if of_target like 'member:%' then
    perform ask_discord('notices.send', 'notices:' || of_target, of_target, greatest(
      (select since + interval '1 hour' from discord_pace where target = of_target and messages >= 10 and since > now() - interval '1 hour'),
      (select d.refused_at + interval '1 hour' from discord_links l join discord_direct d on d.discord_id = l.discord_id
        where l.user_id = substr(of_target, 8)::integer)));
  else
    perform ask_discord('log.post', 'log:' || of_target, of_target,
      (select sent_at + interval '15 seconds' from discord_pace where target = of_target));
  end if;
end $$;

CREATE FUNCTION public.ask_to_keep(of_channel text, of_post bigint, due timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  of_key text := of_post::text;
begin
  if due is null then
    update discord_errands set run_at = now() where id in (
      select id from discord_errands where kind = 'post.keep' and payload ->> 'key' = of_key and state = 'waiting' and started_at is null
        and attempts = 0 and run_at > now() for update skip locked);
  end if;
  if exists (select from discord_errands where kind = 'post.keep' and payload ->> 'key' = of_key and state = 'waiting' and started_at is null) then
    return;
  end if;
  update discord_errands set state = 'waiting', attempts = 0, run_at = greatest(now(), coalesce(due, now())), ended_at = null, problem = ''
    where id = (
      select id from discord_errands where kind = 'post.keep' and payload ->> 'key' = of_key and state = 'failed' order by id desc limit 1
      for update skip locked);
  if not found then perform ask_discord('post.keep', 'channel:' || of_channel, of_key, due); end if;
end $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

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

CREATE FUNCTION public.calls_worked(member integer, server integer, since timestamp with time zone, until timestamp with time zone) RETURNS TABLE(call_id integer, started_at timestamp with time zone, ended_at timestamp with time zone)
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT c.id,
     COALESCE(own.started_at, sent.at, made.at, c.cleared_at) AS "coalesce",
         CASE
             WHEN (done.at <= calls_worked.until) THEN done.at
             ELSE NULL::timestamp with time zone
         END AS "case"
    FROM (((((( SELECT u.call_id
            FROM public.call_units u
           WHERE ((u.user_id = calls_worked.member) AND ((u.assigned_at >= calls_worked.since) AND (u.assigned_at <= calls_worked.until)))
         UNION
          SELECT u.call_id
            FROM public.call_units u
           WHERE ((u.assigned_by = calls_worked.member) AND ((u.assigned_at >= calls_worked.since) AND (u.assigned_at <= calls_worked.until)))
         UNION
          SELECT w.id
            FROM public.calls w
           WHERE ((w.created_by = calls_worked.member) AND ((w.created_at >= calls_worked.since) AND (w.created_at <= calls_worked.until)) AND (w.source = ANY (ARRAY['officer'::text, 'dispatcher'::text])))
         UNION
          SELECT w.id
            FROM public.calls w
           WHERE ((w.cleared_by = calls_worked.member) AND ((w.cleared_at >= calls_worked.since) AND (w.cleared_at <= calls_worked.until)))) x
      JOIN public.calls c ON ((c.id = x.call_id)))
      CROSS JOIN LATERAL ( SELECT min(u.assigned_at) AS started_at,
                 CASE
                     WHEN bool_and((u.cleared_at IS NOT NULL)) THEN max(u.cleared_at)
                     ELSE NULL::timestamp with time zone
                 END AS ended_at
            FROM public.call_units u
           WHERE ((u.call_id = c.id) AND (u.user_id = calls_worked.member) AND ((u.assigned_at >= calls_worked.since) AND (u.assigned_at <= calls_worked.until)))) own)
      CROSS JOIN LATERAL ( SELECT min(u.assigned_at) AS at
            FROM public.call_units u
           WHERE ((u.call_id = c.id) AND (u.assigned_by = calls_worked.member) AND ((u.assigned_at >= calls_worked.since) AND (u.assigned_at <= calls_worked.until)))) sent)
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN ((c.created_by = calls_worked.member) AND ((c.created_at >= calls_worked.since) AND (c.created_at <= calls_worked.until)) AND (c.source = ANY (ARRAY['officer'::text, 'dispatcher'::text]))) THEN c.created_at
                     ELSE NULL::timestamp with time zone
                 END AS at) made)
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN (own.started_at IS NULL) THEN c.cleared_at
                     ELSE own.ended_at
                 END AS at) done)
   WHERE (c.server_id = calls_worked.server);
END;

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

CREATE FUNCTION public.copy_patrol_to_gap() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  select p.user_id, p.department_id, p.server_id into new.user_id, new.department_id, new.server_id from patrols p where p.id = new.patrol_id;
  return new;
end $$;

CREATE FUNCTION public.count_calls(member integer, server integer, since timestamp with time zone, until timestamp with time zone) RETURNS integer
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (SELECT (count(*))::integer AS count FROM public.calls_worked(count_calls.member, count_calls.server, count_calls.since, count_calls.until) calls_worked(call_id, started_at, ended_at));

CREATE FUNCTION public.seconds_between(since timestamp with time zone, until timestamp with time zone) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (date_part('epoch'::text, (date_bin('00:00:01'::interval, until, '2000-01-01 00:00:00+00'::timestamp with time zone) - date_bin('00:00:01'::interval, since, '2000-01-01 00:00:00+00'::timestamp with time zone))))::bigint;

CREATE FUNCTION public.overlap_seconds(started_at timestamp with time zone, ended_at timestamp with time zone, since timestamp with time zone, until timestamp with time zone) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (GREATEST((0)::bigint, public.seconds_between(GREATEST(started_at, since), LEAST(ended_at, until))))::integer;

CREATE TABLE public.patrol_gaps (
    id bigint NOT NULL,
    patrol_id bigint NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    user_id integer DEFAULT 0 NOT NULL,
    department_id integer DEFAULT 0 NOT NULL,
    server_id integer DEFAULT 0 NOT NULL,
    is_long boolean GENERATED ALWAYS AS (((ended_at - started_at) > '24:00:00'::interval)) STORED NOT NULL,
    is_counted boolean NOT NULL,
    decided_by integer,
    decided_at timestamp with time zone,
    note text DEFAULT ''::text NOT NULL,
    CONSTRAINT patrol_gaps_check CHECK ((ended_at > started_at)),
    CONSTRAINT patrol_gaps_check1 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
    CONSTRAINT patrol_gaps_note_check CHECK ((length(note) <= 500))
);

CREATE TABLE public.patrols (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    department_id integer NOT NULL,
    server_id integer NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    kind text DEFAULT 'duty'::text NOT NULL,
    is_cut boolean DEFAULT false NOT NULL,
    cut_ended_at timestamp with time zone,
    settled_at timestamp with time zone,
    calls integer,
    seen_seconds integer,
    idle_seconds integer,
    watched_seconds integer,
    status_seconds integer[],
    version integer DEFAULT 1 NOT NULL,
    is_long boolean GENERATED ALWAYS AS (((ended_at IS NULL) OR ((ended_at - started_at) > '24:00:00'::interval))) STORED NOT NULL,
    CONSTRAINT patrols_check CHECK ((ended_at >= started_at)),
    CONSTRAINT patrols_end_reason_check CHECK ((end_reason = 'silence'::text)),
    CONSTRAINT patrols_idle_seconds_check CHECK ((idle_seconds >= 0)),
    CONSTRAINT patrols_kind_check CHECK ((kind = ANY (ARRAY['duty'::text, 'civilian'::text]))),
    CONSTRAINT patrols_seen_seconds_check CHECK ((seen_seconds >= 0)),
    CONSTRAINT patrols_watched_seconds_check CHECK ((watched_seconds >= 0))
);

CREATE VIEW public.counted_time AS
 SELECT p.id AS patrol_id,
    p.user_id,
    p.department_id,
    p.server_id,
    p.started_at,
    COALESCE(p.ended_at, now()) AS ended_at,
    p.is_long,
    1 AS sign,
    COALESCE(p.calls, public.count_calls(p.user_id, p.server_id, p.started_at, COALESCE(p.ended_at, now()))) AS calls,
    p.seen_seconds,
    p.watched_seconds,
    false AS is_flagged
   FROM public.patrols p
UNION ALL
 SELECT g.patrol_id,
    g.user_id,
    g.department_id,
    g.server_id,
    g.started_at,
    g.ended_at,
    g.is_long,
    '-1'::integer AS sign,
    NULL::integer AS calls,
    NULL::integer AS seen_seconds,
    NULL::integer AS watched_seconds,
    (g.decided_at IS NULL) AS is_flagged
   FROM public.patrol_gaps g
  WHERE (NOT g.is_counted);

CREATE FUNCTION public.counted_between(since timestamp with time zone, until timestamp with time zone) RETURNS TABLE(patrol_id bigint, user_id integer, department_id integer, started_at timestamp with time zone, ended_at timestamp with time zone, sign integer, seconds integer, calls integer, seen_seconds integer, watched_seconds integer, is_flagged boolean)
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT c.patrol_id,
     c.user_id,
     c.department_id,
     GREATEST(c.started_at, counted_between.since) AS "greatest",
     LEAST(c.ended_at, counted_between.until) AS "least",
     c.sign,
     (c.sign * public.overlap_seconds(c.started_at, c.ended_at, counted_between.since, counted_between.until)),
     c.calls,
     c.seen_seconds,
     c.watched_seconds,
     c.is_flagged
    FROM public.counted_time c
   WHERE ((c.started_at >= (counted_between.since - '24:00:00'::interval)) AND (c.started_at < counted_between.until) AND (c.ended_at > counted_between.since))
 UNION ALL
  SELECT c.patrol_id,
     c.user_id,
     c.department_id,
     GREATEST(c.started_at, counted_between.since) AS "greatest",
     LEAST(c.ended_at, counted_between.until) AS "least",
     c.sign,
     (c.sign * public.overlap_seconds(c.started_at, c.ended_at, counted_between.since, counted_between.until)),
     c.calls,
     c.seen_seconds,
     c.watched_seconds,
     c.is_flagged
    FROM public.counted_time c
   WHERE (c.is_long AND (c.started_at < (counted_between.since - '24:00:00'::interval)) AND (c.ended_at > counted_between.since));
END;

CREATE FUNCTION public.end_grants_of_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update grants set state = 'ended', ended_at = now(), end_reason = 'The account was disabled', version = version + 1
    where user_id = new.id and state in ('asked', 'active');
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

CREATE FUNCTION public.field_key(value jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select case value
    when 'true'::jsonb then 'yes'
    when 'false'::jsonb then 'no'
    else left(translate(
      lower(regexp_replace(normalize(trim(value #>> '{}'), NFKD), '[\u0300-\u036f]', '', 'g')),
      'ØŁĐÐĦŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЂЈЉЊЋЏҐÆŒÞ',
      'øłđðħŧαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіђјљњћџґæœþ'), 100) end
$$;

CREATE FUNCTION public.find_names(typed text, most integer) RETURNS SETOF integer
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET enable_bitmapscan TO 'off'
    SET enable_seqscan TO 'off'
    SET enable_sort TO 'off'
    SET jit TO 'off'
    AS $$
declare
  words text[] := words_of_name(typed);
  n integer := cardinality(words);
  final text := words[n];
  beyond text := final || chr(1114111);
begin
  if n = 1 then
    return query select w.character_id from name_words w
      where w.word >= final and w.word < beyond order by w.word, w.other, w.character_id limit most;
  elsif n = 2 then
    return query select w.character_id from name_words w
      where w.word = words[1] and w.other >= final and w.other < beyond order by w.word, w.other, w.character_id limit most;
  elsif n > 2 then
    return query select w.character_id
      from (select * from name_words w where w.word = words[1] and w.other = words[2] order by w.character_id limit 500) w
      where not exists (
          select from unnest(words[3:n - 1]) also
          where not exists (select from name_words x where x.word = words[1] and x.other = also and x.character_id = w.character_id))
        and exists (
          select from characters c cross join lateral (
            select c.name union all select f.name from character_names f where f.character_id = c.id) names
          cross join lateral unnest(words_of_name(names.name)) has
          where c.id = w.character_id and starts_with(has, final))
      limit most;
  end if;
end $$;

CREATE FUNCTION public.find_near_names(firsts text[], seconds text[], prefix text, most integer) RETURNS SETOF integer
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET enable_bitmapscan TO 'off'
    SET enable_seqscan TO 'off'
    SET enable_sort TO 'off'
    SET jit TO 'off'
    AS $$
begin
  if prefix is null then
    return query select found.character_id from unnest(firsts) one
      cross join lateral (
        select * from name_words w where w.word = one order by w.word, w.other, w.character_id limit 20) found limit most;
  else
    return query select found.character_id from unnest(firsts) one
      cross join lateral (
        select * from name_words w where w.word = one and w.other >= prefix and w.other < prefix || chr(1114111)
        order by w.word, w.other, w.character_id limit 20) found limit most;
    return query select found.character_id from unnest(firsts) one cross join unnest(seconds) two
      cross join lateral (
        select * from name_words w where w.word = one and w.other = two order by w.word, w.other, w.character_id limit 20) found limit most;
  end if;
end $$;

CREATE FUNCTION public.find_near_vehicles(keys text[], most integer) RETURNS SETOF integer
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET enable_bitmapscan TO 'off'
    SET enable_seqscan TO 'off'
    SET enable_sort TO 'off'
    SET jit TO 'off'
    AS $$
begin
  return query select found.id from unnest(keys) key cross join lateral (
    select v.id from vehicles v
    where v.removed_at is null and v.plate_key ~>=~ key and v.plate_key ~<~ (key || chr(1114111))
    order by v.plate_key using ~<~ limit 5) found limit most;
end $$;

CREATE FUNCTION public.find_vehicles(key text, most integer) RETURNS SETOF integer
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET enable_bitmapscan TO 'off'
    SET enable_seqscan TO 'off'
    SET enable_sort TO 'off'
    SET jit TO 'off'
    AS $$
begin
  return query select v.id from vehicles v
    where v.removed_at is null and v.plate_key ~>=~ key and v.plate_key ~<~ (key || chr(1114111)) order by v.plate_key using ~<~ limit most;
  return query select v.id from vehicles v
    where v.removed_at is null and v.vin_key <> '' and v.vin_key ~>=~ key and v.vin_key ~<~ (key || chr(1114111))
    order by v.vin_key using ~<~ limit most;
end $$;

CREATE FUNCTION public.follow_changed_characters() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  ids integer[];
begin
  select array_agg(o.id) into ids from before o join after n on n.id = o.id
  where o.name <> n.name or (o.removed_at is null) <> (n.removed_at is null) or (o.merged_into_id is null) <> (n.merged_into_id is null);
  if ids is null then
    return null;
  end if;
  delete from name_words w using (
    select o.id, p.word, p.other from before o cross join lateral pairs_of_name(o.name) p where o.id = any(ids)
    union all
    select f.character_id, p.word, p.other from character_names f cross join lateral pairs_of_name(f.name) p where f.character_id = any(ids)) d
  where w.word = d.word and w.other = d.other and w.character_id = d.id;
  perform add_name_words(ids);
  return null;
end $$;

CREATE FUNCTION public.follow_changed_fields() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from field_values v using (
    select b.id, f.key::int as field_id, field_key(f.value) as value from before b join after a on a.id = b.id and a.fields <> b.fields
    cross join lateral jsonb_each(b.fields) f where a.fields -> f.key is distinct from f.value) gone
  where v.field_id = gone.field_id and v.value = gone.value and v.subject_id = gone.id;
  insert into field_values (field_id, value, subject_id)
  select f.key::int, field_key(f.value), a.id from before b join after a on a.id = b.id and a.fields <> b.fields
  cross join lateral jsonb_each(a.fields) f where b.fields -> f.key is distinct from f.value
  on conflict do nothing;
  return null;
end $$;

CREATE FUNCTION public.follow_deleted_characters() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from name_words w using (select o.id, p.word, p.other from before o cross join lateral pairs_of_name(o.name) p) d
  where w.word = d.word and w.other = d.other and w.character_id = d.id;
  return null;
end $$;

CREATE FUNCTION public.follow_deleted_names() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from name_words w using (select o.character_id, p.word, p.other from before o cross join lateral pairs_of_name(o.name) p) d
  where w.word = d.word and w.other = d.other and w.character_id = d.character_id;
  perform add_name_words(array(select distinct character_id from before));
  return null;
end $$;

CREATE FUNCTION public.follow_new_characters() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into name_words (word, other, character_id)
  select p.word, p.other, n.id from added n cross join lateral pairs_of_name(n.name) p
  where n.removed_at is null and n.merged_into_id is null
  on conflict do nothing;
  return null;
end $$;

CREATE FUNCTION public.follow_new_fields() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into field_values (field_id, value, subject_id)
  select f.key::int, field_key(f.value), a.id from added a cross join lateral jsonb_each(a.fields) f where a.fields <> '{}'
  on conflict do nothing;
  return null;
end $$;

CREATE FUNCTION public.follow_new_names() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform add_name_words(array(select distinct character_id from after));
  return null;
end $$;

CREATE FUNCTION public.follow_removal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.removed_at is null then
    insert into field_values (field_id, value, subject_id)
    select f.key::int, field_key(f.value), new.id from jsonb_each(new.fields) f on conflict do nothing;
  else
    delete from field_values v using jsonb_each(new.fields) f
    where v.field_id = f.key::int and v.value = field_key(f.value) and v.subject_id = new.id;
  end if;
  return null;
end $$;

CREATE FUNCTION public.forget_earlier_membership() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from discord_ledger where guild_id = new.guild_id and discord_id = new.discord_id;
  delete from discord_nicknames where guild_id = new.guild_id and discord_id = new.discord_id;
  delete from discord_kept where guild_id = new.guild_id and discord_id = new.discord_id and kind <> 'absent';
  return null;
end $$;

CREATE FUNCTION public.grant_entitlement_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform refresh_entitled(coalesce(array_agg(user_id), '{}')) from grants
    where state = 'active' and kind = case when tg_op = 'DELETE' then old.source_kind else new.source_kind end;
  return null;
end $$;

CREATE FUNCTION public.grant_entitles() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform refresh_entitled(array[new.user_id]);
  return null;
end $$;

CREATE FUNCTION public.guard_report() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a report is never deleted';
  end if;
  if (old.kind, old.year, old.number, old.writer_id, old.writer_identifier, old.department_id, old.server_id, old.created_at)
    is distinct from
    (new.kind, new.year, new.number, new.writer_id, new.writer_identifier, new.department_id, new.server_id, new.created_at) then
    raise exception 'who wrote a report, where and under which number never changes';
  end if;
  if old.state = 'voided' then
    raise exception 'a voided report never changes';
  end if;
  if old.state = 'final' and (new.state not in ('final', 'voided')
    or (old.subject_id, old.fine, old.jail_minutes, old.points, old.final_at)
      is distinct from (new.subject_id, new.fine, new.jail_minutes, new.points, new.final_at)) then
    raise exception 'what a final report imposes never changes';
  end if;
  return new;
end $$;

CREATE FUNCTION public.guard_warrant() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a warrant is never deleted';
  end if;
  if (old.id, old.year, old.number, old.writer_id, old.writer_identifier, old.department_id, old.server_id, old.draft_id, old.created_at)
    is distinct from
    (new.id, new.year, new.number, new.writer_id, new.writer_identifier, new.department_id, new.server_id, new.draft_id, new.created_at) then
    raise exception 'who wrote a warrant, where and under which number never changes';
  end if;
  if old.state in ('denied', 'served', 'recalled', 'expired') then
    raise exception 'a warrant that has ended never changes';
  end if;
  if old.state = 'active' and (new.state not in ('active', 'served', 'recalled', 'expired')
    or (old.type, old.content, old.signer_id, old.signed_at, old.bail, old.expires_at)
      is distinct from (new.type, new.content, new.signer_id, new.signed_at, new.bail, new.expires_at)) then
    raise exception 'what was signed never changes';
  end if;
  return new;
end $$;

CREATE FUNCTION public.is_administrator(account integer) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select exists (
    select from user_roles ur join roles r on r.id = ur.role_id join role_groups g on g.id = r.role_group_id
    where ur.user_id = account and g.name in ('Root', 'Admin'));
$$;

CREATE FUNCTION public.is_new_membership(known timestamp with time zone, told timestamp with time zone) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN COALESCE(((told - known) > '00:00:01'::interval), false);

CREATE FUNCTION public.is_powerful(permissions text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (((mod((permissions)::numeric, ('4611686018427387904'::bigint)::numeric))::bigint & '1127324197054'::bigint) <> 0);

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

CREATE FUNCTION public.keep_mapped_role() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if not exists (select from entitlements where discord_role_id = old.id) then return old; end if;
  update discord_roles set gone_at = coalesce(gone_at, now()), version = version + 1 where id = old.id and gone_at is null;
  return null;
end $$;

CREATE FUNCTION public.keep_status_seconds() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.settled_at is null or new.ended_at is null or new.settled_at is not distinct from old.settled_at then
    new.status_seconds := null;
  else
    select array_agg(coalesce(spent.seconds, 0) order by each.status) into new.status_seconds
    from generate_series(0, 7) each (status) left join (
      select coalesce(s.status, 0) as status, sum(overlap_seconds(s.at, s.next, new.started_at, new.ended_at))::integer as seconds
      from (select t.status, t.at, lead(t.at, 1, new.ended_at) over (order by t.at) as next from patrol_stretches t where t.patrol_id = new.id) s
      group by 1
    ) spent on spent.status = each.status;
  end if;
  return new;
end $$;

CREATE FUNCTION public.log_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  lines jsonb[];
begin
  if not exists (select from discord_log_groups) then return null; end if;
  select array_agg(jsonb_build_object('kind', 'audit', 'auditId', a.id) order by a.id) into lines
    from added a where exists (select from discord_log_groups g where a.action = any (g.actions));
  if lines is not null then perform log_to_discord('GeneralLogs', null, lines); end if;
  return null;
end $$;

CREATE FUNCTION public.log_leaving() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  guild text;
begin
  for guild in select distinct guild_id from gone order by 1 loop
    perform log_to_discord('MemberLogs', guild, array_agg(
        jsonb_build_object('kind', 'left', 'discordId', discord_id, 'name', coalesce(nickname, display_name)) order by discord_id))
      from gone where guild_id = guild and not is_bot having count(*) > 0;
  end loop;
  return null;
end $$;

CREATE FUNCTION public.log_link() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    perform log_to_discord('MemberLogs', null,
      array[jsonb_build_object('kind', 'link', 'has', true, 'userId', new.user_id, 'discordName', new.display_name)]);
  else
    perform log_to_discord('MemberLogs', null,
      array[jsonb_build_object('kind', 'link', 'has', false, 'userId', old.user_id, 'discordName', old.display_name)]);
  end if;
  return null;
end $$;

CREATE FUNCTION public.log_membership() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    perform log_to_discord('MemberLogs', null,
      array[jsonb_build_object('kind', 'department', 'has', true, 'userId', new.user_id, 'departmentId', new.department_id)]);
  else
    perform log_to_discord('MemberLogs', null,
      array[jsonb_build_object('kind', 'department', 'has', false, 'userId', old.user_id, 'departmentId', old.department_id)]);
  end if;
  return null;
end $$;

CREATE FUNCTION public.log_rank_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform log_to_discord('MemberLogs', null, array[jsonb_build_object('kind', 'rank', 'rankChangeId', new.id)]);
  return null;
end $$;

CREATE FUNCTION public.log_to_discord(channel_type text, in_guild text, lines jsonb[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  log text;
begin
  for log in
    select channel_type || ':' || c.id from discord_channels c join discord_guilds g on g.id = c.guild_id and g.left_at is null
    where c.type = channel_type and c.gone_at is null and (in_guild is null or c.guild_id = in_guild) order by c.id
  loop
    insert into discord_lines (target, about) select log, unnest(lines);
    perform ask_for_lines(log);
  end loop;
end $$;

CREATE FUNCTION public.log_warrant() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (select from discord_log_groups where name = 'warrants') then
    perform log_to_discord('GeneralLogs', null,
      array[jsonb_build_object('kind', 'warrant', 'warrantId', new.id, 'state', new.state)]);
  end if;
  return null;
end $$;

CREATE FUNCTION public.membership_entitles() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if not exists (select from entitlements where gift_kind = 'whitelist' and department_id is not null) then return null; end if;
  perform refresh_entitled(array[case when tg_op = 'DELETE' then old.user_id else new.user_id end]);
  return null;
end $$;

CREATE FUNCTION public.near_words(typed text, is_prefix boolean) RETURNS SETOF text
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET enable_bitmapscan TO 'off'
    SET enable_seqscan TO 'off'
    SET enable_sort TO 'off'
    SET jit TO 'off'
    AS $$
declare
  shorter text[] := array(select distinct left(typed, i - 1) || substr(typed, i + 1) from generate_series(1, length(typed)) i) || typed;
begin
  return query select found.word from unnest(shorter) part
    cross join lateral (select v.word::text from name_variants v where v.variant = part limit 100) found;
  if is_prefix then
    return query select found.word from unnest(shorter) part
      cross join lateral (
        select v.word::text from name_variants v where v.variant >= part and v.variant < part || chr(1114111) order by v.variant limit 30) found;
  end if;
end $$;

CREATE FUNCTION public.short_name(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (btrim(name) ~ '\s'::text) THEN (("left"(btrim(name), 1) || '. '::text) || regexp_replace(btrim(name), '^.*\s'::text, ''::text)) ELSE btrim(name) END;

CREATE FUNCTION public.nickname_from(template text, name text, rank text, department text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN btrim("left"(btrim(regexp_replace(replace(replace(replace(replace(template, '{department}'::text, department), '{rank}'::text, COALESCE(rank, ''::text)), '{short}'::text, public.short_name(name)), '{name}'::text, name), '\s+'::text, ' '::text, 'g'::text)), 32));

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
    was := case when tg_op = 'INSERT' then null else whitelisted_as(old.steam_id,
      case env when 'prod' then old.is_whitelisted or old.is_entitled else old.is_whitelisted_dev or old.is_entitled_dev end,
      old.disabled_at, old.deleted_at) end;
    becomes := case when tg_op = 'DELETE' then null else whitelisted_as(new.steam_id,
      case env when 'prod' then new.is_whitelisted or new.is_entitled else new.is_whitelisted_dev or new.is_entitled_dev end,
      new.disabled_at, new.deleted_at) end;
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

CREATE FUNCTION public.pairs_of_name(name text) RETURNS TABLE(word text, other text)
    LANGUAGE sql IMMUTABLE ROWS 2 PARALLEL SAFE
    AS $$
  select one, coalesce(other, '') from (select words_of_name(name) as words offset 0) split
  cross join lateral unnest(words) one left join lateral unnest(words) other on other <> one
$$;

CREATE FUNCTION public.place_key(place text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN TRIM(BOTH FROM regexp_replace(lower(place), '[[:space:][:punct:]]+'::text, ' '::text, 'g'::text));

CREATE FUNCTION public.record_key(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select upper(regexp_replace(value, '[\s-]', '', 'g'))
$$;

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

CREATE FUNCTION public.refresh_all_entitled() RETURNS integer
    LANGUAGE sql
    AS $$
  select refresh_entitled(coalesce(array_agg(u.id), '{}'))
  from users u left join (
    select user_id, bool_or(value = 'prod') as prod, bool_or(value = 'dev') as dev from entitled where gift_kind = 'whitelist' group by user_id
  ) e on e.user_id = u.id
  where (u.is_entitled, u.is_entitled_dev) is distinct from (coalesce(e.prod, false), coalesce(e.dev, false));
$$;

CREATE FUNCTION public.refresh_entitled(touched integer[]) RETURNS integer
    LANGUAGE plpgsql
    AS $$
declare
  changed integer;
begin
  -- A volatile function sees what was committed while it waited for the rows.
  perform from users where id = any (touched) order by id for no key update;
  update users u set is_entitled = x.prod, is_entitled_dev = x.dev
  from (
    select t.id, coalesce(bool_or(e.value = 'prod'), false) as prod, coalesce(bool_or(e.value = 'dev'), false) as dev
    from unnest(touched) as t (id) left join entitled e on e.user_id = t.id and e.gift_kind = 'whitelist'
    group by t.id) x
  where u.id = x.id and (u.is_entitled, u.is_entitled_dev) is distinct from (x.prod, x.dev);
  get diagnostics changed = row_count;
  return changed;
end $$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

CREATE FUNCTION public.refuse_conduct_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'a published code of conduct never changes, nor who accepted it and when';
end $$;

CREATE FUNCTION public.refuse_entitlement_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'an entitlement is added or removed, never changed';
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

CREATE FUNCTION public.send_notices_to_discord() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  member integer;
begin
  for member in
    select distinct n.user_id from added n join discord_preferences p on p.user_id = n.user_id and p.sends_notices
    join discord_links l on l.user_id = n.user_id order by 1
  loop
    insert into discord_lines (target, about)
      select 'member:' || member, jsonb_build_object('kind', 'notice', 'noticeId', id) from added where user_id = member order by id;
    perform ask_for_lines('member:' || member);
  end loop;
  return null;
end $$;

CREATE FUNCTION public.stop_following() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from discord_ledger where guild_id = new.id and (state = 'giving' and not is_asked or state = 'held' and is_extra);
  update discord_ledger set state = 'given', run_id = null where guild_id = new.id and state = 'held';
  update discord_runs set state = 'cancelled', decided_at = now() where guild_id = new.id and state = 'held';
  return null;
end $$;

CREATE FUNCTION public.tell_discord_connection() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('discord_connection', '');
  return null;
end $$;

CREATE FUNCTION public.tell_discord_errands() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('discord_errands', '');
  return null;
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

CREATE FUNCTION public.track_block_totals() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into track_totals as t (since, blocks, bytes)
    select date_bin('10 minutes', started_at, 'epoch'), sign * count(*), sign * sum(octet_length(data) + 200)
    from changed, (values (case tg_op when 'INSERT' then 1 else -1 end)) as s (sign) group by 1, sign order by 1
    on conflict (since) do update set blocks = t.blocks + excluded.blocks, bytes = t.bytes + excluded.bytes;
  return null;
end $$;

CREATE FUNCTION public.unlink_deleted_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from discord_links where user_id = new.id;
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

CREATE FUNCTION public.visible_fields(given jsonb, reader text) RETURNS jsonb
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select case when given = '{}' then given else coalesce(
    (select jsonb_object_agg(v.key, v.value) from jsonb_each(given) v join record_fields f on f.id = v.key::int and reader = any(f.audience)),
    '{}') end
$$;

CREATE FUNCTION public.whitelist_entitlement_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  e entitlements := case when tg_op = 'DELETE' then old else new end;
begin
  perform refresh_entitled(coalesce(array_agg(distinct ud.user_id), '{}')) from user_departments ud
    where ud.department_id = e.department_id and (e.rank_id is null or ud.rank_id = e.rank_id);
  return null;
end $$;

CREATE FUNCTION public.whitelisted_as(steam text, is_listed boolean, disabled timestamp with time zone, deleted timestamp with time zone) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (is_listed AND (disabled IS NULL) AND (deleted IS NULL) AND (steam ~ '^[0-9A-Fa-f]{15}$'::text)) THEN lower(steam) ELSE NULL::text END;

CREATE FUNCTION public.words_of_name(name text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
declare
  words text[] := '{}';
  word text;
begin
  foreach word in array regexp_split_to_array(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f''`\u00b4\u2018\u2019\u02bc]', '', 'g')),
        'ØŁĐÐĦıŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЂЈЉЊЋЏҐÆŒÞøłđðħŧ',
        'olddhitαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіђјљњћџґæœþolddht'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+')
  loop
    continue when word = '' or word = any(words);
    words := words || word;
    exit when cardinality(words) = 6;
  end loop;
  return words;
end $$;

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
    is_limited boolean DEFAULT false NOT NULL,
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

CREATE TABLE public.bolo_hits (
    bolo_id integer NOT NULL,
    user_id integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.bolos (
    id integer NOT NULL,
    server_id integer NOT NULL,
    kind text NOT NULL,
    plate text NOT NULL,
    name text NOT NULL,
    match_key text NOT NULL COLLATE pg_catalog."C",
    words text[] NOT NULL,
    character_id integer,
    vehicle_id integer,
    description text NOT NULL,
    reason text NOT NULL,
    call_id integer,
    by_user_id integer NOT NULL,
    by_identifier text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_by integer,
    end_reason text DEFAULT ''::text NOT NULL,
    hits integer DEFAULT 0 NOT NULL,
    last_hit_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT bolos_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'vehicle'::text])))
);

ALTER TABLE public.bolos ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.bolos_id_seq
    START WITH 1
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
    is_late boolean DEFAULT false NOT NULL,
    take_back jsonb,
    takes_back_id bigint,
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

CREATE TABLE public.call_subjects (
    call_id integer NOT NULL,
    character_id integer,
    vehicle_id integer,
    by_user_id integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT call_subjects_check CHECK (((character_id IS NULL) <> (vehicle_id IS NULL)))
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

ALTER TABLE public.call_units ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.call_units_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.calls ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.calls_id_seq
    START WITH 1001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.cautions (
    id integer NOT NULL,
    character_id integer NOT NULL,
    text text NOT NULL,
    expires_at timestamp with time zone,
    by_user_id integer NOT NULL,
    by_identifier text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    withdrawn_at timestamp with time zone,
    withdrawn_by integer
);

ALTER TABLE public.cautions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.cautions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.character_names (
    id integer NOT NULL,
    character_id integer NOT NULL,
    name text NOT NULL,
    until timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.character_names ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.character_names_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.characters (
    id integer NOT NULL,
    user_id integer,
    name text NOT NULL,
    last_used_at timestamp with time zone,
    born_on date,
    address text DEFAULT ''::text NOT NULL,
    postal text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    occupation text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    phone_key text GENERATED ALWAYS AS (regexp_replace(phone, '\D'::text, ''::text, 'g'::text)) STORED NOT NULL,
    medical_notes text DEFAULT ''::text NOT NULL,
    contacts text DEFAULT ''::text NOT NULL,
    picture_id bigint,
    deceased_at timestamp with time zone,
    deceased_cause text,
    origin text DEFAULT 'portal'::text NOT NULL,
    external_id text,
    merged_into_id integer,
    noted_by integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    fields jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT characters_check CHECK (((deceased_at IS NULL) = (deceased_cause IS NULL))),
    CONSTRAINT characters_fields_check CHECK ((jsonb_typeof(fields) = 'object'::text)),
    CONSTRAINT characters_origin_check CHECK ((origin = ANY (ARRAY['portal'::text, 'officer'::text, 'game'::text, 'import'::text])))
);

ALTER TABLE public.characters ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.characters_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.conduct_acceptances (
    number integer NOT NULL,
    user_id integer NOT NULL,
    accepted_at timestamp with time zone DEFAULT now() NOT NULL,
    how text NOT NULL,
    CONSTRAINT conduct_acceptances_how_check CHECK ((how = ANY (ARRAY['portal'::text, 'discord'::text])))
);

CREATE TABLE public.conduct_versions (
    number integer NOT NULL,
    text text NOT NULL,
    author_id integer NOT NULL,
    published_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT conduct_versions_number_check CHECK ((number > 0)),
    CONSTRAINT conduct_versions_text_check CHECK (((length(text) >= 1) AND (length(text) <= 8000)))
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
    needs_presence boolean DEFAULT true NOT NULL,
    nickname_template text DEFAULT ''::text NOT NULL,
    CONSTRAINT departments_call_sign_template_check CHECK ((length(call_sign_template) <= 16)),
    CONSTRAINT departments_nickname_template_check CHECK ((length(nickname_template) <= 32)),
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

CREATE TABLE public.discord_ballots (
    vote_id integer NOT NULL,
    user_id integer NOT NULL,
    option integer NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT discord_ballots_option_check CHECK (((option >= 0) AND (option <= 9)))
);

CREATE TABLE public.discord_bot (
    id integer NOT NULL,
    state text DEFAULT 'off'::text NOT NULL,
    problem text DEFAULT ''::text NOT NULL,
    application_id text,
    bot_id text,
    bot_name text,
    ping_ms integer,
    limited_until timestamp with time zone,
    since timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone,
    CONSTRAINT discord_bot_id_check CHECK ((id = 1)),
    CONSTRAINT discord_bot_state_check CHECK ((state = ANY (ARRAY['off'::text, 'connecting'::text, 'connected'::text, 'waiting'::text, 'refused'::text])))
);

CREATE TABLE public.discord_channels (
    id text NOT NULL,
    guild_id text NOT NULL,
    parent_id text,
    name text NOT NULL,
    kind text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    bot_permissions text DEFAULT '0'::text NOT NULL,
    type text,
    gone_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT discord_channels_id_check CHECK ((id ~ '^\d{1,20}$'::text)),
    CONSTRAINT discord_channels_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'announcement'::text, 'category'::text, 'voice'::text, 'forum'::text, 'other'::text]))),
    CONSTRAINT discord_channels_type_check CHECK ((type = ANY (ARRAY['Text'::text, 'MemberLogs'::text, 'GeneralLogs'::text, 'CommunityAnnouncements'::text, 'TicketsCategory'::text, 'Link'::text, 'Voting'::text, 'Ridealong'::text, 'TempPass'::text, 'CoCBotInfo'::text])))
);

CREATE TABLE public.discord_connection (
    id integer NOT NULL,
    token bytea,
    client_id text,
    client_secret bytea,
    version integer DEFAULT 1 NOT NULL,
    changed_at timestamp with time zone,
    changed_by integer,
    CONSTRAINT discord_connection_client_id_check CHECK ((client_id ~ '^\d{1,20}$'::text)),
    CONSTRAINT discord_connection_id_check CHECK ((id = 1))
);

CREATE TABLE public.discord_direct (
    discord_id text NOT NULL,
    channel_id text,
    refusal text,
    refused_at timestamp with time zone,
    CONSTRAINT discord_direct_check CHECK (((refusal IS NULL) = (refused_at IS NULL))),
    CONSTRAINT discord_direct_refusal_check CHECK ((refusal = ANY (ARRAY['closed'::text, 'noSharedServer'::text, 'other'::text])))
);

CREATE TABLE public.discord_errands (
    id bigint NOT NULL,
    kind text NOT NULL,
    queue text NOT NULL,
    guild_id text,
    discord_id text,
    role_id text,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    run_at timestamp with time zone DEFAULT now() NOT NULL,
    problem text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT discord_errands_check CHECK (((state = ANY (ARRAY['waiting'::text, 'held'::text])) = (ended_at IS NULL))),
    CONSTRAINT discord_errands_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'held'::text, 'done'::text, 'failed'::text, 'dropped'::text])))
);

ALTER TABLE public.discord_errands ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.discord_errands_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.discord_guilds (
    id text NOT NULL,
    name text NOT NULL,
    owner_id text NOT NULL,
    member_count integer DEFAULT 0 NOT NULL,
    bot_permissions text DEFAULT '0'::text NOT NULL,
    bot_position integer DEFAULT 0 NOT NULL,
    joined_at timestamp with time zone DEFAULT now() NOT NULL,
    left_at timestamp with time zone,
    followed_at timestamp with time zone,
    commands_hash text,
    version integer DEFAULT 1 NOT NULL,
    forgotten_at timestamp with time zone,
    CONSTRAINT discord_guilds_id_check CHECK ((id ~ '^\d{1,20}$'::text))
);

CREATE TABLE public.discord_kept (
    guild_id text NOT NULL,
    discord_id text NOT NULL,
    kind text NOT NULL,
    role_id text DEFAULT ''::text NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL,
    kept_by integer NOT NULL
);

CREATE TABLE public.discord_ledger (
    guild_id text NOT NULL,
    discord_id text NOT NULL,
    role_id text NOT NULL,
    state text NOT NULL,
    is_extra boolean DEFAULT false NOT NULL,
    problem text DEFAULT ''::text NOT NULL,
    run_id integer,
    since timestamp with time zone DEFAULT now() NOT NULL,
    is_asked boolean DEFAULT false NOT NULL,
    CONSTRAINT discord_ledger_check CHECK (((state = 'held'::text) = (run_id IS NOT NULL))),
    CONSTRAINT discord_ledger_state_check CHECK ((state = ANY (ARRAY['giving'::text, 'given'::text, 'theirs'::text, 'held'::text, 'taking'::text])))
);

CREATE TABLE public.discord_lines (
    id bigint NOT NULL,
    target text NOT NULL,
    about jsonb NOT NULL,
    errand_id bigint,
    at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.discord_lines ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.discord_lines_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.discord_link_codes (
    code_hash bytea NOT NULL,
    discord_id text NOT NULL,
    username text NOT NULL,
    display_name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT discord_link_codes_discord_id_check CHECK ((discord_id ~ '^\d{1,20}$'::text))
);

CREATE TABLE public.discord_links (
    user_id integer NOT NULL,
    discord_id text NOT NULL,
    username text NOT NULL,
    display_name text NOT NULL,
    linked_at timestamp with time zone DEFAULT now() NOT NULL,
    how text NOT NULL,
    CONSTRAINT discord_links_discord_id_check CHECK ((discord_id ~ '^\d{1,20}$'::text)),
    CONSTRAINT discord_links_how_check CHECK ((how = ANY (ARRAY['page'::text, 'command'::text])))
);

CREATE TABLE public.discord_log_choice (
    id integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT discord_log_choice_id_check CHECK ((id = 1))
);

CREATE TABLE public.discord_log_groups (
    name text NOT NULL,
    actions text[] NOT NULL
);

CREATE TABLE public.discord_members (
    guild_id text NOT NULL,
    discord_id text NOT NULL,
    username text NOT NULL,
    display_name text NOT NULL,
    nickname text,
    role_ids text[] DEFAULT '{}'::text[] NOT NULL,
    is_bot boolean DEFAULT false NOT NULL,
    joined_at timestamp with time zone,
    CONSTRAINT discord_members_discord_id_check CHECK ((discord_id ~ '^\d{1,20}$'::text))
);

CREATE TABLE public.discord_nicknames (
    guild_id text NOT NULL,
    discord_id text NOT NULL,
    nickname text NOT NULL,
    state text NOT NULL,
    is_ours boolean DEFAULT false NOT NULL,
    problem text DEFAULT ''::text NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT discord_nicknames_state_check CHECK ((state = ANY (ARRAY['setting'::text, 'set'::text])))
);

CREATE TABLE public.discord_pace (
    target text NOT NULL,
    sent_at timestamp with time zone DEFAULT now() NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    messages integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.discord_patrol_notices (
    id integer NOT NULL,
    text text NOT NULL,
    server_id integer,
    author_id integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    clear_until timestamp with time zone NOT NULL,
    CONSTRAINT discord_patrol_notices_check CHECK ((clear_until > at))
);

ALTER TABLE public.discord_patrol_notices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.discord_patrol_notices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.discord_posts (
    id bigint NOT NULL,
    channel_id text NOT NULL,
    subject text NOT NULL,
    wanted jsonb,
    message_id text,
    sent jsonb,
    sending jsonb,
    sending_at timestamp with time zone,
    problem text DEFAULT ''::text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    is_left boolean DEFAULT false NOT NULL,
    CONSTRAINT discord_posts_channel_id_check CHECK ((channel_id ~ '^\d{1,20}$'::text))
);

ALTER TABLE public.discord_posts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.discord_posts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.discord_preferences (
    user_id integer NOT NULL,
    sends_notices boolean DEFAULT false NOT NULL,
    patrol_notify boolean DEFAULT false NOT NULL
);

CREATE TABLE public.discord_roles (
    id text NOT NULL,
    guild_id text NOT NULL,
    name text NOT NULL,
    color integer DEFAULT 0 NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    permissions text DEFAULT '0'::text NOT NULL,
    is_managed boolean DEFAULT false NOT NULL,
    is_mentionable boolean DEFAULT false NOT NULL,
    type text DEFAULT 'OTHER'::text NOT NULL,
    gone_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT discord_roles_id_check CHECK ((id ~ '^\d{1,20}$'::text)),
    CONSTRAINT discord_roles_type_check CHECK ((type = ANY (ARRAY['OTHER'::text, 'GUEST'::text, 'RESERVE'::text, 'PATROL_NOTIFY'::text, 'RECRUIT'::text, 'MEMBER'::text, 'SIT'::text, 'STAFF'::text, 'SENIOR_STAFF'::text, 'ADMIN'::text, 'POLICE'::text, 'SHERIFF'::text, 'HIGHWAY'::text, 'COMMS'::text, 'CIV'::text, 'MEDIA'::text, 'FTO'::text, 'DEV'::text])))
);

CREATE TABLE public.discord_runs (
    id integer NOT NULL,
    guild_id text NOT NULL,
    state text DEFAULT 'held'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    decided_by integer,
    CONSTRAINT discord_runs_check CHECK (((state = 'held'::text) = (decided_at IS NULL))),
    CONSTRAINT discord_runs_state_check CHECK ((state = ANY (ARRAY['held'::text, 'confirmed'::text, 'cancelled'::text])))
);

ALTER TABLE public.discord_runs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.discord_runs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.discord_sign_ins (
    state_hash bytea NOT NULL,
    tab_hash bytea NOT NULL,
    purpose text NOT NULL,
    user_id integer,
    return_url text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT discord_sign_ins_check CHECK (((purpose = 'link'::text) = (user_id IS NOT NULL))),
    CONSTRAINT discord_sign_ins_purpose_check CHECK ((purpose = ANY (ARRAY['link'::text, 'sign-in'::text])))
);

CREATE TABLE public.discord_texts (
    id integer NOT NULL,
    channel_id text NOT NULL,
    text text NOT NULL,
    author_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone,
    changed_by integer,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

ALTER TABLE public.discord_texts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.discord_texts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.discord_votes (
    id integer NOT NULL,
    guild_id text NOT NULL,
    channel_id text NOT NULL,
    question text NOT NULL,
    options text[] NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    created_by integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_by integer,
    result integer[],
    shown_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT discord_votes_check CHECK (((state = 'open'::text) = (ended_at IS NULL))),
    CONSTRAINT discord_votes_check1 CHECK (((state = 'ended'::text) = (result IS NOT NULL))),
    CONSTRAINT discord_votes_options_check CHECK (((cardinality(options) >= 2) AND (cardinality(options) <= 10))),
    CONSTRAINT discord_votes_question_check CHECK (((length(question) >= 1) AND (length(question) <= 200))),
    CONSTRAINT discord_votes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'ended'::text, 'cancelled'::text])))
);

ALTER TABLE public.discord_votes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.discord_votes_id_seq
    START WITH 1
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

CREATE TABLE public.entitlements (
    id integer NOT NULL,
    source_kind text NOT NULL,
    department_id integer,
    rank_id integer,
    role_group text,
    environment text,
    gift_kind text NOT NULL,
    discord_role_id text,
    whitelist text,
    ace_group text,
    created_by integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT entitlements_ace_group_check CHECK (((ace_group ~ '^group\.[a-z0-9_.-]{1,58}$'::text) AND (ace_group !~ '(admin|root|god|command|moderator|owner)'::text))),
    CONSTRAINT entitlements_environment_check CHECK ((environment = ANY (ARRAY['prod'::text, 'dev'::text]))),
    CONSTRAINT entitlements_gift CHECK ((((gift_kind = 'discordRole'::text) = (discord_role_id IS NOT NULL)) AND ((gift_kind = 'whitelist'::text) = (whitelist IS NOT NULL)) AND ((gift_kind = 'aceGroup'::text) = (ace_group IS NOT NULL)))),
    CONSTRAINT entitlements_gift_kind_check CHECK ((gift_kind = ANY (ARRAY['discordRole'::text, 'whitelist'::text, 'aceGroup'::text]))),
    CONSTRAINT entitlements_of_source CHECK (((gift_kind = 'discordRole'::text) OR (source_kind = ANY (ARRAY['department'::text, 'rank'::text])) OR ((gift_kind = 'whitelist'::text) AND (source_kind = ANY (ARRAY['ridealong'::text, 'pass'::text]))))),
    CONSTRAINT entitlements_source CHECK ((((source_kind = ANY (ARRAY['department'::text, 'rank'::text])) = (department_id IS NOT NULL)) AND ((source_kind = 'rank'::text) = (rank_id IS NOT NULL)) AND ((source_kind = 'roleGroup'::text) = (role_group IS NOT NULL)) AND ((source_kind = 'whitelist'::text) = (environment IS NOT NULL)))),
    CONSTRAINT entitlements_source_kind_check CHECK ((source_kind = ANY (ARRAY['department'::text, 'rank'::text, 'roleGroup'::text, 'whitelist'::text, 'leave'::text, 'linked'::text, 'ridealong'::text, 'pass'::text]))),
    CONSTRAINT entitlements_whitelist_check CHECK ((whitelist = ANY (ARRAY['prod'::text, 'dev'::text])))
);

CREATE TABLE public.grants (
    id integer NOT NULL,
    kind text NOT NULL,
    user_id integer NOT NULL,
    sponsor_id integer,
    state text DEFAULT 'asked'::text NOT NULL,
    whitelist text,
    department_id integer,
    note text DEFAULT ''::text NOT NULL,
    hours integer NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    starts_at timestamp with time zone,
    ends_at timestamp with time zone,
    ended_at timestamp with time zone,
    ended_by integer,
    end_reason text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    posted_version integer DEFAULT 0 NOT NULL,
    CONSTRAINT grants_check CHECK (((kind = 'pass'::text) = (whitelist IS NOT NULL))),
    CONSTRAINT grants_check1 CHECK (((state <> 'active'::text) OR ((sponsor_id IS NOT NULL) AND (starts_at IS NOT NULL) AND (ends_at > starts_at)))),
    CONSTRAINT grants_check2 CHECK (((state = ANY (ARRAY['asked'::text, 'active'::text])) = (ended_at IS NULL))),
    CONSTRAINT grants_end_reason_check CHECK ((length(end_reason) <= 500)),
    CONSTRAINT grants_hours_check CHECK (((hours >= 1) AND (hours <= 336))),
    CONSTRAINT grants_kind_check CHECK ((kind = ANY (ARRAY['ridealong'::text, 'pass'::text]))),
    CONSTRAINT grants_not_to_oneself CHECK ((sponsor_id <> user_id)),
    CONSTRAINT grants_note_check CHECK ((length(note) <= 500)),
    CONSTRAINT grants_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'active'::text, 'declined'::text, 'ended'::text, 'expired'::text, 'withdrawn'::text]))),
    CONSTRAINT grants_whitelist_check CHECK ((whitelist = ANY (ARRAY['prod'::text, 'dev'::text])))
);

CREATE VIEW public.granted AS
 SELECT g.user_id,
    'whitelist'::text AS gift_kind,
    g.whitelist AS value,
    g.kind AS source,
    NULL::integer AS entitlement_id
   FROM public.grants g
  WHERE ((g.state = 'active'::text) AND (now() < g.ends_at) AND (g.whitelist IS NOT NULL))
UNION ALL
 SELECT g.user_id,
    e.gift_kind,
    COALESCE(e.discord_role_id, e.whitelist) AS value,
    e.source_kind AS source,
    e.id AS entitlement_id
   FROM (public.entitlements e
     JOIN public.grants g ON ((g.kind = e.source_kind)))
  WHERE ((e.source_kind = ANY (ARRAY['ridealong'::text, 'pass'::text])) AND (g.state = 'active'::text) AND (now() < g.ends_at));

CREATE VIEW public.implied_role_groups AS
 SELECT "*VALUES*".column1 AS held,
    "*VALUES*".column2 AS implied
   FROM (VALUES ('Root'::text,'Root'::text), ('Root'::text,'Admin'::text), ('Root'::text,'Developer'::text), ('Root'::text,'Staff'::text), ('Root'::text,'Legal Services Supervisor'::text), ('Root'::text,'Legal Services'::text), ('Admin'::text,'Admin'::text), ('Admin'::text,'Staff'::text), ('Admin'::text,'Legal Services Supervisor'::text), ('Admin'::text,'Legal Services'::text), ('Staff'::text,'Staff'::text), ('Legal Services Supervisor'::text,'Legal Services Supervisor'::text), ('Legal Services Supervisor'::text,'Legal Services'::text), ('Legal Services'::text,'Legal Services'::text), ('Developer'::text,'Developer'::text)) "*VALUES*";

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

CREATE TABLE public.role_groups (
    id integer NOT NULL,
    name text NOT NULL,
    CONSTRAINT role_groups_name_check CHECK ((name = ANY (ARRAY['Root'::text, 'Admin'::text, 'Staff'::text, 'Legal Services Supervisor'::text, 'Legal Services'::text, 'Developer'::text])))
);

CREATE TABLE public.roles (
    id integer NOT NULL,
    role_group_id integer NOT NULL,
    name text NOT NULL,
    level integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    signs_warrants boolean DEFAULT false NOT NULL,
    CONSTRAINT roles_level_check CHECK (((level >= 1) AND (level <= 100)))
);

CREATE TABLE public.user_departments (
    user_id integer NOT NULL,
    department_id integer NOT NULL,
    rank_id integer,
    is_primary boolean DEFAULT false NOT NULL
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
    picture_id bigint,
    theme text DEFAULT 'system'::text NOT NULL,
    is_entitled boolean DEFAULT false NOT NULL,
    is_entitled_dev boolean DEFAULT false NOT NULL,
    CONSTRAINT users_avatar_color_check CHECK ((avatar_color = ANY (ARRAY['blue'::text, 'teal'::text, 'green'::text, 'amber'::text, 'red'::text, 'pink'::text, 'violet'::text, 'slate'::text]))),
    CONSTRAINT users_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    CONSTRAINT users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT users_steam_id_check CHECK ((length(steam_id) <= 40)),
    CONSTRAINT users_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text])))
);

CREATE VIEW public.entitled AS
 SELECT ud.user_id,
    e.gift_kind,
    COALESCE(e.discord_role_id, e.whitelist, e.ace_group) AS value,
    e.source_kind AS source,
    e.id AS entitlement_id
   FROM (public.entitlements e
     JOIN public.user_departments ud ON ((ud.department_id = e.department_id)))
  WHERE (e.source_kind = 'department'::text)
UNION ALL
 SELECT ud.user_id,
    e.gift_kind,
    COALESCE(e.discord_role_id, e.whitelist, e.ace_group) AS value,
    e.source_kind AS source,
    e.id AS entitlement_id
   FROM (public.entitlements e
     JOIN public.user_departments ud ON (((ud.department_id = e.department_id) AND (ud.rank_id = e.rank_id))))
  WHERE (e.source_kind = 'rank'::text)
UNION ALL
 SELECT ur.user_id,
    e.gift_kind,
    e.discord_role_id AS value,
    e.source_kind AS source,
    e.id AS entitlement_id
   FROM ((((public.entitlements e
     JOIN public.implied_role_groups i ON ((i.implied = e.role_group)))
     JOIN public.role_groups g ON ((g.name = i.held)))
     JOIN public.roles r ON ((r.role_group_id = g.id)))
     JOIN public.user_roles ur ON ((ur.role_id = r.id)))
  WHERE (e.source_kind = 'roleGroup'::text)
UNION ALL
 SELECT u.id AS user_id,
    e.gift_kind,
    e.discord_role_id AS value,
    e.source_kind AS source,
    e.id AS entitlement_id
   FROM (public.entitlements e
     JOIN public.users u ON (
        CASE e.environment
            WHEN 'prod'::text THEN (u.is_whitelisted OR u.is_entitled)
            ELSE (u.is_whitelisted_dev OR u.is_entitled_dev)
        END))
  WHERE (e.source_kind = 'whitelist'::text)
UNION ALL
 SELECT l.user_id,
    e.gift_kind,
    e.discord_role_id AS value,
    e.source_kind AS source,
    e.id AS entitlement_id
   FROM (public.entitlements e
     CROSS JOIN public.leaves l)
  WHERE ((e.source_kind = 'leave'::text) AND (l.ended_early_at IS NULL) AND ((CURRENT_DATE >= l.starts_on) AND (CURRENT_DATE <= l.ends_on)))
UNION ALL
 SELECT l.user_id,
    e.gift_kind,
    e.discord_role_id AS value,
    e.source_kind AS source,
    e.id AS entitlement_id
   FROM (public.entitlements e
     CROSS JOIN public.discord_links l)
  WHERE (e.source_kind = 'linked'::text)
UNION ALL
 SELECT granted.user_id,
    granted.gift_kind,
    granted.value,
    granted.source,
    granted.entitlement_id
   FROM public.granted;

CREATE VIEW public.entitled_ace_groups AS
 SELECT DISTINCT e.user_id,
    lower(u.steam_id) AS steam,
    e.value AS ace_group
   FROM (public.entitled e
     JOIN public.users u ON (((u.id = e.user_id) AND (u.disabled_at IS NULL) AND (u.deleted_at IS NULL) AND (u.steam_id ~ '^[0-9A-Fa-f]{15}$'::text))))
  WHERE (e.gift_kind = 'aceGroup'::text);

CREATE TABLE public.ranks (
    id integer NOT NULL,
    department_id integer NOT NULL,
    name text NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    is_reserve boolean DEFAULT false NOT NULL,
    retired_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    capabilities text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT ranks_capabilities_check CHECK ((capabilities <@ ARRAY['approveReports'::text, 'seeLookups'::text, 'actOnLicences'::text, 'seePatrols'::text, 'grantLeave'::text]))
);

CREATE VIEW public.renamable_members AS
 SELECT m.guild_id,
    m.discord_id
   FROM (public.discord_members m
     JOIN public.discord_guilds g ON ((g.id = m.guild_id)))
  WHERE ((m.discord_id <> g.owner_id) AND (NOT (EXISTS ( SELECT
           FROM public.discord_roles r
          WHERE ((r.guild_id = m.guild_id) AND (r.id = ANY (m.role_ids)) AND (r.gone_at IS NULL) AND (r."position" >= g.bot_position))))));

CREATE VIEW public.templated_nicknames AS
 SELECT u.id AS user_id,
    l.discord_id,
    m.guild_id,
    n.nickname
   FROM (((((((public.discord_links l
     JOIN public.users u ON (((u.id = l.user_id) AND (u.disabled_at IS NULL) AND (u.deleted_at IS NULL))))
     JOIN public.user_departments ud ON (((ud.user_id = u.id) AND ud.is_primary)))
     JOIN public.departments d ON (((d.id = ud.department_id) AND (d.nickname_template <> ''::text))))
     LEFT JOIN public.ranks r ON ((r.id = ud.rank_id)))
     JOIN public.discord_members m ON ((m.discord_id = l.discord_id)))
     JOIN public.discord_guilds g ON (((g.id = m.guild_id) AND (g.left_at IS NULL))))
     CROSS JOIN LATERAL ( SELECT public.nickname_from(d.nickname_template, u.name, r.name, d.name) AS nickname_from) n(nickname))
  WHERE (n.nickname <> ''::text);

CREATE VIEW public.entitled_nicknames AS
 SELECT t.user_id,
    t.discord_id,
    t.guild_id,
    t.nickname
   FROM (public.templated_nicknames t
     JOIN public.renamable_members m ON (((m.guild_id = t.guild_id) AND (m.discord_id = t.discord_id))));

CREATE VIEW public.entitled_roles AS
 SELECT DISTINCT e.user_id,
    l.discord_id,
    r.guild_id,
    r.id AS role_id
   FROM ((((public.entitled e
     JOIN public.users u ON (((u.id = e.user_id) AND (u.disabled_at IS NULL) AND (u.deleted_at IS NULL))))
     JOIN public.discord_links l ON ((l.user_id = e.user_id)))
     JOIN public.discord_roles r ON (((r.id = e.value) AND (r.gone_at IS NULL))))
     JOIN public.discord_guilds g ON (((g.id = r.guild_id) AND (g.left_at IS NULL))))
  WHERE (e.gift_kind = 'discordRole'::text)
UNION
 SELECT p.user_id,
    l.discord_id,
    r.guild_id,
    r.id AS role_id
   FROM ((((public.discord_preferences p
     JOIN public.users u ON (((u.id = p.user_id) AND (u.disabled_at IS NULL) AND (u.deleted_at IS NULL))))
     JOIN public.discord_links l ON ((l.user_id = p.user_id)))
     JOIN public.discord_roles r ON (((r.type = 'PATROL_NOTIFY'::text) AND (r.gone_at IS NULL) AND (r.id <> r.guild_id) AND (NOT r.is_managed) AND (NOT public.is_powerful(r.permissions)))))
     JOIN public.discord_guilds g ON (((g.id = r.guild_id) AND (g.left_at IS NULL))))
  WHERE p.patrol_notify;

ALTER TABLE public.entitlements ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.entitlements_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.field_values (
    field_id integer NOT NULL,
    value text NOT NULL COLLATE pg_catalog."C",
    subject_id integer NOT NULL
);

CREATE TABLE public.fines (
    id integer NOT NULL,
    report_id integer NOT NULL,
    character_id integer NOT NULL,
    department_id integer NOT NULL,
    original_amount integer NOT NULL,
    amount integer NOT NULL,
    state text DEFAULT 'unpaid'::text NOT NULL,
    contest_reason text DEFAULT ''::text NOT NULL,
    contested_at timestamp with time zone,
    decision text,
    decision_reason text DEFAULT ''::text NOT NULL,
    decided_by integer,
    decided_at timestamp with time zone,
    paid_at timestamp with time zone,
    imposed_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT fines_check CHECK (((amount >= 0) AND (amount <= original_amount))),
    CONSTRAINT fines_check1 CHECK (((state <> 'paid'::text) OR (paid_at IS NOT NULL))),
    CONSTRAINT fines_check2 CHECK (((paid_at IS NULL) OR (state = ANY (ARRAY['paid'::text, 'dropped'::text])))),
    CONSTRAINT fines_check3 CHECK (((decision IS NULL) = (decided_at IS NULL))),
    CONSTRAINT fines_decision_check CHECK ((decision = ANY (ARRAY['upheld'::text, 'reduced'::text, 'dropped'::text]))),
    CONSTRAINT fines_original_amount_check CHECK ((original_amount > 0)),
    CONSTRAINT fines_state_check CHECK ((state = ANY (ARRAY['unpaid'::text, 'paid'::text, 'contested'::text, 'dropped'::text])))
);

ALTER TABLE public.fines ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.fines_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.given AS
 SELECT DISTINCT e.user_id,
    e.gift_kind,
    e.value
   FROM (public.entitled e
     LEFT JOIN public.discord_roles r ON (((e.gift_kind = 'discordRole'::text) AND (r.id = e.value))))
  WHERE ((r.id IS NULL) OR (e.source = ANY (ARRAY['department'::text, 'rank'::text, 'roleGroup'::text])) OR (NOT public.is_powerful(r.permissions)));

CREATE VIEW public.given_roles AS
 SELECT e.user_id,
    e.discord_id,
    e.guild_id,
    e.role_id
   FROM (public.entitled_roles e
     JOIN public.discord_roles r ON ((r.id = e.role_id)))
  WHERE ((NOT public.is_powerful(r.permissions)) OR (EXISTS ( SELECT
           FROM public.given g
          WHERE ((g.user_id = e.user_id) AND (g.gift_kind = 'discordRole'::text) AND (g.value = e.role_id)))));

ALTER TABLE public.grants ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.grants_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.import_chunks (
    import_id integer NOT NULL,
    nth integer NOT NULL,
    content bytea NOT NULL
);

CREATE TABLE public.import_problems (
    id integer NOT NULL,
    import_id integer NOT NULL,
    "row" integer NOT NULL,
    field text,
    message text NOT NULL
);

ALTER TABLE public.import_problems ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.import_problems_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.import_rows (
    import_id integer NOT NULL,
    "row" integer NOT NULL,
    input jsonb NOT NULL,
    is_left_out boolean DEFAULT false NOT NULL
);

CREATE TABLE public.imports (
    id integer NOT NULL,
    kind text NOT NULL,
    format text NOT NULL,
    file_name text NOT NULL,
    file_bytes integer NOT NULL,
    state text DEFAULT 'checking'::text NOT NULL,
    error text,
    version integer DEFAULT 0 NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    percent integer DEFAULT 0 NOT NULL,
    ignored_columns text[] DEFAULT '{}'::text[] NOT NULL,
    row_count integer DEFAULT 0 NOT NULL,
    to_add integer DEFAULT 0 NOT NULL,
    to_change integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    problem_rows integer DEFAULT 0 NOT NULL,
    problems integer DEFAULT 0 NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    added integer DEFAULT 0 NOT NULL,
    changed integer DEFAULT 0 NOT NULL,
    uploaded_by integer NOT NULL,
    uploaded_at timestamp with time zone DEFAULT now() NOT NULL,
    started_by integer,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    touched_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT imports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'json'::text]))),
    CONSTRAINT imports_kind_check CHECK ((kind = ANY (ARRAY['people'::text, 'vehicles'::text, 'offences'::text]))),
    CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'ready'::text, 'writing'::text, 'done'::text, 'cancelled'::text, 'failed'::text, 'discarded'::text])))
);

ALTER TABLE public.imports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.imports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.impounds (
    id integer NOT NULL,
    vehicle_id integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    place text NOT NULL,
    reason text NOT NULL,
    by_user_id integer NOT NULL,
    by_identifier text NOT NULL,
    released_at timestamp with time zone,
    released_by integer,
    release_reason text
);

ALTER TABLE public.impounds ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.impounds_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.jail_terms (
    id integer NOT NULL,
    report_id integer NOT NULL,
    character_id integer NOT NULL,
    server_id integer NOT NULL,
    minutes integer NOT NULL,
    from_at timestamp with time zone DEFAULT now() NOT NULL,
    until_at timestamp with time zone NOT NULL,
    released_at timestamp with time zone,
    released_by integer,
    release_reason text,
    CONSTRAINT jail_terms_check CHECK (((released_at IS NULL) = (release_reason IS NULL))),
    CONSTRAINT jail_terms_minutes_check CHECK ((minutes > 0))
);

ALTER TABLE public.jail_terms ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.jail_terms_id_seq
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

CREATE TABLE public.leave_requests (
    id integer NOT NULL,
    user_id integer NOT NULL,
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    reason text NOT NULL,
    state text DEFAULT 'asked'::text NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_by integer,
    decided_at timestamp with time zone,
    note text DEFAULT ''::text NOT NULL,
    leave_id integer,
    CONSTRAINT leave_requests_check CHECK ((ends_on >= starts_on)),
    CONSTRAINT leave_requests_check1 CHECK (((state = ANY (ARRAY['granted'::text, 'declined'::text])) = (decided_at IS NOT NULL))),
    CONSTRAINT leave_requests_check2 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
    CONSTRAINT leave_requests_note_check CHECK ((length(note) <= 500)),
    CONSTRAINT leave_requests_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
    CONSTRAINT leave_requests_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'granted'::text, 'declined'::text, 'withdrawn'::text])))
);

ALTER TABLE public.leave_requests ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.leave_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.leaves ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.leaves_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.licence_points (
    id integer NOT NULL,
    licence_id integer NOT NULL,
    points integer NOT NULL,
    reason text NOT NULL,
    by_user_id integer,
    at timestamp with time zone DEFAULT now() NOT NULL,
    lapses_at timestamp with time zone NOT NULL,
    report_id integer,
    withdrawn_at timestamp with time zone,
    CONSTRAINT licence_points_points_check CHECK ((points > 0))
);

ALTER TABLE public.licence_points ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.licence_points_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.licences (
    id integer NOT NULL,
    character_id integer NOT NULL,
    type text NOT NULL,
    state text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_on date,
    suspended_until timestamp with time zone,
    reason text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    is_suspended_for_points boolean DEFAULT false NOT NULL,
    CONSTRAINT licences_check CHECK (((state = ANY (ARRAY['applied'::text, 'refused'::text])) OR (expires_on IS NOT NULL))),
    CONSTRAINT licences_state_check CHECK ((state = ANY (ARRAY['applied'::text, 'refused'::text, 'granted'::text, 'revoked'::text]))),
    CONSTRAINT licences_type_check CHECK ((type = ANY (ARRAY['DRIVERS'::text, 'CCW'::text, 'CDL'::text])))
);

ALTER TABLE public.licences ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.licences_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.lookups (
    id bigint NOT NULL,
    kind text NOT NULL,
    user_id integer NOT NULL,
    identifier text NOT NULL,
    department_id integer,
    server_id integer,
    call_id integer,
    at timestamp with time zone DEFAULT now() NOT NULL,
    query text NOT NULL,
    found text[] DEFAULT '{}'::text[] NOT NULL,
    flags text[] DEFAULT '{}'::text[] NOT NULL,
    character_id integer,
    vehicle_id integer,
    weapon_id integer,
    warrant_id integer,
    warrant_draft_id integer,
    CONSTRAINT lookups_for_something CHECK ((((num_nonnulls(warrant_id, warrant_draft_id) = 0) AND (num_nonnulls(department_id, server_id) = 2)) OR (num_nonnulls(warrant_id, warrant_draft_id) > 0))),
    CONSTRAINT lookups_kind_check CHECK ((kind = ANY (ARRAY['search'::text, 'lookup'::text, 'patient'::text, 'plate-read'::text, 'report'::text])))
);

ALTER TABLE public.lookups ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.lookups_id_seq
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

CREATE TABLE public.name_variants (
    variant text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.name_words (
    word text NOT NULL COLLATE pg_catalog."C",
    other text NOT NULL COLLATE pg_catalog."C",
    character_id integer NOT NULL
);

CREATE TABLE public.notices (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    title text NOT NULL,
    text text NOT NULL,
    path text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    read_at timestamp with time zone,
    is_private boolean DEFAULT false NOT NULL,
    CONSTRAINT notices_path_check CHECK (((path ~~ '/%'::text) AND (path !~~ '//%'::text)))
);

ALTER TABLE public.notices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.notices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.offence_revisions (
    id integer NOT NULL,
    offence_id integer NOT NULL,
    code text NOT NULL,
    title text NOT NULL,
    type text NOT NULL,
    category text NOT NULL,
    description text NOT NULL,
    fine_min integer NOT NULL,
    fine_max integer NOT NULL,
    jail_min integer NOT NULL,
    jail_max integer NOT NULL,
    points integer NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_by integer,
    CONSTRAINT offence_revisions_check CHECK (((fine_min >= 0) AND (fine_min <= fine_max))),
    CONSTRAINT offence_revisions_check1 CHECK (((jail_min >= 0) AND (jail_min <= jail_max))),
    CONSTRAINT offence_revisions_points_check CHECK ((points >= 0)),
    CONSTRAINT offence_revisions_type_check CHECK ((type = ANY (ARRAY['Infraction'::text, 'Misdemeanor'::text, 'Felony'::text])))
);

ALTER TABLE public.offence_revisions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.offence_revisions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.offences (
    id integer NOT NULL,
    code text NOT NULL,
    revision_id integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    retired_at timestamp with time zone
);

ALTER TABLE public.offences ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.offences_id_seq
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

CREATE TABLE public.patrol_corrections (
    id integer NOT NULL,
    patrol_id bigint NOT NULL,
    asked_by integer NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    reason text NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    counts_gaps boolean NOT NULL,
    was_started_at timestamp with time zone NOT NULL,
    was_ended_at timestamp with time zone NOT NULL,
    state text DEFAULT 'asked'::text NOT NULL,
    decided_by integer,
    decided_at timestamp with time zone,
    note text DEFAULT ''::text NOT NULL,
    CONSTRAINT patrol_corrections_check CHECK (((state = ANY (ARRAY['accepted'::text, 'declined'::text])) = (decided_at IS NOT NULL))),
    CONSTRAINT patrol_corrections_check1 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
    CONSTRAINT patrol_corrections_check2 CHECK ((counts_gaps OR (started_at IS NOT NULL) OR (ended_at IS NOT NULL))),
    CONSTRAINT patrol_corrections_note_check CHECK ((length(note) <= 500)),
    CONSTRAINT patrol_corrections_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
    CONSTRAINT patrol_corrections_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text])))
);

ALTER TABLE public.patrol_corrections ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.patrol_corrections_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.patrol_gaps ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.patrol_gaps_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.patrol_quotas (
    department_id integer NOT NULL,
    rank_id integer,
    minutes integer NOT NULL,
    CONSTRAINT patrol_quotas_minutes_check CHECK (((minutes >= 0) AND (minutes <= 44640)))
);

CREATE TABLE public.patrol_stretches (
    patrol_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    status smallint,
    beat_id integer,
    identifier text DEFAULT ''::text NOT NULL,
    CONSTRAINT patrol_stretches_status_check CHECK (((status >= 2) AND (status <= 7)))
);

ALTER TABLE public.patrols ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.patrols_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.penalty_messages (
    id bigint NOT NULL,
    server_id integer NOT NULL,
    report_id integer NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    acknowledged_at timestamp with time zone
);

ALTER TABLE public.penalty_messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.penalty_messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.pictures (
    id bigint NOT NULL,
    owner_id integer NOT NULL,
    digest text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes integer NOT NULL,
    content bytea NOT NULL,
    thumbnail bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    is_evidence boolean DEFAULT false NOT NULL
);
ALTER TABLE ONLY public.pictures ALTER COLUMN content SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.pictures ALTER COLUMN thumbnail SET STORAGE EXTERNAL;

ALTER TABLE public.pictures ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pictures_id_seq
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

CREATE TABLE public.played_characters (
    user_id integer NOT NULL,
    server_id integer NOT NULL,
    character_id integer NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL
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

CREATE TABLE public.presence (
    user_id integer NOT NULL,
    server_id integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    state text NOT NULL,
    CONSTRAINT presence_check CHECK ((ended_at >= started_at)),
    CONSTRAINT presence_state_check CHECK ((state = ANY (ARRAY['moving'::text, 'idle'::text])))
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

ALTER TABLE public.ranks ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.ranks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.record_claims (
    id integer NOT NULL,
    user_id integer NOT NULL,
    character_id integer NOT NULL,
    noted_character_id integer,
    vehicle_id integer,
    text text DEFAULT ''::text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    decided_by integer,
    CONSTRAINT record_claims_check CHECK (((noted_character_id IS NULL) <> (vehicle_id IS NULL))),
    CONSTRAINT record_claims_check1 CHECK (((state = 'open'::text) = (decided_at IS NULL))),
    CONSTRAINT record_claims_state_check CHECK ((state = ANY (ARRAY['open'::text, 'granted'::text, 'refused'::text, 'withdrawn'::text])))
);

ALTER TABLE public.record_claims ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.record_claims_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.record_events (
    id bigint NOT NULL,
    character_id integer,
    vehicle_id integer,
    title text NOT NULL,
    text text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    by_user_id integer,
    by_identifier text DEFAULT ''::text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    audience text[] DEFAULT '{owner,police}'::text[] NOT NULL,
    CONSTRAINT record_events_audience_check CHECK (((audience <@ '{owner,police,fire}'::text[]) AND (cardinality(audience) > 0))),
    CONSTRAINT record_events_check CHECK (((character_id IS NOT NULL) OR (vehicle_id IS NOT NULL)))
);

ALTER TABLE public.record_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.record_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.record_fields (
    id integer NOT NULL,
    of text NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    help text DEFAULT ''::text NOT NULL,
    options text[] DEFAULT '{}'::text[] NOT NULL,
    is_required boolean NOT NULL,
    audience text[] NOT NULL,
    "position" integer NOT NULL,
    retired_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT record_fields_audience_check CHECK (((audience <@ '{owner,police,fire}'::text[]) AND (cardinality(audience) > 0))),
    CONSTRAINT record_fields_check CHECK (((type = 'choice'::text) = (cardinality(options) > 0))),
    CONSTRAINT record_fields_of_check CHECK ((of = ANY (ARRAY['character'::text, 'vehicle'::text, 'warning'::text, 'citation'::text, 'arrest'::text, 'incident'::text, 'patient'::text, 'treatment'::text]))),
    CONSTRAINT record_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'choice'::text, 'flag'::text])))
);

ALTER TABLE public.record_fields ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.record_fields_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.report_drafts (
    id integer NOT NULL,
    report_id integer,
    kind text NOT NULL,
    writer_id integer NOT NULL,
    writer_identifier text NOT NULL,
    department_id integer NOT NULL,
    server_id integer NOT NULL,
    content jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    saved_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT report_drafts_kind_check CHECK ((kind = ANY (ARRAY['warning'::text, 'citation'::text, 'arrest'::text, 'incident'::text, 'patient'::text, 'treatment'::text])))
);

ALTER TABLE public.report_drafts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.report_drafts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.report_events (
    id bigint NOT NULL,
    report_id integer NOT NULL,
    title text NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    revision_id integer,
    by_user_id integer,
    by_identifier text DEFAULT ''::text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.report_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.report_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.report_numbers (
    kind text NOT NULL,
    year integer NOT NULL,
    last integer NOT NULL
);

CREATE TABLE public.report_people (
    report_id integer NOT NULL,
    character_id integer NOT NULL,
    kind text NOT NULL,
    is_medical boolean GENERATED ALWAYS AS ((kind = ANY (ARRAY['patient'::text, 'treatment'::text]))) STORED NOT NULL,
    role text NOT NULL,
    CONSTRAINT report_people_role_check CHECK ((role = ANY (ARRAY['suspect'::text, 'victim'::text, 'witness'::text, 'patient'::text])))
);

CREATE TABLE public.report_pictures (
    id integer NOT NULL,
    draft_id integer,
    report_id integer,
    picture_id bigint NOT NULL,
    by_user_id integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.report_pictures ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.report_pictures_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.report_revisions (
    id integer NOT NULL,
    report_id integer NOT NULL,
    content jsonb NOT NULL,
    by_user_id integer NOT NULL,
    by_identifier text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.report_revisions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.report_revisions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.report_vehicles (
    report_id integer NOT NULL,
    vehicle_id integer NOT NULL
);

CREATE TABLE public.reports (
    id integer NOT NULL,
    kind text NOT NULL,
    is_medical boolean GENERATED ALWAYS AS ((kind = ANY (ARRAY['patient'::text, 'treatment'::text]))) STORED NOT NULL,
    year integer NOT NULL,
    number integer NOT NULL,
    state text NOT NULL,
    amendment text,
    revision_id integer NOT NULL,
    proposed_revision_id integer,
    writer_id integer NOT NULL,
    writer_identifier text NOT NULL,
    department_id integer NOT NULL,
    server_id integer NOT NULL,
    subject_id integer,
    call_id integer,
    about text NOT NULL,
    fine integer NOT NULL,
    jail_minutes integer NOT NULL,
    points integer NOT NULL,
    fields jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    submitted_at timestamp with time zone DEFAULT now() NOT NULL,
    final_at timestamp with time zone,
    voided_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT reports_amendment_check CHECK ((amendment = ANY (ARRAY['submitted'::text, 'returned'::text]))),
    CONSTRAINT reports_check CHECK (((amendment IS NULL) OR (state = 'final'::text))),
    CONSTRAINT reports_check1 CHECK (((state = 'voided'::text) = (voided_at IS NOT NULL))),
    CONSTRAINT reports_check2 CHECK (((state <> 'final'::text) OR (final_at IS NOT NULL))),
    CONSTRAINT reports_check3 CHECK (((proposed_revision_id IS NOT NULL) = ((state = 'submitted'::text) OR COALESCE((amendment = 'submitted'::text), false)))),
    CONSTRAINT reports_fields_check CHECK ((jsonb_typeof(fields) = 'object'::text)),
    CONSTRAINT reports_fine_check CHECK ((fine >= 0)),
    CONSTRAINT reports_jail_minutes_check CHECK ((jail_minutes >= 0)),
    CONSTRAINT reports_kind_check CHECK ((kind = ANY (ARRAY['warning'::text, 'citation'::text, 'arrest'::text, 'incident'::text, 'patient'::text, 'treatment'::text]))),
    CONSTRAINT reports_points_check CHECK ((points >= 0)),
    CONSTRAINT reports_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'returned'::text, 'final'::text, 'voided'::text])))
);

ALTER TABLE public.reports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.role_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.role_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
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
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    sha256 text NOT NULL
);

CREATE TABLE public.schema_objects (
    "position" integer NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    table_name text,
    CONSTRAINT schema_objects_check CHECK (((kind = 'trigger'::text) = (table_name IS NOT NULL))),
    CONSTRAINT schema_objects_kind_check CHECK ((kind = ANY (ARRAY['function'::text, 'view'::text, 'trigger'::text])))
);

CREATE TABLE public.schema_state (
    is_only boolean DEFAULT true NOT NULL,
    number integer NOT NULL,
    oldest integer NOT NULL,
    objects text NOT NULL,
    CONSTRAINT schema_state_is_only_check CHECK (is_only)
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
    ace_groups text[] DEFAULT '{}'::text[] NOT NULL,
    ace_groups_version text,
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

CREATE TABLE public.server_watches (
    server_id integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    CONSTRAINT server_watches_check CHECK ((ended_at >= started_at))
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
    CONSTRAINT sessions_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'ticket'::text, 'discord'::text])))
);

ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE SEQUENCE public.setting_versions
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.settings (
    key text NOT NULL,
    value jsonb NOT NULL,
    version integer DEFAULT nextval('public.setting_versions'::regclass) NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_by integer
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
    CONSTRAINT sign_ins_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'ticket'::text, 'discord'::text])))
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

CREATE TABLE public.support_messages (
    id bigint NOT NULL,
    ticket_id integer NOT NULL,
    message_id text,
    discord_id text,
    author_id integer,
    author_name text NOT NULL,
    is_opener boolean NOT NULL,
    text text NOT NULL,
    attachments integer DEFAULT 0 NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    edited_at timestamp with time zone,
    deleted_at timestamp with time zone,
    problem text DEFAULT ''::text NOT NULL,
    CONSTRAINT support_messages_text_check CHECK ((length(text) <= 4000))
);

ALTER TABLE public.support_messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.support_messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.support_panels (
    channel_id text NOT NULL
);

CREATE TABLE public.support_tickets (
    id integer NOT NULL,
    guild_id text NOT NULL,
    channel_id text NOT NULL,
    thread_id text,
    subject text NOT NULL,
    discord_id text NOT NULL,
    opener_name text NOT NULL,
    opener_id integer,
    opened_at timestamp with time zone DEFAULT now() NOT NULL,
    claimed_by integer,
    state text DEFAULT 'open'::text NOT NULL,
    closed_at timestamp with time zone,
    closed_by_name text DEFAULT ''::text NOT NULL,
    close_reason text DEFAULT ''::text NOT NULL,
    message_count integer DEFAULT 0 NOT NULL,
    last_message_at timestamp with time zone DEFAULT now() NOT NULL,
    problem text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT support_tickets_check CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
    CONSTRAINT support_tickets_discord_id_check CHECK ((discord_id ~ '^\d{1,20}$'::text)),
    CONSTRAINT support_tickets_message_count_check CHECK (((message_count >= 0) AND (message_count <= 2000))),
    CONSTRAINT support_tickets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text]))),
    CONSTRAINT support_tickets_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 100)))
);

ALTER TABLE public.support_tickets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.support_tickets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
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

CREATE TABLE public.track_blocks (
    id bigint NOT NULL,
    server_id integer NOT NULL,
    user_id integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    data bytea NOT NULL,
    CONSTRAINT track_blocks_check CHECK ((ended_at >= started_at))
);
ALTER TABLE ONLY public.track_blocks ALTER COLUMN data SET STORAGE EXTERNAL;

ALTER TABLE public.track_blocks ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.track_blocks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.track_totals (
    since timestamp with time zone NOT NULL,
    blocks integer NOT NULL,
    bytes bigint NOT NULL
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

CREATE TABLE public.user_permissions (
    user_id integer NOT NULL,
    permission text NOT NULL,
    CONSTRAINT user_permissions_permission_check CHECK ((permission = ANY (ARRAY['MANAGE_USERS'::text, 'MANAGE_MEMBERS'::text, 'MANAGE_SERVERS'::text, 'MANAGE_DISCORD'::text, 'DISCORD_ADMIN'::text])))
);

ALTER TABLE public.users ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.vehicle_transfers (
    id integer NOT NULL,
    vehicle_id integer NOT NULL,
    from_character_id integer NOT NULL,
    to_character_id integer NOT NULL,
    offered_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT vehicle_transfers_check CHECK ((from_character_id <> to_character_id))
);

ALTER TABLE public.vehicle_transfers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.vehicle_transfers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.vehicles (
    id integer NOT NULL,
    character_id integer,
    plate text NOT NULL,
    plate_key text GENERATED ALWAYS AS (public.record_key(plate)) STORED NOT NULL,
    vin text NOT NULL,
    vin_key text GENERATED ALWAYS AS (public.record_key(vin)) STORED NOT NULL,
    model text NOT NULL,
    colour text DEFAULT ''::text NOT NULL,
    registered_until date,
    insured_until date,
    stolen_at timestamp with time zone,
    stolen_note text,
    is_stolen_by_owner boolean,
    origin text DEFAULT 'portal'::text NOT NULL,
    external_id text,
    noted_by integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    fields jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT vehicles_check CHECK ((((stolen_at IS NULL) = (stolen_note IS NULL)) AND ((stolen_at IS NULL) = (is_stolen_by_owner IS NULL)))),
    CONSTRAINT vehicles_fields_check CHECK ((jsonb_typeof(fields) = 'object'::text)),
    CONSTRAINT vehicles_origin_check CHECK ((origin = ANY (ARRAY['portal'::text, 'officer'::text, 'game'::text, 'import'::text])))
);

ALTER TABLE public.vehicles ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.vehicles_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.warrant_chain (
    id integer NOT NULL,
    entries bigint NOT NULL,
    last_seal bytea NOT NULL,
    key_id text NOT NULL,
    seal bytea NOT NULL,
    CONSTRAINT warrant_chain_id_check CHECK ((id = 1))
);

CREATE TABLE public.warrant_drafts (
    id integer NOT NULL,
    warrant_id integer,
    writer_id integer NOT NULL,
    writer_identifier text NOT NULL,
    department_id integer,
    server_id integer,
    content jsonb NOT NULL,
    started_from text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    saved_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.warrant_drafts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.warrant_drafts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.warrant_entries (
    entry bigint NOT NULL,
    warrant_id integer NOT NULL,
    step integer NOT NULL,
    by_user_id integer,
    at timestamp with time zone NOT NULL,
    body text NOT NULL,
    key_id text NOT NULL,
    seal_before bytea NOT NULL,
    seal bytea NOT NULL,
    CONSTRAINT warrant_entries_entry_check CHECK ((entry > 0)),
    CONSTRAINT warrant_entries_step_check CHECK ((step > 0))
);

CREATE TABLE public.warrant_reports (
    warrant_id integer NOT NULL,
    report_id integer NOT NULL
);

CREATE TABLE public.warrant_reviewers (
    warrant_id integer NOT NULL,
    user_id integer NOT NULL
);

CREATE TABLE public.warrant_servers (
    warrant_id integer NOT NULL,
    department_id integer,
    user_id integer,
    CONSTRAINT warrant_servers_check CHECK (((department_id IS NULL) <> (user_id IS NULL)))
);

CREATE TABLE public.warrants (
    id integer NOT NULL,
    type text NOT NULL,
    state text NOT NULL,
    year integer NOT NULL,
    number integer NOT NULL,
    writer_id integer NOT NULL,
    writer_identifier text NOT NULL,
    department_id integer,
    server_id integer,
    content jsonb NOT NULL,
    subject_kind text NOT NULL,
    character_id integer,
    vehicle_id integer,
    subject_name text NOT NULL,
    about text NOT NULL,
    call_id integer,
    submissions integer DEFAULT 1 NOT NULL,
    draft_id integer,
    reviewer_id integer,
    is_ready boolean DEFAULT false NOT NULL,
    signer_id integer,
    signed_at timestamp with time zone,
    bail integer,
    expires_at timestamp with time zone,
    is_confidential boolean DEFAULT false NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    served_return jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    submitted_at timestamp with time zone DEFAULT now() NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT warrants_bail_check CHECK ((bail >= 0)),
    CONSTRAINT warrants_check CHECK (((subject_kind = 'person'::text) = (character_id IS NOT NULL))),
    CONSTRAINT warrants_check1 CHECK (((subject_kind = 'vehicle'::text) = (vehicle_id IS NOT NULL))),
    CONSTRAINT warrants_check2 CHECK (((subject_kind = 'person'::text) OR (type = 'search'::text))),
    CONSTRAINT warrants_check3 CHECK (((state <> 'review'::text) OR (reviewer_id IS NOT NULL))),
    CONSTRAINT warrants_check4 CHECK (((NOT is_ready) OR (state = 'review'::text))),
    CONSTRAINT warrants_check5 CHECK (((state = ANY (ARRAY['active'::text, 'served'::text, 'recalled'::text, 'expired'::text])) = ((signed_at IS NOT NULL) AND (signer_id IS NOT NULL) AND (expires_at IS NOT NULL)))),
    CONSTRAINT warrants_check6 CHECK (((state = ANY (ARRAY['denied'::text, 'served'::text, 'recalled'::text, 'expired'::text])) = (closed_at IS NOT NULL))),
    CONSTRAINT warrants_check7 CHECK (((state = 'served'::text) = (served_return IS NOT NULL))),
    CONSTRAINT warrants_check8 CHECK (((NOT is_confidential) OR (signed_at IS NOT NULL))),
    CONSTRAINT warrants_check9 CHECK ((writer_id IS DISTINCT FROM signer_id)),
    CONSTRAINT warrants_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
    CONSTRAINT warrants_id_check CHECK ((id > 0)),
    CONSTRAINT warrants_number_check CHECK ((number > 0)),
    CONSTRAINT warrants_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'review'::text, 'returned'::text, 'denied'::text, 'active'::text, 'served'::text, 'recalled'::text, 'expired'::text]))),
    CONSTRAINT warrants_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['person'::text, 'vehicle'::text, 'place'::text]))),
    CONSTRAINT warrants_type_check CHECK ((type = ANY (ARRAY['arrest'::text, 'search'::text, 'bench'::text])))
);

CREATE TABLE public.weapons (
    id integer NOT NULL,
    character_id integer NOT NULL,
    model text NOT NULL,
    serial text NOT NULL,
    serial_key text GENERATED ALWAYS AS (public.record_key(serial)) STORED NOT NULL,
    registered_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

ALTER TABLE public.weapons ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.weapons_id_seq
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
	(1, 'Division patrol on Saturday', 'All departments, San Andreas I, 20:00. Be on the radio ten minutes before. New members ride along: tell your supervisor by Friday.', NULL, 2, '2026-11-17 05:11:38.524+00', '2026-11-23 05:11:38.524+00', NULL, 1),
	(2, 'Set your Steam hex', 'The whitelist goes by your Steam hex. If your home page shows a banner, open your settings: it says there where to find it.', NULL, 4, '2026-11-12 05:11:38.524+00', NULL, NULL, 1),
	(3, 'Quiet week on San Andreas II', 'The second server is updated on Tuesday and may restart without notice until Thursday.', NULL, 5, '2026-11-16 05:11:38.524+00', '2026-11-21 05:11:38.524+00', NULL, 1),
	(4, 'LSPD: call signs change on Monday', 'Divisions get new numbers. The list is pinned in the department channel; use it from your first patrol on Monday.', 2, 13, '2026-11-15 05:11:38.524+00', '2026-11-26 05:11:38.524+00', NULL, 1),
	(9, 'SAHP: speed enforcement week', 'Senora Freeway, every evening of this week.', 4, 18, '2026-10-28 05:11:38.524+00', '2026-11-04 05:11:38.524+00', NULL, 1);

INSERT INTO public.api_keys VALUES
	(1, 'Web client', 'web', '{portal}', '\xbd8c18290e16848410d12f8fdaa002d92fe6e70b22bd4f5541b8af9bbd46dbcf', '2026-11-18 05:11:53.865571+00', NULL, NULL, NULL, NULL, false),
	(2, 'The simulated game server', 'server', '{bridge}', '\x1a851075b41c393168184b68c12e49d3bd04ff570d7004ffbfb1e77ee02f0a9b', '2026-11-18 05:12:32.902562+00', NULL, 1, NULL, '2026-11-18 05:12:45.182608+00', false);

INSERT INTO public.api_log_minutes VALUES
	('2026-11-18 05:12:00+00', 1, 5, 0, 0);

INSERT INTO public.api_logs OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-18 05:12:45.022+00', 1, 2, 'WS', '/bridge/connect', 200, 190.0212, 0, 0, NULL, NULL, 'uCTxS76t5cB52cN1AAAA'),
	(2, '2026-11-18 05:12:45.326+00', 1, 2, 'WS', '/bridge/hello', 200, 664.6901, 5296, 7632, NULL, NULL, 'uCTxS76t5cB52cN1AAAA'),
	(3, '2026-11-18 05:12:46.612+00', 1, 2, 'WS', '/bridge/heartbeat', 200, 1397.2015, 63, 43, NULL, NULL, 'uCTxS76t5cB52cN1AAAA'),
	(4, '2026-11-18 05:12:54.029+00', 1, 2, 'WS', '/bridge/heartbeat', 200, 198.60571, 64, 43, NULL, NULL, 'uCTxS76t5cB52cN1AAAA'),
	(5, '2026-11-18 05:12:55.874+00', 1, 2, 'WS', '/game/whitelist.changed', 200, 28.70322, 36, 88, NULL, NULL, 'uCTxS76t5cB52cN1AAAA');

INSERT INTO public.audit VALUES
	(1, '2024-12-18 01:07:50.512+00', 1, 'user.created', 'user', '42', NULL, '{"name": "Rafael Thorne", "emailAddress": "rafael.thorne@demo.example"}', NULL),
	(2, '2024-12-20 21:30:10.983+00', 1, 'user.created', 'user', '52', NULL, '{"name": "Juno Weatherby", "emailAddress": "juno.weatherby@demo.example"}', NULL),
	(3, '2024-12-22 00:29:00.229+00', 1, 'user.created', 'user', '38', NULL, '{"name": "Daria Falkner", "emailAddress": "daria.falkner@demo.example"}', NULL),
	(4, '2024-12-23 15:02:23.95+00', 1, 'user.created', 'user', '49', NULL, '{"name": "Asher Bellamy", "emailAddress": "asher.bellamy@demo.example"}', NULL),
	(352, '2026-11-18 05:12:54.600187+00', 2, 'discord.pass-given', 'user', '16', NULL, '{"kind": "pass", "note": "Visiting from another community", "hours": 48, "endsAt": "2026-11-20T05:12:54.600Z", "whitelist": "prod", "department": null}', 'b9e2b610-34a6-4fc4-be07-56167be3ecf2');

INSERT INTO public.beats VALUES
	(1, 'City Centre', 'Twin Falls', 10, NULL),
	(2, 'Eastside', 'Twin Falls', 20, NULL),
	(3, 'Westside', 'Twin Falls', 30, NULL),
	(4, 'Harbour and Airport', 'Twin Falls', 40, NULL),
	(6, 'Sandy Shores', 'Twin Falls County', 60, NULL),
	(11, 'Traffic', 'Both', 110, NULL);



INSERT INTO public.bolos OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'vehicle', '46E*', '', '46E*', '{}', NULL, NULL, 'Silver Karin Sultan', 'Armed robbery at the Fleeca bank on Hawick Ave', NULL, 57, '1L13', '2026-11-18 05:11:39.284211+00', '2026-11-18 07:09:38.524+00', NULL, NULL, '', 0, NULL, 1),
	(2, 1, 'person', '', '', '', '{}', NULL, NULL, 'Male, 6''2", grey hoodie, limps on the left', 'Assault near Legion Square', NULL, 111, '2L46', '2026-11-18 05:11:39.284211+00', '2026-11-18 05:57:38.524+00', NULL, NULL, '', 0, NULL, 1),
	(3, 1, 'person', '', 'Barnaby Quill', 'barnaby', '{barnaby,quill}', NULL, NULL, 'White male, grey hair', 'Left the scene of a collision', NULL, 13, '3L46', '2026-11-18 05:11:39.284211+00', '2026-11-18 08:38:38.524+00', NULL, NULL, '', 0, NULL, 1),
	(4, 1, 'vehicle', '', '', '', '{}', NULL, NULL, 'Red Bravado Bison, broken tail light', 'Reckless driving on Route 68', NULL, 97, '1L59', '2026-11-18 05:11:39.284211+00', '2026-11-18 06:33:38.524+00', NULL, NULL, '', 0, NULL, 1);



INSERT INTO public.call_logs VALUES
	(263, 1032, '2026-11-18 05:12:49.462+00', 25, 'note', 'List of what is missing attached to the report', false, NULL, NULL),
	(1, 1001, '2026-11-17 18:57:06.605+00', 23, 'change', '911 call received', false, NULL, NULL),
	(2, 1001, '2026-11-17 18:57:06.731+00', 23, 'change', 'Tone to police, fire: Structure fire, all companies, Popular St', false, NULL, NULL),
	(3, 1001, '2026-11-17 18:57:30.561+00', 30, 'change', '4L20 en route', false, '{"kind": "assign", "calls": [{"is": {"callId": 1001, "classes": [3, 1], "version": 1, "priority": 1, "clearedAt": null, "disposition": null, "panicUserId": null, "mergedIntoId": null, "handlerUserId": 23, "primaryUserId": 26}, "was": {"callId": 1001, "classes": [3, 1], "version": 1, "priority": 1, "clearedAt": null, "disposition": null, "panicUserId": null, "mergedIntoId": null, "handlerUserId": 23, "primaryUserId": null}}], "units": [{"is": {"callId": 1001, "status": 5, "userId": 26, "callSince": "2026-11-18T05:12:04.185Z", "isEnRoute": true, "isOnScene": false, "isPrimary": true, "identifier": "4L20", "statusSince": "2026-11-18T05:12:04.185Z"}, "was": {"callId": null, "status": 3, "userId": 26, "callSince": null, "isEnRoute": false, "isOnScene": false, "isPrimary": false, "identifier": "4L20", "statusSince": "2026-11-18T05:11:59.700Z"}}]}', NULL),
	(4, 1001, '2026-11-17 18:57:30.561+00', 30, 'change', 'B1 en route', false, '{"kind": "assign", "calls": [{"is": {"callId": 1001, "classes": [3, 1], "version": 1, "priority": 1, "clearedAt": null, "disposition": null, "panicUserId": null, "mergedIntoId": null, "handlerUserId": 23, "primaryUserId": 26}, "was": {"callId": 1001, "classes": [3, 1], "version": 1, "priority": 1, "clearedAt": null, "disposition": null, "panicUserId": null, "mergedIntoId": null, "handlerUserId": 23, "primaryUserId": 26}}], "units": [{"is": {"callId": 1001, "status": 5, "userId": 46, "callSince": "2026-11-18T05:12:04.185Z", "isEnRoute": true, "isOnScene": false, "isPrimary": false, "identifier": "B1", "statusSince": "2026-11-18T05:12:04.185Z"}, "was": {"callId": null, "status": 3, "userId": 46, "callSince": null, "isEnRoute": false, "isOnScene": false, "isPrimary": false, "identifier": "B1", "statusSince": "2026-11-18T05:12:03.136Z"}}]}', NULL);



INSERT INTO public.call_types VALUES
	(1, '911', 'Emergency call', 2, '{1,3}', 10, NULL),
	(2, 'PANIC', 'Officer needs help', 1, '{1,3}', 20, NULL),
	(3, 'SHOTS', 'Shots fired', 1, '{1}', 30, NULL),
	(4, 'ROBBERY', 'Robbery in progress', 1, '{1}', 40, NULL),
	(8, 'STRUCTFIRE', 'Structure fire', 1, '{3,1}', 80, NULL),
	(9, 'CARDIAC', 'Cardiac arrest', 1, '{3}', 90, NULL),
	(14, 'BURGLARY', 'Burglary', 2, '{1}', 140, NULL),
	(17, 'ALARM', 'Alarm', 3, '{1,3}', 170, NULL),
	(23, 'TRAFFIC', 'Traffic stop', 4, '{1}', 230, NULL),
	(27, '311', 'Non-emergency call', 4, '{1,3}', 15, NULL);

INSERT INTO public.call_units VALUES
	(2, 1001, 46, 'B1', 3, true, 30, '2026-11-17 18:57:30.561+00', '2026-11-17 18:57:30.561+00', '2026-11-17 18:58:41.617+00', '2026-11-17 19:02:13.498+00'),
	(3, 1001, 44, 'M61', 3, true, 30, '2026-11-17 18:57:30.561+00', '2026-11-17 18:57:30.561+00', '2026-11-17 18:58:42.537+00', '2026-11-17 19:02:13.498+00'),
	(1, 1001, 26, '4L20', 1, true, 30, '2026-11-17 18:57:30.561+00', '2026-11-17 18:57:30.561+00', '2026-11-17 18:59:35.525+00', '2026-11-17 19:02:13.498+00'),
	(4, 1002, 35, '2S12', 1, true, 23, '2026-11-17 19:04:11.516+00', '2026-11-17 19:04:11.516+00', '2026-11-17 19:04:52.483+00', '2026-11-17 19:07:40.438+00'),
	(56, 1036, 26, '4L20', 1, false, 23, '2026-11-18 05:11:24.105+00', '2026-11-18 05:11:24.105+00', '2026-11-18 05:12:44.394+00', NULL);

INSERT INTO public.calls VALUES
	(1001, 1, 8, 1, 'Structure fire', 'Smoke and flames from the roof of a barn. Owner says nobody is inside; two propane tanks against the north wall.', 'Popular St', '6044', 800, -1290, 'H. Ostrander 555-0117', '911', 'cleared', 'Fire out', 23, '2026-11-17 18:57:06.605+00', 46, '2026-11-17 19:02:13.498+00', 1, 23, 'FIRE 1', '{3,1}', 23, NULL, NULL),
	(1002, 1, 17, 3, 'Alarm, jewellery store', 'Silent alarm at Vangelico. No answer on the call-back.', 'Legion Square', '8020', 195, -934, 'Gruppe Sechs', '911', 'cleared', 'Unfounded', 23, '2026-11-17 19:02:58.451+00', 35, '2026-11-17 19:07:40.438+00', 1, 11, '', '{1,3}', 23, NULL, NULL),
	(1016, 1, 9, 1, 'Cardiac arrest', 'Man collapsed at the gym, staff doing CPR, defibrillator attached.', 'Alta St', '8077', 110, -610, 'Deker gym, front desk', '911', 'cleared', 'Transported', 23, '2026-11-17 20:32:14.42+00', 42, '2026-11-17 20:39:17.43+00', 1, 23, 'MED', '{3}', 23, NULL, NULL),
	(1031, 1, 4, 1, 'Robbery in progress, Fleeca Bank', 'Two masked males, one with a long gun, silver Sultan outside with the engine running. Clerk is in the back office.', 'Little Bighorn Ave', '9061', 480, -1720, 'T. Marsh, clerk 555-0164', '911', 'cleared', 'Arrest made', 30, '2026-11-18 04:14:24.28+00', 25, '2026-11-18 04:21:32.244+00', 1, 25, 'TAC 2', '{1}', 30, NULL, NULL),
	(1036, 1, 4, 1, 'Robbery in progress, Fleeca Bank', 'Two masked males, one with a long gun, silver Sultan outside with the engine running. Clerk is in the back office.', 'Great Ocean Hwy, Banham Canyon', '5041', -2960, 480, 'T. Marsh, clerk 555-0164', '911', 'active', NULL, 23, '2026-11-18 05:06:08.107+00', NULL, NULL, 1, 12, 'TAC 2', '{1}', 23, NULL, NULL),
	(1038, 1, 8, 1, 'Structure fire', 'Smoke and flames from the roof of a barn. Owner says nobody is inside; two propane tanks against the north wall.', 'Grapeseed Ave', '2087', 1710, 4810, 'H. Ostrander 555-0117', '911', 'active', NULL, 23, '2026-11-18 05:09:27.109+00', NULL, NULL, 1, 12, 'FIRE 1', '{3,1}', 23, NULL, NULL),
	(1032, 1, 14, 3, 'Burglary report', 'Homeowner back from a week away. Rear door forced, electronics gone. Nobody inside now.', 'Mirror Park Blvd', '6120', 1120, -645, 'P. Wickham 555-0138', '911', 'active', NULL, 23, '2026-11-18 04:28:29.108+00', NULL, NULL, 1, 8, '', '{1}', 23, NULL, NULL),
	(1006, 1, 9, 1, 'Cardiac arrest', 'Man collapsed at the gym, staff doing CPR, defibrillator attached.', 'Hawick Ave', '7031', 310, -220, 'Deker gym, front desk', '911', 'cleared', 'Transported', 23, '2026-11-17 19:29:48.23+00', 46, '2026-11-17 19:36:36.158+00', 1, 23, 'MED', '{3}', 23, NULL, NULL),
	(1003, 1, 3, 2, 'Shots heard', 'Caller heard four or five shots behind the car wash, then a car leaving fast. Nobody seen hurt.', 'Mirror Park Blvd', '6120', 1120, -645, 'Anonymous', '911', 'cleared', 'Unfounded', 23, '2026-11-17 19:09:51.285+00', 25, '2026-11-17 19:14:55.299+00', 1, 16, '', '{1}', 23, NULL, NULL),
	(1004, 1, 23, 3, 'Traffic stop', 'Black Oracle without lights.', 'San Andreas Ave', '8123', -350, -840, '', 'officer', 'cleared', 'Warning given', 34, '2026-11-17 19:15:43.716+00', 34, '2026-11-17 19:17:48.5+00', 1, 7, '', '{1}', NULL, NULL, NULL),
	(1007, 1, 9, 1, 'Cardiac arrest', 'Man collapsed at the gym, staff doing CPR, defibrillator attached.', 'Popular St', '6044', 800, -1290, 'Deker gym, front desk', '911', 'cleared', 'Transported', 23, '2026-11-17 19:35:22.525+00', 37, '2026-11-17 19:39:51.474+00', 1, 23, 'MED', '{3}', 23, NULL, NULL),
	(1040, 1, 2, 1, 'Panic button, 2S31', '', 'Route 68, Harmony', '4032', 610, 2690, 'Kaia Strand', 'officer', 'pending', NULL, 37, '2026-11-18 05:12:11.147+00', NULL, NULL, 1, 1, '', '{1,3}', NULL, NULL, 37);

INSERT INTO public.cautions OVERRIDING SYSTEM VALUE VALUES
	(1, 24, 'Suicidal in the past', '2027-01-04 05:11:38.524+00', 111, '4L12', '2026-11-10 05:11:38.524+00', NULL, NULL),
	(2, 30, 'Suicidal in the past', NULL, 20, '1L60', '2026-10-23 05:11:38.524+00', NULL, NULL),
	(3, 39, 'Hostile to medics', '2027-01-16 05:11:38.524+00', 70, '2L38', '2026-10-27 05:11:38.524+00', NULL, NULL),
	(4, 105, 'Violent', NULL, 15, '1L58', '2026-10-22 05:11:38.524+00', NULL, NULL),
	(20, 406, 'Flees on foot', NULL, 4, '3L14', '2026-10-09 05:11:38.524+00', NULL, NULL);



INSERT INTO public.characters VALUES
	(1, 1, 'Benno Underhill', '2026-11-02 14:26:24.64+00', '2002-08-14', '433 Popular St', '6044', 'White male, 5''11", 178 lb, brown hair, tattoo on the left hand', 'Electrician', '555-3219', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-09-17 05:11:38.524+00', NULL, 1, '{"2": "Ballas"}'),
	(2, 1, 'Eliana Alcott', '2026-11-02 04:16:12.21+00', '1968-04-10', '1733 San Andreas Ave', '8123', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Estate agent', '555-6990', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-06-23 05:11:38.524+00', NULL, 1, '{"1": "Blue", "2": "Vagos"}'),
	(3, 1, 'Willa Strand', NULL, '1992-11-02', '398 O’Neil Way, Grapeseed', '2050', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Journalist', '555-3060', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-11 05:11:38.524+00', NULL, 1, '{"1": "Brown", "2": "Vagos"}'),
	(4, 2, 'Veda Navarro', NULL, '1998-01-19', '1685 Route 68, Harmony', '4032', 'Mixed-race female, 5''5", 135 lb, curly brown hair, nose ring', 'Unemployed', '555-7080', DEFAULT, 'Asthma; inhaler in the jacket.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-03-14 05:11:38.524+00', NULL, 1, '{"1": "Green", "2": "Vagos"}'),
	(12, 3, 'Petra Underhill', '2026-11-09 20:16:26.357+00', '1993-03-29', '721 Great Ocean Hwy, Paleto Forest', '1012', 'White male, 5''11", 178 lb, brown hair, tattoo on the left hand', 'Estate agent', '555-3338', DEFAULT, 'Asthma; inhaler in the jacket.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-10-16 05:11:38.524+00', NULL, 1, '{"1": "Brown", "2": "Ballas"}'),
	(14, 4, 'Anselm Montrose', '2026-11-03 15:07:23.919+00', '1989-02-09', '101 Forum Dr', '9104', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Shopkeeper', '555-7849', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-02 05:11:38.524+00', NULL, 1, '{"1": "Green", "2": "The Lost"}'),
	(15, 4, 'Zora Radcliffe', '2026-11-03 10:00:49.927+00', '1982-08-29', '112 Great Ocean Hwy, Paleto Forest', '1012', 'White male, 5''11", 178 lb, brown hair, tattoo on the left hand', 'Estate agent', '555-2349', DEFAULT, 'Type 1 diabetes, carries insulin.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-02-06 05:11:38.524+00', NULL, 1, '{"1": "Brown", "2": "The Lost"}'),
	(16, 4, 'Asher Keating', '2026-10-29 21:36:17.782+00', '1970-03-25', '544 Route 1, Chumash', '5017', 'Hispanic male, 5''8", 165 lb, black hair, moustache', 'Fisher', '555-1455', DEFAULT, 'Type 1 diabetes, carries insulin.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-08-30 05:11:38.524+00', NULL, 1, '{"2": "Ballas"}'),
	(18, 5, 'Wesley Cordero', '2026-11-06 11:35:15.057+00', '1977-02-08', '845 Integrity Way', '8052', 'Black male, 6''2", 205 lb, shaved head, full beard', 'Nurse', '555-2000', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-10-16 05:11:38.524+00', NULL, 1, '{"1": "Brown", "2": "The Lost"}'),
	(19, 5, 'Silas Lindqvist', '2026-11-11 04:51:14.027+00', '1992-10-06', '1686 Paleto Blvd', '1034', 'Mixed-race female, 5''5", 135 lb, curly brown hair, nose ring', 'Truck driver', '555-6227', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-01-24 05:11:38.524+00', NULL, 1, '{"1": "Green"}'),
	(24, 7, 'Silas Coldwater', '2026-11-02 08:13:04.953+00', '1967-06-26', '992 Legion Square', '8020', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Farm hand', '555-2229', DEFAULT, 'Blood type O negative.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-09-17 05:11:38.524+00', NULL, 1, '{"1": "Green", "2": "The Lost"}'),
	(30, 8, 'Dahlia Holloway', '2026-10-31 10:02:49.665+00', '2002-05-25', '1841 Joshua Rd', '3061', 'Asian female, 5''4", 120 lb, long black hair', 'Student', '555-3042', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-03-22 05:11:38.524+00', NULL, 1, '{"1": "Blue"}'),
	(38, 11, 'Greta Baptiste', '2026-11-07 11:26:29.242+00', '2001-09-28', '509 Eclipse Blvd', '7090', 'Black male, 6''2", 205 lb, shaved head, full beard', 'Mechanic', '555-9341', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-10-25 05:11:38.524+00', NULL, 1, '{"1": "Green", "2": "Ballas"}'),
	(39, 12, 'Dexter Marlowe', '2026-11-04 11:45:42.879+00', '1980-08-03', '1033 Paleto Blvd', '1034', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Student', '555-9169', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-05-26 05:11:38.524+00', NULL, 1, '{}'),
	(40, 12, 'Juliet Ashby', '2026-11-14 17:49:25.194+00', '2002-06-26', '472 Eclipse Blvd', '7090', 'Black male, 6''2", 205 lb, shaved head, full beard', 'Fisher', '555-4225', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-10-09 05:11:38.524+00', NULL, 1, '{"1": "Blue", "2": "Ballas"}'),
	(41, 12, 'Barnaby Quill', '2026-11-15 02:38:36.435+00', '1996-12-20', '1552 Barbareno Rd, Chumash', '5020', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Student', '555-9669', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-02-10 05:11:38.524+00', NULL, 1, '{}'),
	(46, 14, 'Samir Ramsey', '2026-10-01 21:26:26.516+00', '1985-08-30', '1140 Algonquin Blvd, Sandy Shores', '3021', 'White male, 5''11", 178 lb, brown hair, tattoo on the left hand', 'Electrician', '555-6839', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-09-07 05:11:38.524+00', NULL, 1, '{"1": "Green", "2": "Ballas"}'),
	(59, 18, 'Rosalind Grimshaw', '2026-11-01 06:44:06.847+00', '1975-07-17', '1527 San Andreas Ave', '8123', 'Mixed-race female, 5''5", 135 lb, curly brown hair, nose ring', 'Nurse', '555-9249', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-07 05:11:38.524+00', NULL, 1, '{"1": "Blue", "2": "The Lost"}'),
	(62, 18, 'Juno Halloran', '2026-11-15 16:40:51.237+00', '1989-06-26', '279 Elgin Ave', '8011', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Farm hand', '555-7736', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-03-14 05:11:38.524+00', NULL, 1, '{"2": "The Lost"}'),
	(63, 19, 'Noor Norwood', '2026-10-26 15:29:07.094+00', '1959-03-05', '1279 Olympic Fwy', '8201', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Unemployed', '555-5128', DEFAULT, 'Asthma; inhaler in the jacket.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-03-13 05:11:38.524+00', NULL, 1, '{"1": "Green", "2": "Ballas"}'),
	(77, 23, 'Benno Falkner', NULL, '1964-11-02', '735 Strawberry Ave', '9017', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Musician', '555-6881', DEFAULT, 'Pacemaker fitted two years ago.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-27 05:11:38.524+00', NULL, 1, '{"1": "Blue", "2": "Ballas"}'),
	(81, 23, 'Anselm Thackeray', '2026-11-06 20:03:47.303+00', '2002-11-07', '1285 Elgin Ave', '8011', 'Black male, 6''2", 205 lb, shaved head, full beard', 'Student', '555-7004', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-28 05:11:38.524+00', NULL, 1, '{"1": "Green"}'),
	(83, 24, 'Hugo Macready', '2026-11-05 03:09:15.677+00', '1973-01-15', '1791 Alta St', '8077', 'Black male, 6''2", 205 lb, shaved head, full beard', 'Fisher', '555-3791', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-08-16 05:11:38.524+00', NULL, 1, '{}'),
	(102, 28, 'Eliana Shepard', '2026-11-11 12:48:49.814+00', '1992-05-04', '1883 Olympic Fwy', '8201', 'White female, 5''9", 150 lb, red hair, scar above the right eye', 'Truck driver', '555-5011', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-06-11 05:11:38.524+00', NULL, 1, '{"1": "Blue", "2": "The Lost"}'),
	(105, 29, 'Hadley Prescott', '2026-11-11 22:32:21.639+00', '1968-07-15', '872 Joshua Rd', '3061', 'Hispanic male, 5''8", 165 lb, black hair, moustache', 'Nurse', '555-5849', DEFAULT, 'Allergic to penicillin.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-07-29 05:11:38.524+00', NULL, 1, '{"1": "Brown"}'),
	(108, 30, 'Fiona Prescott', NULL, '1957-12-10', '312 Marina Dr, Sandy Shores', '3042', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Mechanic', '555-2393', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-23 05:11:38.524+00', NULL, 1, '{"1": "Blue", "2": "Vagos"}'),
	(119, 33, 'Marisol Shepard', '2026-11-17 17:57:21.44+00', '2006-01-17', '358 San Andreas Ave', '8123', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Shopkeeper', '555-7565', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-06-21 05:11:38.524+00', NULL, 1, '{"2": "Ballas"}'),
	(136, 37, 'Celeste Calloway', '2026-10-17 02:05:08.188+00', '1956-09-18', '1507 Marina Dr, Sandy Shores', '3042', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Nurse', '555-8251', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-03-31 05:11:38.524+00', NULL, 1, '{}'),
	(156, 43, 'Edda Delacroix', '2026-11-01 16:51:52.887+00', '1957-02-19', '1044 Procopio Dr, Paleto Bay', '1051', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Mechanic', '555-8602', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-08-13 05:11:38.524+00', NULL, 1, '{"1": "Grey"}'),
	(162, 45, 'Briony Hargrove', '2026-11-15 07:57:29.155+00', '1965-06-09', '156 Paleto Blvd', '1034', 'Black male, 6''2", 205 lb, shaved head, full beard', 'Nurse', '555-1017', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-06-28 05:11:38.524+00', NULL, 1, '{"2": "Ballas"}'),
	(163, 45, 'Camila Whitlock', '2026-11-01 22:15:55.098+00', '1963-05-07', '847 Hawick Ave', '7031', 'White female, 5''9", 150 lb, red hair, scar above the right eye', 'Farm hand', '555-7882', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-14 05:11:38.524+00', NULL, 1, '{"1": "Grey", "2": "Vagos"}'),
	(282, 78, 'Farah Crane', '2026-11-12 03:33:14.553+00', '1958-12-16', '1501 Senora Fwy northbound', '3108', 'Asian female, 5''4", 120 lb, long black hair', 'Farm hand', '555-4703', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-09-19 05:11:38.524+00', NULL, 1, '{}'),
	(321, 89, 'Edda Bellamy', '2026-11-02 06:40:07.843+00', '1995-08-06', '59 San Andreas Ave', '8123', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Nurse', '555-4465', DEFAULT, 'Asthma; inhaler in the jacket.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-30 05:11:38.524+00', NULL, 1, '{}'),
	(351, 99, 'Willa Abbotsford', '2026-11-01 11:18:38.345+00', '1989-12-19', '777 Forum Dr', '9104', 'Asian female, 5''4", 120 lb, long black hair', 'Truck driver', '555-2236', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-08 05:11:38.524+00', NULL, 1, '{"1": "Grey"}'),
	(352, 99, 'Daria Varga', '2026-11-06 01:26:15.808+00', '1969-01-10', '518 East Joshua Rd', '3090', 'White female, 5''9", 150 lb, red hair, scar above the right eye', 'Bartender', '555-3295', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-02-24 05:11:38.524+00', NULL, 1, '{"1": "Green"}'),
	(353, 99, 'Emeric Bellamy', '2026-11-11 07:02:12.623+00', '1966-03-09', '1459 Mirror Park Blvd', '6120', 'Hispanic male, 5''8", 165 lb, black hair, moustache', 'Shopkeeper', '555-2746', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-11-17 05:11:38.524+00', NULL, 1, '{"1": "Green", "2": "Vagos"}'),
	(406, 114, 'Mabel Sutcliffe', NULL, '1956-03-14', '1081 Great Ocean Hwy, Banham Canyon', '5041', 'Black male, 6''2", 205 lb, shaved head, full beard', 'Mechanic', '555-9933', DEFAULT, 'Type 1 diabetes, carries insulin.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-02-05 05:11:38.524+00', NULL, 1, '{"1": "Brown", "2": "Vagos"}'),
	(413, 115, 'Zora Kaplan', '2026-11-11 21:40:14.496+00', '2006-06-09', '630 North Calafia Way', '2011', 'White female, 5''9", 150 lb, red hair, scar above the right eye', 'Bartender', '555-4350', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-06-03 05:11:38.524+00', NULL, 1, '{"1": "Brown", "2": "Ballas"}'),
	(418, 116, 'Alden Barlowe', '2026-11-09 13:20:49.79+00', '1985-03-28', '991 Alta St', '8077', 'Mixed-race female, 5''5", 135 lb, curly brown hair, nose ring', 'Farm hand', '555-2316', DEFAULT, 'Blood type O negative.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-01-27 05:11:38.524+00', NULL, 1, '{"1": "Blue", "2": "The Lost"}'),
	(422, 117, 'Silas Chandra', '2026-11-03 14:17:05.602+00', '1962-03-30', '873 North Calafia Way', '2011', 'Asian female, 5''4", 120 lb, long black hair', 'Journalist', '555-5106', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-03-21 05:11:38.524+00', NULL, 1, '{"2": "The Lost"}');

INSERT INTO public.conduct_acceptances VALUES
	(1, 13, '2026-11-18 05:12:38.81982+00', 'portal'),
	(1, 14, '2026-11-18 05:12:39.186259+00', 'portal'),
	(1, 16, '2026-11-18 05:12:39.591191+00', 'portal'),
	(1, 17, '2026-11-18 05:12:40.03354+00', 'portal'),
	(1, 59, '2026-11-18 05:12:52.9225+00', 'portal');

INSERT INTO public.conduct_versions VALUES
	(1, '1. Stay in character while you are in the game, and fair while you are not.
2. No random deathmatch, no driving people down, no revenge from what your last character knew.
3. Listen before you talk on the radio. Emergency traffic first.
4. Staff decide at the scene; complaints go to a ticket afterwards.
5. What happens in a scene stays in the scene.', 2, '2026-11-18 05:12:37.172827+00');

INSERT INTO public.departments VALUES
	(7, 'CIV', 'Civilian Operations', 'Civilian', true, 60, NULL, 1, '', true, ''),
	(6, 'FIRE', 'San Andreas Fire Rescue', 'Fire', true, 50, NULL, 1, 'E##', true, ''),
	(5, 'COMM', 'Communications', 'Comms', true, 40, NULL, 1, 'D-#', false, ''),
	(2, 'LSPD', 'Los Santos Police Department', 'Leo', true, 10, NULL, 1, '#L##', true, '{department} | {short}'),
	(3, 'BCSO', 'Blaine County Sheriff''s Office', 'Leo', true, 20, NULL, 1, '#S##', true, '{department} | {short}'),
	(4, 'SAHP', 'San Andreas Highway Patrol', 'Leo', true, 30, NULL, 1, '#H##', true, '{department} | {short}');

INSERT INTO public.discord_ballots VALUES
	(1, 13, 0, '2026-11-18 05:12:55.600027+00'),
	(1, 14, 1, '2026-11-18 05:12:55.727599+00'),
	(1, 16, 1, '2026-11-18 05:12:55.847377+00'),
	(1, 17, 0, '2026-11-18 05:12:56.041702+00'),
	(1, 18, 1, '2026-11-18 05:12:56.30688+00'),
	(1, 19, 1, '2026-11-18 05:12:56.48234+00'),
	(1, 20, 0, '2026-11-18 05:12:56.62807+00'),
	(1, 21, 1, '2026-11-18 05:12:56.774782+00');

INSERT INTO public.discord_bot VALUES
	(1, 'waiting', 'The portal that ran the bot was stopped. Another takes over, or it does when it is back.', '1191168914231394304', '1191168914231394304', 'Tenfour', NULL, NULL, '2026-11-18 05:12:56.913262+00', '2026-11-18 05:12:57.502186+00');

INSERT INTO public.discord_channels VALUES
	('1191168914386583552', '1191168914235588608', NULL, 'Welcome', 'category', 0, '2252197568179408', NULL, NULL, 1),
	('1191168914390777856', '1191168914235588608', '1191168914386583552', 'code-of-conduct', 'text', 1, '2252197568179408', 'CoCBotInfo', NULL, 1),
	('1191168914394972160', '1191168914235588608', '1191168914386583552', 'announcements', 'text', 2, '2252197568179408', 'CommunityAnnouncements', NULL, 1),
	('1191168914399166464', '1191168914235588608', '1191168914386583552', 'link-your-account', 'text', 3, '2252197568179408', 'Link', NULL, 1),
	('1191168914403360768', '1191168914235588608', NULL, 'Community', 'category', 4, '2252197568179408', NULL, NULL, 1),
	('1191168914407555072', '1191168914235588608', '1191168914403360768', 'general', 'text', 5, '2252197568179408', NULL, NULL, 1),
	('1191168914411749376', '1191168914235588608', '1191168914403360768', 'patrol-talk', 'text', 6, '2252197568179408', 'Text', NULL, 1),
	('1191168914415943680', '1191168914235588608', '1191168914403360768', 'votes', 'text', 7, '2252197568179408', 'Voting', NULL, 1),
	('1191168914420137984', '1191168914235588608', '1191168914403360768', 'ride-alongs', 'text', 8, '2252197568179408', 'Ridealong', NULL, 1),
	('1191168914424332288', '1191168914235588608', '1191168914403360768', 'temporary-passes', 'text', 9, '2252197568179408', 'TempPass', NULL, 1),
	('1191168914428526592', '1191168914235588608', '1191168914403360768', 'screenshots', 'text', 10, '2252197568179408', NULL, NULL, 1),
	('1191168914432720896', '1191168914235588608', '1191168914403360768', 'off-topic', 'text', 11, '2252197568179408', NULL, NULL, 1),
	('1191168914436915200', '1191168914235588608', NULL, 'Support tickets', 'category', 12, '2252197568179408', 'TicketsCategory', NULL, 1),
	('1191168914441109504', '1191168914235588608', '1191168914436915200', 'open-a-ticket', 'text', 13, '2252197568179408', NULL, NULL, 1),
	('1191168914445303808', '1191168914235588608', NULL, 'Departments', 'category', 14, '2252197568179408', NULL, NULL, 1),
	('1191168914449498112', '1191168914235588608', '1191168914445303808', 'lspd', 'text', 15, '2252197568179408', NULL, NULL, 1),
	('1191168914453692416', '1191168914235588608', '1191168914445303808', 'bcso', 'text', 16, '2252197568179408', NULL, NULL, 1),
	('1191168914457886720', '1191168914235588608', '1191168914445303808', 'sahp', 'text', 17, '2252197568179408', NULL, NULL, 1),
	('1191168914462081024', '1191168914235588608', '1191168914445303808', 'fire', 'text', 18, '2252197568179408', NULL, NULL, 1),
	('1191168914466275328', '1191168914235588608', '1191168914445303808', 'communications', 'text', 19, '2252197568179408', NULL, NULL, 1),
	('1191168914470469632', '1191168914235588608', '1191168914445303808', 'civilian-operations', 'text', 20, '2252197568179408', NULL, NULL, 1),
	('1191168914474663936', '1191168914235588608', '1191168914445303808', 'legal-services', 'text', 21, '2252197568179408', NULL, NULL, 1),
	('1191168914478858240', '1191168914235588608', NULL, 'Staff', 'category', 22, '2252197568179408', NULL, NULL, 1),
	('1191168914483052544', '1191168914235588608', '1191168914478858240', 'staff-room', 'text', 23, '2252197568179408', NULL, NULL, 1),
	('1191168914487246848', '1191168914235588608', '1191168914478858240', 'member-log', 'text', 24, '2252197568179408', 'MemberLogs', NULL, 1),
	('1191168914491441152', '1191168914235588608', '1191168914478858240', 'portal-log', 'text', 25, '2252197568179408', 'GeneralLogs', NULL, 1),
	('1191168914495635456', '1191168914235588608', '1191168914478858240', 'senior-staff', 'text', 26, '0', NULL, NULL, 1),
	('1191168914499829760', '1191168914235588608', NULL, 'Radio 1', 'voice', 27, '2252197568179408', NULL, NULL, 1);

INSERT INTO public.discord_connection VALUES
	(1, NULL, NULL, NULL, 1, NULL, NULL);



INSERT INTO public.discord_errands OVERRIDING SYSTEM VALUE VALUES
	(2, 'post.keep', 'channel:1191168914394972160', NULL, NULL, NULL, '{"key": "1"}', 'done', 0, '2026-11-18 05:12:00.530184+00', '', '2026-11-18 05:12:00.530184+00', NULL, '2026-11-18 05:12:00.807013+00'),
	(3, 'post.keep', 'channel:1191168914394972160', NULL, NULL, NULL, '{"key": "2"}', 'done', 0, '2026-11-18 05:12:00.530184+00', '', '2026-11-18 05:12:00.530184+00', NULL, '2026-11-18 05:12:01.038798+00'),
	(1, 'log.post', 'log:MemberLogs:1191168914487246848', NULL, NULL, NULL, '{"key": "MemberLogs:1191168914487246848"}', 'done', 0, '2026-11-18 05:11:53.236317+00', '', '2026-11-18 05:11:53.236317+00', NULL, '2026-11-18 05:12:01.074244+00'),
	(4, 'post.keep', 'channel:1191168914394972160', NULL, NULL, NULL, '{"key": "3"}', 'done', 0, '2026-11-18 05:12:00.530184+00', '', '2026-11-18 05:12:00.530184+00', NULL, '2026-11-18 05:12:01.263971+00'),
	(332, 'post.keep', 'channel:1191168914415943680', NULL, NULL, NULL, '{"key": "8"}', 'waiting', 0, '2026-11-18 05:12:57.534961+00', '', '2026-11-18 05:12:57.534961+00', NULL, NULL);

INSERT INTO public.discord_guilds VALUES
	('1191168914235588608', 'San Andreas Division', '1191168914239782912', 382, '2252197568179408', 100, '2026-11-18 05:11:53.236317+00', NULL, '2026-11-18 05:11:53.236+00', 'made-up-1', 1, NULL);



INSERT INTO public.discord_ledger VALUES
	('1191168914235588608', '1191168914504024064', '1191168914311086080', 'given', false, '', NULL, '2026-11-18 05:12:08.991628+00', true),
	('1191168914235588608', '1191168914504024064', '1191168914264948736', 'given', false, '', NULL, '2026-11-18 05:12:07.903412+00', true),
	('1191168914235588608', '1191168914998951936', '1191168914323668992', 'giving', false, '', NULL, '2026-11-18 05:12:00.116587+00', false),
	('1191168914235588608', '1191168914504024064', '1191168914252365824', 'given', false, '', NULL, '2026-11-18 05:12:02.065321+00', true),
	('1191168914235588608', '1191168914504024064', '1191168914260754432', 'given', false, '', NULL, '2026-11-18 05:12:04.495592+00', true);





INSERT INTO public.discord_links VALUES
	(1, '1191168914504024064', 'maren_holt', 'Maren Holt', '2026-11-18 05:11:53.236317+00', 'page'),
	(2, '1191168914508218368', 'idris_vale', 'Idris Vale', '2026-11-18 05:11:53.236317+00', 'page'),
	(3, '1191168914512412672', 'lio_castaway', 'Lio Castaway', '2026-11-18 05:11:53.236317+00', 'page'),
	(4, '1191168914516606976', 'nora_quist', 'Nora Quist', '2026-11-18 05:11:53.236317+00', 'page'),
	(119, '1191168914998951936', 'soren_pemberton', 'Soren Pemberton', '2026-11-18 05:11:53.236317+00', 'page');

INSERT INTO public.discord_log_choice VALUES
	(1, 1);



INSERT INTO public.discord_members VALUES
	('1191168914235588608', '1191168914239782912', 'owner-of-san-andreas-division', 'owner-of-san-andreas-division', NULL, '{}', false, '2026-11-18 05:11:31.077+00'),
	('1191168914235588608', '1191168914231394304', 'Tenfour', 'Tenfour', NULL, '{1191168914243977216}', true, '2026-11-18 05:11:31.077+00'),
	('1191168914235588608', '1191168916093665280', 'visitor_259', 'Visitor 259', NULL, '{}', false, '2026-11-18 05:11:53.232+00'),
	('1191168914235588608', '1191168914504024064', 'maren_holt', 'Maren Holt', NULL, '{1191168914252365824,1191168914260754432,1191168914264948736,1191168914311086080,1191168914323668992}', false, '2026-11-18 05:11:53.171+00'),
	('1191168914235588608', '1191168914508218368', 'idris_vale', 'Idris Vale', NULL, '{1191168914252365824,1191168914260754432,1191168914277531648,1191168914285920256,1191168914323668992,1191168914327863296}', false, '2026-11-18 05:11:53.171+00');

INSERT INTO public.discord_nicknames VALUES
	('1191168914235588608', '1191168914508218368', 'LSPD | I. Vale', 'setting', false, '', '2026-11-18 05:12:00.116587+00'),
	('1191168914235588608', '1191168914512412672', 'SAHP | L. Castaway', 'setting', false, '', '2026-11-18 05:12:00.116587+00'),
	('1191168914235588608', '1191168914516606976', 'BCSO | N. Quist', 'setting', false, '', '2026-11-18 05:12:00.116587+00'),
	('1191168914235588608', '1191168914533384192', 'SAHP | P. Moreau', 'setting', false, '', '2026-11-18 05:12:00.116587+00'),
	('1191168914235588608', '1191168914986369024', 'SAHP | L. Underhill', 'setting', false, '', '2026-11-18 05:12:00.116587+00');

INSERT INTO public.discord_pace VALUES
	('MemberLogs:1191168914487246848', '2026-11-18 05:12:01.074244+00', '2026-11-18 05:12:01.074244+00', 1);



INSERT INTO public.discord_posts OVERRIDING SYSTEM VALUE VALUES
	(1, '1191168914394972160', 'announcement:1', '{"text": "All departments, San Andreas I, 20:00. Be on the radio ten minutes before. New members ride along: tell your supervisor by Friday.\n\nIdris Vale", "color": 3900150, "title": "Division patrol on Saturday"}', '1572479469438894080', '{"text": "All departments, San Andreas I, 20:00. Be on the radio ten minutes before. New members ride along: tell your supervisor by Friday.\n\nIdris Vale", "color": 3900150, "title": "Division patrol on Saturday"}', NULL, NULL, '', '2026-11-18 05:12:00.530184+00', NULL, false),
	(2, '1191168914394972160', 'announcement:2', '{"text": "The whitelist goes by your Steam hex. If your home page shows a banner, open your settings: it says there where to find it.\n\nNora Quist", "color": 3900150, "title": "Set your Steam hex"}', '1572479470365835264', '{"text": "The whitelist goes by your Steam hex. If your home page shows a banner, open your settings: it says there where to find it.\n\nNora Quist", "color": 3900150, "title": "Set your Steam hex"}', NULL, NULL, '', '2026-11-18 05:12:00.530184+00', NULL, false),
	(3, '1191168914394972160', 'announcement:3', '{"text": "The second server is updated on Tuesday and may restart without notice until Thursday.\n\nTheo Marlin", "color": 3900150, "title": "Quiet week on San Andreas II"}', '1572479471426994176', '{"text": "The second server is updated on Tuesday and may restart without notice until Thursday.\n\nTheo Marlin", "color": 3900150, "title": "Quiet week on San Andreas II"}', NULL, NULL, '', '2026-11-18 05:12:00.530184+00', NULL, false),
	(4, '1191168914441109504', 'tickets-panel', '{"text": "Open a ticket to talk to staff in private. Only you and staff see it.\nWhat is written in it is kept, and you can read it on the portal once your account is linked. Attachments are not kept.", "color": 5793266, "title": "Need help?", "buttons": [{"id": "ticket-open:panel", "label": "Open a ticket", "style": "primary"}]}', '1572479475755515904', '{"text": "Open a ticket to talk to staff in private. Only you and staff see it.\nWhat is written in it is kept, and you can read it on the portal once your account is linked. Attachments are not kept.", "color": 5793266, "title": "Need help?", "buttons": [{"id": "ticket-open:panel", "label": "Open a ticket", "style": "primary"}]}', NULL, NULL, '', '2026-11-18 05:12:01.589583+00', NULL, false),
	(11, '1191168914424332288', 'grant:3', '{"text": "**Lars Castellan** has a pass for the game servers, sponsored by Idris Vale, until <t:1795151574:f>.\n> Visiting from another community"}', '1572479699257393152', '{"text": "**Lars Castellan** has a pass for the game servers, sponsored by Idris Vale, until <t:1795151574:f>.\n> Visiting from another community"}', NULL, NULL, '', '2026-11-18 05:12:54.600187+00', NULL, false);



INSERT INTO public.discord_roles VALUES
	('1191168914235588608', '1191168914235588608', '@everyone', 0, 0, '277092568064', false, false, 'OTHER', NULL, 1),
	('1191168914243977216', '1191168914235588608', 'Tenfour', 0, 100, '2252197568179408', true, false, 'OTHER', NULL, 1),
	('1191168914248171520', '1191168914235588608', 'Owner', 14692657, 150, '8', false, false, 'OTHER', NULL, 1),
	('1191168914252365824', '1191168914235588608', 'Administration', 13183530, 90, '2', false, false, 'ADMIN', NULL, 1),
	('1191168914260754432', '1191168914235588608', 'Staff', 15764480, 88, '0', false, false, 'STAFF', NULL, 1),
	('1191168914264948736', '1191168914235588608', 'Developer', 7358696, 87, '0', false, false, 'DEV', NULL, 1),
	('1191168914277531648', '1191168914235588608', 'LSPD Command', 1598635, 84, '0', false, false, 'POLICE', NULL, 1),
	('1191168914281725952', '1191168914235588608', 'LSPD Sergeant', 1667522, 83, '0', false, false, 'POLICE', NULL, 1),
	('1191168914285920256', '1191168914235588608', 'Los Santos Police Department', 2264038, 82, '0', false, false, 'POLICE', NULL, 1),
	('1191168914311086080', '1191168914235588608', 'Civilian Operations', 8818326, 76, '0', false, false, 'CIV', NULL, 1),
	('1191168914323668992', '1191168914235588608', 'Member', 0, 73, '0', false, false, 'MEMBER', NULL, 1),
	('1191168914340446208', '1191168914235588608', 'Visitor', 0, 69, '0', false, false, 'GUEST', NULL, 1),
	('1191168914382389248', '1191168914235588608', 'Oceania', 0, 59, '0', false, false, 'OTHER', NULL, 1);





INSERT INTO public.discord_texts OVERRIDING SYSTEM VALUE VALUES
	(1, '1191168914411749376', '**Radio etiquette**
Call sign first, then what you need. Keep the channel free during a pursuit.', 2, '2026-11-18 05:12:53.01846+00', NULL, NULL, NULL, 1),
	(2, '1191168914411749376', 'Briefing for Saturday: 19:45 in Radio 1. Who can’t come tells their supervisor.', 2, '2026-11-18 05:12:53.220001+00', NULL, NULL, NULL, 1);

INSERT INTO public.discord_votes OVERRIDING SYSTEM VALUE VALUES
	(1, '1191168914235588608', '1191168914415943680', 'Which evening for the big pursuit?', '{Friday,Saturday,Sunday}', 'open', 2, '2026-11-18 05:12:53.402989+00', '2026-11-19 01:12:53.376+00', NULL, NULL, NULL, '2026-11-18 05:12:56.774782+00', 1);

INSERT INTO public.dispatch_notes VALUES
	(1, 1, 'Tow is out until ten. Roadside assistance takes small jobs.', 23, '2026-11-18 03:47:29.104363+00', '2026-11-18 03:47:29.104363+00', 1),
	(2, 1, 'Tunnel on the Olympic Fwy closed northbound for the film crew, back at 22:00. Send round by Elgin.', 30, '2026-11-18 03:59:29.096465+00', '2026-11-18 03:59:29.096465+00', 1),
	(3, 1, 'Two trainees on tonight: E51 and 2S12. Give them time on the radio.', 23, '2026-11-18 04:11:29.100564+00', '2026-11-18 04:11:29.100564+00', 1);

INSERT INTO public.entitlements OVERRIDING SYSTEM VALUE VALUES
	(1, 'ridealong', NULL, NULL, NULL, NULL, 'whitelist', NULL, 'prod', NULL, NULL, '2026-11-18 05:11:37.62752+00'),
	(2, 'rank', 2, 8, NULL, NULL, 'discordRole', '1191168914277531648', NULL, NULL, NULL, '2026-11-18 05:11:53.236317+00'),
	(3, 'rank', 2, 5, NULL, NULL, 'discordRole', '1191168914281725952', NULL, NULL, NULL, '2026-11-18 05:11:53.236317+00'),
	(4, 'department', 2, NULL, NULL, NULL, 'discordRole', '1191168914285920256', NULL, NULL, NULL, '2026-11-18 05:11:53.236317+00'),
	(17, 'pass', NULL, NULL, NULL, NULL, 'discordRole', '1191168914340446208', NULL, NULL, NULL, '2026-11-18 05:11:53.236317+00');

INSERT INTO public.field_values VALUES
	(1, 'blue', 2),
	(1, 'blue', 30),
	(1, 'blue', 37),
	(1, 'blue', 40),
	(8, '8', 108);

INSERT INTO public.fines OVERRIDING SYSTEM VALUE VALUES
	(1, 7, 39, 2, 640, 640, 'paid', '', NULL, NULL, '', NULL, NULL, '2026-11-18 05:11:38.524+00', '2026-09-24 17:49:57.342+00', 1),
	(2, 8, 413, 2, 3175, 3175, 'paid', '', NULL, NULL, '', NULL, NULL, '2026-11-18 05:11:38.524+00', '2026-09-25 06:26:06.862+00', 1),
	(3, 9, 59, 2, 195, 0, 'dropped', 'My vehicle was reported stolen that night.', '2026-09-25 01:13:43.006+00', 'dropped', 'Theft report confirmed.', NULL, '2026-11-18 05:11:38.524+00', NULL, '2026-09-25 01:13:43.006+00', 1),
	(4, 10, 418, 3, 380, 380, 'unpaid', '', NULL, NULL, '', NULL, NULL, NULL, '2026-09-25 05:08:55.84+00', 1),
	(88, 188, 102, 2, 4650, 4650, 'paid', '', NULL, NULL, '', NULL, NULL, '2026-11-18 05:11:38.524+00', '2026-11-18 05:11:38.524+00', 1);

INSERT INTO public.grants OVERRIDING SYSTEM VALUE VALUES
	(1, 'ridealong', 13, NULL, 'asked', NULL, NULL, 'I would love to see a night shift', 6, '2026-11-18 05:12:53.766735+00', NULL, NULL, NULL, NULL, '', 1, 1),
	(2, 'pass', 14, NULL, 'asked', 'prod', NULL, 'Trying out before I apply', 24, '2026-11-18 05:12:54.255356+00', NULL, NULL, NULL, NULL, '', 1, 1),
	(3, 'pass', 16, 2, 'active', 'prod', NULL, 'Visiting from another community', 48, '2026-11-18 05:12:54.600187+00', '2026-11-18 05:12:54.600187+00', '2026-11-20 05:12:54.600187+00', NULL, NULL, '', 1, 1);









INSERT INTO public.impounds OVERRIDING SYSTEM VALUE VALUES
	(1, 20, '2026-11-18 05:11:38.524+00', 'Impound lot, Innocence Blvd', 'Driving under the influence.', 77, '1L17', NULL, NULL, NULL),
	(2, 78, '2026-11-14 05:11:38.524+00', 'Impound lot, Innocence Blvd', 'Street racing on the Del Perro Freeway.', 27, '4L45', NULL, NULL, NULL),
	(3, 108, '2026-11-09 05:11:38.524+00', 'Impound lot, Innocence Blvd', 'Street racing on the Del Perro Freeway.', 72, '2L44', NULL, NULL, NULL),
	(4, 110, '2026-11-14 05:11:38.524+00', 'Impound lot, Innocence Blvd', 'Evading a traffic stop.', 54, '2L52', NULL, NULL, NULL),
	(18, 555, '2026-11-10 05:11:38.524+00', 'Impound lot, Innocence Blvd', 'Street racing on the Del Perro Freeway.', 99, '1L44', NULL, NULL, NULL);

INSERT INTO public.jail_terms OVERRIDING SYSTEM VALUE VALUES
	(1, 7, 39, 1, 20, '2026-11-18 05:10:38.524+00', '2026-11-18 05:30:38.524+00', NULL, NULL, NULL),
	(2, 8, 413, 1, 40, '2026-09-25 06:26:06.862+00', '2026-09-25 07:06:06.862+00', NULL, NULL, NULL),
	(3, 13, 353, 1, 35, '2026-09-25 17:22:22.84+00', '2026-09-25 17:57:22.84+00', NULL, NULL, NULL),
	(4, 27, 282, 1, 5, '2026-10-05 02:04:43.59+00', '2026-10-05 02:09:43.59+00', NULL, NULL, NULL),
	(24, 188, 102, 1, 80, '2026-11-18 05:11:38.524+00', '2026-11-18 06:31:38.524+00', NULL, NULL, NULL);



INSERT INTO public.leave_requests VALUES
	(1, 31, '2026-11-09', '2026-12-04', 'Moving house', 'granted', '2026-11-05 00:00:00+00', 17, '2026-11-06 00:00:00+00', '', 1),
	(2, 30, '2026-11-08', '2026-12-04', 'Moving house', 'granted', '2026-11-04 00:00:00+00', 18, '2026-11-05 00:00:00+00', '', 3),
	(3, 82, '2026-11-07', '2026-12-02', 'Exams', 'granted', '2026-11-03 00:00:00+00', 18, '2026-11-04 00:00:00+00', '', 5),
	(4, 51, '2026-11-08', '2026-11-30', 'New job, settling in', 'granted', '2026-11-04 00:00:00+00', 2, '2026-11-05 00:00:00+00', '', 7),
	(12, 57, '2026-11-29', '2026-12-09', 'Family', 'asked', '2026-11-17 13:09:38.524+00', NULL, NULL, '', NULL);

INSERT INTO public.leaves VALUES
	(1, 31, 17, '2026-11-09', '2026-12-04', 'Moving house', NULL),
	(2, 43, 15, '2026-11-07', '2026-12-03', 'Computer in repair', NULL),
	(3, 30, 18, '2026-11-08', '2026-12-04', 'Moving house', NULL),
	(4, 2, 14, '2026-11-08', '2026-12-02', 'Computer in repair', NULL),
	(5, 82, 18, '2026-11-07', '2026-12-02', 'Exams', NULL),
	(7, 51, 2, '2026-11-08', '2026-11-30', 'New job, settling in', NULL),
	(23, 4, 5, '2026-11-24', '2026-12-18', 'Holiday', NULL);

INSERT INTO public.licence_points OVERRIDING SYSTEM VALUE VALUES
	(1, 5, 2, 'Speeding', 92, '2026-07-22 05:11:38.524+00', '2026-10-20 05:11:38.524+00', NULL, NULL),
	(2, 19, 4, 'Speeding', 92, '2026-07-21 05:11:38.524+00', '2026-10-19 05:11:38.524+00', NULL, NULL),
	(3, 21, 1, 'Speeding', 88, '2026-10-23 05:11:38.524+00', '2027-01-21 05:11:38.524+00', NULL, NULL),
	(4, 24, 1, 'Speeding', 48, '2026-08-29 05:11:38.524+00', '2026-11-27 05:11:38.524+00', NULL, NULL),
	(92, 543, 5, 'Speeding', 47, '2026-10-02 05:11:38.524+00', '2026-12-31 05:11:38.524+00', NULL, NULL);

INSERT INTO public.licences OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'DRIVERS', 'granted', '2026-09-24 05:11:38.524+00', '2027-08-04', NULL, '', 1, false),
	(2, 1, 'CCW', 'granted', '2026-05-22 05:11:38.524+00', '2027-02-07', NULL, '', 1, false),
	(3, 1, 'CDL', 'granted', '2026-05-08 05:11:38.524+00', '2027-05-16', NULL, '', 1, false),
	(4, 2, 'DRIVERS', 'granted', '2026-06-28 05:11:38.524+00', '2027-10-01', NULL, '', 1, false),
	(5, 4, 'DRIVERS', 'granted', '2026-03-10 05:11:38.524+00', '2027-08-08', NULL, '', 1, false),
	(19, 15, 'DRIVERS', 'granted', '2026-01-29 05:11:38.524+00', '2027-11-11', NULL, '', 1, false),
	(21, 16, 'DRIVERS', 'granted', '2026-09-25 05:11:38.524+00', '2027-02-05', NULL, '', 1, false),
	(24, 19, 'DRIVERS', 'granted', '2026-06-11 05:11:38.524+00', '2027-07-26', NULL, '', 1, false),
	(543, 422, 'DRIVERS', 'granted', '2026-03-25 05:11:38.524+00', '2027-03-03', NULL, '', 1, false);



INSERT INTO public.marks VALUES
	(1, 5, 4, 'commendation', 'Stayed on after a long patrol to help a recruit with their report.', 0, '2026-04-13 14:31:04.245+00', NULL, NULL, NULL, NULL),
	(2, 12, 18, 'commendation', 'Dispatched alone for three hours on the busiest evening of the month.', 0, '2026-05-18 05:34:12.001+00', NULL, NULL, NULL, NULL),
	(3, 22, 2, 'commendation', 'The best written arrest report of the quarter.', 0, '2026-09-19 16:00:09.636+00', NULL, NULL, NULL, NULL),
	(4, 28, 2, 'commendation', 'Quick and safe extraction on the Great Ocean Highway.', 0, '2026-05-17 00:07:19.763+00', NULL, NULL, NULL, NULL),
	(40, 116, 13, 'warning', 'Left a scene without telling the dispatcher.', 2, '2026-09-21 17:36:19.482+00', '2026-12-20 17:36:19.482+00', NULL, NULL, NULL);

INSERT INTO public.name_variants VALUES
	('aara', 'amara'),
	('abbosford', 'abbotsford'),
	('abbotford', 'abbotsford'),
	('abbotsfod', 'abbotsford'),
	('zra', 'zora');

INSERT INTO public.name_words VALUES
	('zora', 'radcliffe', 15),
	('adela', 'carver', 60),
	('abbotsford', 'petra', 226),
	('abbotsford', 'daria', 266),
	('abbotsford', 'willa', 351);

INSERT INTO public.notices OVERRIDING SYSTEM VALUE VALUES
	(1, 16, 'You have a pass for the game servers for 2 days', 'Idris Vale sponsors it. It ends when its time is over.', '/user/grants', '2026-11-18 05:12:54.600187+00', NULL, false);

INSERT INTO public.offence_revisions OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'T-101', 'Speeding, up to 15 over', 'Infraction', 'Traffic', 'Driving up to 15 over the posted limit.', 75, 150, 0, 0, 1, '2026-11-18 05:11:34.538798+00', NULL),
	(2, 2, 'T-102', 'Speeding, 16 to 30 over', 'Infraction', 'Traffic', 'Driving 16 to 30 over the posted limit.', 150, 300, 0, 0, 2, '2026-11-18 05:11:34.538798+00', NULL),
	(3, 3, 'T-103', 'Speeding, more than 30 over', 'Misdemeanor', 'Traffic', 'Driving more than 30 over the posted limit.', 300, 750, 0, 5, 4, '2026-11-18 05:11:34.538798+00', NULL),
	(4, 4, 'T-104', 'Running a red light or stop sign', 'Infraction', 'Traffic', 'Entering a junction against a signal or without stopping where a sign demands it.', 100, 250, 0, 0, 2, '2026-11-18 05:11:34.538798+00', NULL),
	(74, 74, 'G-612', 'Contempt of court', 'Misdemeanor', 'Public order', 'Disobeying or insulting a court.', 250, 1000, 5, 20, 0, '2026-11-18 05:11:34.538798+00', NULL);

INSERT INTO public.offences OVERRIDING SYSTEM VALUE VALUES
	(1, 'T-101', 1, 1, NULL),
	(2, 'T-102', 2, 1, NULL),
	(3, 'T-103', 3, 1, NULL),
	(4, 'T-104', 4, 1, NULL),
	(74, 'G-612', 74, 1, NULL);



INSERT INTO public.patrol_corrections VALUES
	(1, 91, 5, '2026-11-15 22:10:51+00', 'Restarted the game after a texture bug', NULL, NULL, true, '2026-11-15 20:11:51+00', '2026-11-15 21:51:51+00', 'asked', NULL, NULL, ''),
	(2, 93, 5, '2026-11-13 22:57:26+00', 'My game crashed, and the queue was long', NULL, NULL, true, '2026-11-13 20:55:26+00', '2026-11-13 22:43:26+00', 'asked', NULL, NULL, ''),
	(3, 92, 5, '2026-11-14 21:51:31+00', 'Was away from the keyboard at the end', NULL, '2026-11-14 20:57:31+00', false, '2026-11-14 19:31:31+00', '2026-11-14 21:07:31+00', 'asked', NULL, NULL, ''),
	(4, 4363, 107, '2026-09-17 01:33:18+00', 'Was away from the keyboard at the end', NULL, '2026-09-17 00:35:18+00', false, '2026-09-16 21:23:18+00', '2026-09-17 00:45:18+00', 'declined', 5, '2026-09-17 02:19:18+00', 'The log shows you on a call until the end.'),
	(12, 1229, 29, '2026-09-10 22:41:26+00', 'Forgot to go off duty', NULL, '2026-09-10 21:53:26+00', false, '2026-09-10 18:38:26+00', '2026-09-10 22:05:26+00', 'accepted', 18, '2026-09-11 02:24:26+00', '');

INSERT INTO public.patrol_gaps VALUES
	(1, 40, '2026-08-18 18:03:44.822+00', '2026-08-18 18:42:44.822+00', 3, 4, 1, DEFAULT, false, 15, '2026-08-19 05:55:09+00', 'Seen on the radio meanwhile'),
	(2, 50, '2026-05-20 21:48:51.1+00', '2026-05-20 21:58:51.1+00', 3, 4, 1, DEFAULT, true, NULL, NULL, ''),
	(3, 63, '2026-02-27 18:34:25.447+00', '2026-02-27 18:45:25.447+00', 3, 4, 1, DEFAULT, true, NULL, NULL, ''),
	(4, 76, '2026-11-14 22:12:32.195+00', '2026-11-14 22:37:32.195+00', 4, 3, 1, DEFAULT, false, NULL, NULL, ''),
	(191, 4730, '2026-11-08 20:53:01.207+00', '2026-11-08 20:57:01.207+00', 117, 6, 1, DEFAULT, true, NULL, NULL, '');

INSERT INTO public.patrol_quotas VALUES
	(2, NULL, 240),
	(2, 1, 60),
	(3, NULL, 240),
	(3, 9, 60),
	(5, 25, 30);

INSERT INTO public.patrol_stretches VALUES
	(1, '2026-10-05 18:45:22+00', NULL, NULL, ''),
	(2, '2026-09-26 20:18:14+00', NULL, NULL, ''),
	(3, '2026-09-23 19:55:16+00', 3, NULL, 'C-01'),
	(3, '2026-09-23 20:12:11+00', 3, NULL, 'C-01'),
	(4824, '2026-11-18 05:12:54.284+00', NULL, NULL, '');

INSERT INTO public.patrols VALUES
	(1, 1, 7, 1, '2026-10-05 18:45:22+00', '2026-10-05 21:16:22+00', NULL, 'civilian', false, NULL, '2026-10-05 21:18:22+00', 0, 9060, 567, 9060, NULL, 1, DEFAULT),
	(2, 1, 7, 1, '2026-09-26 20:18:14+00', '2026-09-26 22:59:14+00', NULL, 'civilian', false, NULL, '2026-09-26 23:01:14+00', 0, 9660, 1394, 9660, NULL, 1, DEFAULT),
	(3, 1, 7, 1, '2026-09-23 19:55:16+00', '2026-09-23 20:36:16+00', NULL, 'duty', false, NULL, '2026-09-23 20:38:16+00', 0, 2460, 318, 2460, NULL, 1, DEFAULT),
	(4, 1, 7, 1, '2026-07-04 17:47:52+00', '2026-07-04 19:54:52+00', NULL, 'civilian', false, NULL, '2026-07-04 19:56:52+00', 0, 7620, 360, 7620, NULL, 1, DEFAULT),
	(40, 3, 4, 1, '2026-08-18 17:57:09+00', '2026-08-18 18:48:09+00', NULL, 'duty', false, NULL, '2026-08-18 18:50:09+00', 1, 720, 38, 3060, NULL, 1, DEFAULT),
	(50, 3, 4, 1, '2026-05-20 21:09:50+00', '2026-05-20 22:21:50+00', NULL, 'duty', false, NULL, '2026-05-20 22:23:50+00', 1, 3720, 395, 4320, NULL, 1, DEFAULT),
	(63, 3, 4, 1, '2026-02-27 18:19:24+00', '2026-02-27 19:53:24+00', NULL, 'duty', false, NULL, '2026-02-27 19:55:24+00', 2, 4980, 691, 5640, NULL, 1, DEFAULT),
	(76, 4, 3, 1, '2026-11-14 21:50:52+00', '2026-11-14 22:50:52+00', NULL, 'duty', false, NULL, '2026-11-14 22:52:52+00', 1, 2100, 265, 3600, NULL, 1, DEFAULT),
	(91, 5, 6, 1, '2026-11-15 20:11:51+00', '2026-11-15 21:51:51+00', NULL, 'duty', false, NULL, '2026-11-15 21:53:51+00', 2, 3540, 320, 6000, NULL, 1, DEFAULT),
	(92, 5, 6, 2, '2026-11-14 19:31:31+00', '2026-11-14 21:07:31+00', NULL, 'duty', false, NULL, '2026-11-14 21:09:31+00', 3, NULL, NULL, NULL, NULL, 1, DEFAULT),
	(93, 5, 6, 1, '2026-11-13 20:55:26+00', '2026-11-13 22:43:26+00', NULL, 'duty', false, NULL, '2026-11-13 22:45:26+00', 3, 6060, 87, 6480, NULL, 1, DEFAULT),
	(1229, 29, 7, 2, '2026-09-10 18:38:26+00', '2026-09-10 21:53:26+00', NULL, 'duty', false, NULL, '2026-09-10 21:55:26+00', 0, NULL, NULL, NULL, NULL, 1, DEFAULT),
	(4363, 107, 5, 2, '2026-09-16 21:23:18+00', '2026-09-17 00:45:18+00', NULL, 'duty', false, NULL, '2026-09-17 00:47:18+00', 0, NULL, NULL, NULL, NULL, 1, DEFAULT),
	(4730, 117, 6, 1, '2026-11-08 19:19:34+00', '2026-11-08 21:07:34+00', NULL, 'duty', false, NULL, '2026-11-08 21:09:34+00', 2, 6240, 579, 6480, NULL, 1, DEFAULT),
	(4824, 53, 7, 1, '2026-11-18 05:12:54.284+00', NULL, NULL, 'civilian', false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, DEFAULT);









INSERT INTO public.portal_settings VALUES
	('community.name', '"San Andreas Division"', '2026-11-18 05:11:32.707715+00');



INSERT INTO public.presence VALUES
	(2, 1, '2026-11-08 20:05:44+00', '2026-11-08 20:39:44+00', 'moving'),
	(2, 1, '2026-11-08 20:39:44+00', '2026-11-08 20:43:44+00', 'idle'),
	(2, 1, '2026-11-08 20:43:44+00', '2026-11-08 20:59:44+00', 'moving'),
	(117, 1, '2026-11-08 20:57:01.207+00', '2026-11-08 21:07:34+00', 'moving'),
	(1, 1, '2026-11-18 05:12:45.971+00', '2026-11-18 05:12:56.56+00', 'moving');

INSERT INTO public.rank_changes VALUES
	(1, 3, 4, 18, 19, 4, 'Took over the evening shift.', '2026-01-06 17:11:38.524+00', 'promotion'),
	(2, 5, 6, 34, 35, 4, 'Passed the written test and the ride-along.', '2026-01-04 23:11:38.524+00', 'promotion'),
	(3, 5, 6, 35, 36, 17, 'Passed field training.', '2026-04-20 17:11:38.524+00', 'promotion'),
	(4, 5, 6, 36, 37, 14, 'Passed the written test and the ride-along.', '2026-08-04 11:11:38.524+00', 'promotion'),
	(93, 117, 6, 32, 33, 17, 'Consistent activity and good reports.', '2026-09-11 00:39:54.28+00', 'promotion');

INSERT INTO public.ranks VALUES
	(1, 2, 'Reserve Officer', 10, true, NULL, 1, '{}'),
	(2, 2, 'Cadet', 20, false, NULL, 1, '{}'),
	(3, 2, 'Officer I', 30, false, NULL, 1, '{}'),
	(4, 2, 'Officer II', 40, false, NULL, 1, '{}'),
	(9, 3, 'Reserve Deputy', 10, true, NULL, 1, '{}'),
	(18, 4, 'Trooper Cadet', 20, false, NULL, 1, '{}'),
	(19, 4, 'Trooper', 30, false, NULL, 1, '{}'),
	(25, 5, 'Reserve Dispatcher', 10, true, NULL, 1, '{}'),
	(32, 6, 'Probationary Firefighter', 20, false, NULL, 1, '{}'),
	(33, 6, 'Firefighter', 30, false, NULL, 1, '{}'),
	(34, 6, 'Engineer', 40, false, NULL, 1, '{}'),
	(44, 7, 'Director of Civilian Operations', 60, false, NULL, 1, '{}'),
	(5, 2, 'Sergeant', 50, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}'),
	(8, 2, 'Chief', 80, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}'),
	(16, 3, 'Sheriff', 80, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}'),
	(35, 6, 'Lieutenant', 50, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}'),
	(36, 6, 'Captain', 60, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}'),
	(37, 6, 'Battalion Chief', 70, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}');



INSERT INTO public.record_events OVERRIDING SYSTEM VALUE VALUES
	(1, 14, NULL, 'Licence revoked', 'Commercial driver', 'Evading a traffic stop.', 34, '1L54', '2026-10-19 05:11:38.524+00', '{owner,police}'),
	(2, 156, NULL, 'Licence revoked', 'Driver''s licence', 'Driving under the influence.', 72, '3L55', '2026-10-19 05:11:38.524+00', '{owner,police}'),
	(3, 162, NULL, 'Licence revoked', 'Driver''s licence', 'Evading a traffic stop.', 86, '2L14', '2026-10-20 05:11:38.524+00', '{owner,police}'),
	(4, 108, NULL, 'Licence revoked', 'Driver''s licence', 'Evading a traffic stop.', 16, '3L35', '2026-10-21 05:11:38.524+00', '{owner,police}'),
	(69, 351, 555, 'Vehicle impounded', '77EJW817, Impound lot, Innocence Blvd', 'Street racing on the Del Perro Freeway.', 99, '1L44', '2026-11-10 05:11:38.524+00', '{owner,police}');

INSERT INTO public.record_fields OVERRIDING SYSTEM VALUE VALUES
	(1, 'character', 'choice', 'Eye colour', '', '{Blue,Brown,Green,Grey}', false, '{owner,police}', 1, NULL, 1),
	(2, 'character', 'text', 'Gang', '', '{}', false, '{police}', 2, NULL, 1),
	(3, 'vehicle', 'flag', 'Tinted windows', '', '{}', false, '{owner,police}', 3, NULL, 1),
	(4, 'citation', 'choice', 'Weather', '', '{Clear,Rain,Fog}', false, '{owner,police}', 4, NULL, 1),
	(5, 'citation', 'number', 'Speed measured', '', '{}', false, '{owner,police}', 5, NULL, 1),
	(6, 'arrest', 'flag', 'Force used', '', '{}', false, '{police}', 6, NULL, 1),
	(7, 'arrest', 'date', 'Court date', '', '{}', false, '{owner,police}', 7, NULL, 1),
	(8, 'patient', 'number', 'Pain, 0 to 10', '', '{}', false, '{fire}', 8, NULL, 1);

INSERT INTO public.report_drafts OVERRIDING SYSTEM VALUE VALUES
	(1, NULL, 'citation', 9, '2L19', 2, 1, '{"callId": null, "fields": {}, "people": [], "postal": "8123", "charges": [{"fine": 100, "counts": 1, "revisionId": 5, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "evidence": [], "location": "San Andreas Ave", "officers": [], "vehicles": [], "narrative": "", "subjectId": 208, "occurredAt": "2026-11-18T04:31:38.524Z"}', 1, '2026-11-18 04:41:38.524+00', '2026-11-18 05:09:38.524+00'),
	(2, NULL, 'arrest', 9, '2L19', 2, 1, '{"callId": null, "fields": {}, "people": [], "postal": "8190", "charges": [{"fine": 1000, "counts": 1, "revisionId": 70, "jailMinutes": 15}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "evidence": [], "location": "Bay City Ave, Vespucci Beach", "officers": [], "vehicles": [], "narrative": "Subject was found behind the wheel of a vehicle reported stolen two hours before. Tried to leave on foot and was caught after a short chase through the alley. No injuries.", "subjectId": 95, "occurredAt": "2026-11-18T04:31:38.524Z"}', 1, '2026-11-18 04:41:38.524+00', '2026-11-18 05:08:38.524+00'),
	(3, NULL, 'patient', 11, '4F21', 6, 1, '{"callId": null, "fields": {}, "people": [], "postal": "7230", "charges": [], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "Smoke inhaled", "treatment": ""}, "evidence": [], "location": "Del Perro Pier", "officers": [], "vehicles": [], "narrative": "", "subjectId": 65, "occurredAt": "2026-11-18T04:31:38.524Z"}', 1, '2026-11-18 04:41:38.524+00', '2026-11-18 05:07:38.524+00');

INSERT INTO public.report_events OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'Submitted', '', '', 1, 42, '3F52', '2026-09-19 10:13:57.891+00'),
	(2, 1, 'Approved', '', '', 1, 54, '3F14', '2026-09-19 13:03:57.891+00'),
	(3, 2, 'Submitted', '', '', 2, 113, '2B23', '2026-09-20 05:33:42.981+00'),
	(4, 3, 'Submitted', '', '', 3, 69, '2F29', '2026-09-21 10:55:11.29+00'),
	(377, 190, 'Approved', '', '', 190, 41, '2S51', '2026-11-18 05:11:38.524+00');

INSERT INTO public.report_numbers VALUES
	('treatment', 2026, 11),
	('citation', 2026, 79),
	('patient', 2026, 13),
	('warning', 2026, 40),
	('incident', 2026, 18),
	('arrest', 2026, 29);

INSERT INTO public.report_people VALUES
	(1, 321, 'treatment', DEFAULT, 'patient'),
	(2, 136, 'citation', DEFAULT, 'suspect'),
	(3, 81, 'patient', DEFAULT, 'patient'),
	(4, 163, 'patient', DEFAULT, 'patient'),
	(190, 83, 'warning', DEFAULT, 'suspect');



INSERT INTO public.report_revisions OVERRIDING SYSTEM VALUE VALUES
	(1, 1, '{"callId": null, "fields": {}, "people": [], "postal": "5041", "charges": [], "medical": {"outcome": "Refused transport", "takenTo": "", "findings": "Alert, pulse 96, pressure 130 over 85, oxygen 97 %.", "complaint": "Chest pain for twenty minutes", "treatment": "Splint, ice, 5 mg morphine"}, "subject": {"name": "Edda Bellamy", "bornOn": "1995-08-06", "characterId": 321}, "evidence": [], "location": "Great Ocean Hwy, Banham Canyon", "officers": [], "vehicles": [], "callTitle": null, "narrative": "No change on the way. Monitored until released.", "occurredAt": "2026-09-19T09:07:57.891Z"}', 42, '3F52', '', '2026-09-19 10:13:57.891+00'),
	(2, 2, '{"callId": null, "fields": {"4": "Fog"}, "people": [], "postal": "5017", "charges": [{"code": "T-121", "fine": 470, "type": "Infraction", "title": "Obscured or false plate", "counts": 2, "points": 1, "fineMax": 400, "fineMin": 150, "jailMax": 0, "jailMin": 0, "offenceId": 21, "revisionId": 21, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Celeste Calloway", "bornOn": "1956-09-18", "characterId": 136}, "evidence": [], "location": "Route 1, Chumash", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Entered the junction about two seconds after the light had turned red. Dash camera kept.", "occurredAt": "2026-09-20T05:03:42.981Z"}', 113, '2B23', '', '2026-09-20 05:33:42.981+00'),
	(3, 3, '{"callId": null, "fields": {"8": 4}, "people": [], "postal": "5017", "charges": [], "medical": {"outcome": "Refused transport", "takenTo": "", "findings": "Pale and sweating, pulse 118, oxygen 92 %.", "complaint": "Pain in the left forearm after a fall", "treatment": "Splint, ice, 5 mg morphine"}, "subject": {"name": "Anselm Thackeray", "bornOn": "2002-11-07", "characterId": 81}, "evidence": [], "location": "Route 1, Chumash", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Found sitting at the roadside, alert. Helped to the ambulance without a stretcher.", "occurredAt": "2026-09-21T10:11:11.290Z"}', 69, '2F29', '', '2026-09-21 10:55:11.29+00'),
	(4, 4, '{"callId": null, "fields": {"8": 8}, "people": [], "postal": "5017", "charges": [], "medical": {"outcome": "Treated on scene", "takenTo": "", "findings": "Pale and sweating, pulse 118, oxygen 92 %.", "complaint": "Pain in the left forearm after a fall", "treatment": "Wound cleaned and closed with five stitches"}, "subject": {"name": "Camila Whitlock", "bornOn": "1963-05-07", "characterId": 163}, "evidence": [], "location": "Route 1, Chumash", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Found on the floor of the kitchen by a neighbour, who stayed until the ambulance left.", "occurredAt": "2026-09-22T18:08:11.831Z"}', 76, '1F36', '', '2026-09-22 18:19:11.831+00'),
	(7, 7, '{"callId": null, "fields": {"6": false, "7": "2027-01-12"}, "people": [], "postal": "5020", "charges": [{"code": "G-612", "fine": 640, "type": "Misdemeanor", "title": "Contempt of court", "counts": 1, "points": 0, "fineMax": 1000, "fineMin": 250, "jailMax": 20, "jailMin": 5, "offenceId": 74, "revisionId": 74, "jailMinutes": 20}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Dexter Marlowe", "bornOn": "1980-08-03", "characterId": 39}, "evidence": [], "location": "Barbareno Rd, Chumash", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Subject was found behind the wheel of a vehicle reported stolen two hours before. Tried to leave on foot and was caught after a short chase through the alley. No injuries.", "occurredAt": "2026-09-24T13:00:57.342Z"}', 9, '2L19', '', '2026-09-24 13:19:57.342+00'),
	(8, 8, '{"callId": null, "fields": {"6": true}, "people": [], "postal": "2087", "charges": [{"code": "R-307", "fine": 3175, "type": "Felony", "title": "Robbery", "counts": 1, "points": 0, "fineMax": 4000, "fineMin": 1500, "jailMax": 45, "jailMin": 20, "offenceId": 45, "revisionId": 45, "jailMinutes": 40}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Zora Kaplan", "bornOn": "2006-06-09", "characterId": 413}, "evidence": [{"text": "Rifle, no serial number", "holder": "Evidence locker 4", "heldSince": "2026-09-25T00:56:06.862Z", "pictureIds": []}, {"text": "Seven 9 mm casings", "holder": "Forensics, Davis", "heldSince": "2026-09-25T00:56:06.862Z", "pictureIds": []}], "location": "Grapeseed Ave", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Responded to a robbery in progress. Subject left through the north door with a long gun and was ordered to the ground. Complied after the second command. Searched, rifle and cash secured, read their rights and transported to Mission Row.", "occurredAt": "2026-09-24T23:39:06.862Z"}', 98, '3L58', '', '2026-09-25 00:56:06.862+00'),
	(9, 9, '{"callId": null, "fields": {"4": "Clear", "5": 48}, "people": [], "postal": "7090", "charges": [{"code": "T-114", "fine": 195, "type": "Infraction", "title": "Using a phone while driving", "counts": 1, "points": 1, "fineMax": 200, "fineMin": 75, "jailMax": 0, "jailMin": 0, "offenceId": 14, "revisionId": 14, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Rosalind Grimshaw", "bornOn": "1975-07-17", "characterId": 59}, "evidence": [], "location": "Eclipse Blvd", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Observed holding a phone to the ear for three blocks. Admitted to it at the window.", "occurredAt": "2026-09-25T00:53:43.006Z"}', 15, '4L25', '', '2026-09-25 01:03:43.006+00'),
	(10, 10, '{"callId": null, "fields": {"4": "Rain", "5": 48}, "people": [], "postal": "5041", "charges": [{"code": "T-118", "fine": 190, "type": "Infraction", "title": "Unregistered vehicle", "counts": 1, "points": 0, "fineMax": 250, "fineMin": 100, "jailMax": 0, "jailMin": 0, "offenceId": 18, "revisionId": 18, "jailMinutes": 0}, {"code": "T-114", "fine": 190, "type": "Infraction", "title": "Using a phone while driving", "counts": 1, "points": 1, "fineMax": 200, "fineMin": 75, "jailMax": 0, "jailMin": 0, "offenceId": 14, "revisionId": 14, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Alden Barlowe", "bornOn": "1985-03-28", "characterId": 418}, "evidence": [], "location": "Great Ocean Hwy, Banham Canyon", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Paced over half a mile with the cruise control set. Clear road, dry, light traffic. Driver said they were late for work.", "occurredAt": "2026-09-25T02:01:55.840Z"}', 13, '2B23', '', '2026-09-25 02:18:55.84+00'),
	(13, 13, '{"callId": null, "fields": {"6": true, "7": "2027-01-12"}, "people": [], "postal": "5020", "charges": [{"code": "P-203", "fine": 2155, "type": "Felony", "title": "Assault with a deadly weapon", "counts": 1, "points": 0, "fineMax": 4000, "fineMin": 1500, "jailMax": 45, "jailMin": 20, "offenceId": 28, "revisionId": 28, "jailMinutes": 35}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Emeric Bellamy", "bornOn": "1966-03-09", "characterId": 353}, "evidence": [{"text": "Cash, $8,140 in a sports bag", "holder": "Evidence locker 4", "heldSince": "2026-09-25T14:02:22.840Z", "pictureIds": []}, {"text": "Rifle, no serial number", "holder": "Evidence locker 4", "heldSince": "2026-09-25T14:02:22.840Z", "pictureIds": []}], "location": "Barbareno Rd, Chumash", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Called for a fight outside the bar. Subject struck the doorman with a bottle in front of two officers. Resisted when cuffed; one knee strike was used. Seen by medics, declined treatment.", "occurredAt": "2026-09-25T12:41:22.840Z"}', 93, '2B53', '', '2026-09-25 14:02:22.84+00'),
	(27, 27, '{"callId": null, "fields": {"6": true}, "people": [], "postal": "3108", "charges": [{"code": "P-206", "fine": 455, "type": "Misdemeanor", "title": "Harassment", "counts": 1, "points": 0, "fineMax": 500, "fineMin": 150, "jailMax": 10, "jailMin": 0, "offenceId": 31, "revisionId": 31, "jailMinutes": 5}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Farah Crane", "bornOn": "1958-12-16", "characterId": 282}, "evidence": [{"text": "Dash camera recording", "holder": "Traffic office", "heldSince": "2026-10-04T23:04:43.590Z", "pictureIds": []}, {"text": "Seven 9 mm casings", "holder": "Forensics, Davis", "heldSince": "2026-10-04T23:04:43.590Z", "pictureIds": []}], "location": "Senora Fwy northbound", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Responded to a robbery in progress. Subject left through the north door with a long gun and was ordered to the ground. Complied after the second command. Searched, rifle and cash secured, read their rights and transported to Mission Row.", "occurredAt": "2026-10-04T22:08:43.590Z"}', 16, '1B26', '', '2026-10-04 23:04:43.59+00'),
	(188, 188, '{"callId": null, "fields": {"7": "2026-12-15"}, "people": [], "postal": "3061", "charges": [{"code": "G-609", "fine": 4650, "type": "Felony", "title": "Bribery", "counts": 2, "points": 0, "fineMax": 5000, "fineMin": 1500, "jailMax": 40, "jailMin": 20, "offenceId": 71, "revisionId": 71, "jailMinutes": 80}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Eliana Shepard", "bornOn": "1992-05-04", "characterId": 102}, "evidence": [], "location": "Joshua Rd", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Subject was found behind the wheel of a vehicle reported stolen two hours before. Tried to leave on foot and was caught after a short chase through the alley. No injuries.", "occurredAt": "2026-11-18T04:21:15.843Z"}', 57, '2L17', '', '2026-11-18 04:51:15.843+00'),
	(190, 190, '{"callId": null, "fields": {}, "people": [], "postal": "9042", "charges": [{"code": "T-110", "fine": 215, "type": "Infraction", "title": "Careless driving", "counts": 1, "points": 3, "fineMax": 400, "fineMin": 150, "jailMax": 0, "jailMin": 0, "offenceId": 10, "revisionId": 10, "jailMinutes": 0}, {"code": "T-121", "fine": 380, "type": "Infraction", "title": "Obscured or false plate", "counts": 1, "points": 1, "fineMax": 400, "fineMin": 150, "jailMax": 0, "jailMin": 0, "offenceId": 21, "revisionId": 21, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Hugo Macready", "bornOn": "1973-01-15", "characterId": 83}, "evidence": [], "location": "Grove St", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Stopped for the tail light on the left. Driver was polite and promised to have it seen to.", "occurredAt": "2026-11-18T04:47:29.145Z"}', 18, '3S28', '', '2026-11-18 05:01:29.145+00');



INSERT INTO public.reports OVERRIDING SYSTEM VALUE VALUES
	(1, 'treatment', DEFAULT, 2026, 1, 'final', NULL, 1, NULL, 42, '3F52', 6, 1, 321, NULL, 'Splint, ice, 5 mg morphine', 0, 0, 0, '{}', '2026-09-19 10:13:57.891+00', '2026-09-19 10:13:57.891+00', '2026-09-19 13:03:57.891+00', NULL, 1),
	(2, 'citation', DEFAULT, 2026, 1, 'submitted', NULL, 2, 2, 113, '2B23', 3, 1, 136, NULL, 'T-121 Obscured or false plate x2', 470, 0, 2, '{"4": "Fog"}', '2026-09-20 05:33:42.981+00', '2026-09-20 05:33:42.981+00', NULL, NULL, 1),
	(3, 'patient', DEFAULT, 2026, 1, 'final', NULL, 3, NULL, 69, '2F29', 6, 1, 81, NULL, 'Pain in the left forearm after a fall', 0, 0, 0, '{"8": 4}', '2026-09-21 10:55:11.29+00', '2026-09-21 10:55:11.29+00', '2026-09-21 13:55:11.29+00', NULL, 1),
	(4, 'patient', DEFAULT, 2026, 2, 'final', NULL, 4, NULL, 76, '1F36', 6, 1, 163, NULL, 'Pain in the left forearm after a fall', 0, 0, 0, '{"8": 8}', '2026-09-22 18:19:11.831+00', '2026-09-22 18:19:11.831+00', '2026-09-23 00:39:11.831+00', NULL, 1),
	(7, 'arrest', DEFAULT, 2026, 1, 'final', NULL, 7, NULL, 9, '2L19', 2, 1, 39, NULL, 'G-612 Contempt of court', 640, 20, 0, '{"6": false, "7": "2027-01-12"}', '2026-09-24 13:19:57.342+00', '2026-09-24 13:19:57.342+00', '2026-09-24 17:49:57.342+00', NULL, 1),
	(8, 'arrest', DEFAULT, 2026, 2, 'final', NULL, 8, NULL, 98, '3L58', 2, 1, 413, NULL, 'R-307 Robbery', 3175, 40, 0, '{"6": true}', '2026-09-25 00:56:06.862+00', '2026-09-25 00:56:06.862+00', '2026-09-25 06:26:06.862+00', NULL, 1),
	(9, 'citation', DEFAULT, 2026, 2, 'final', NULL, 9, NULL, 15, '4L25', 2, 1, 59, NULL, 'T-114 Using a phone while driving', 195, 0, 1, '{"4": "Clear", "5": 48}', '2026-09-25 01:03:43.006+00', '2026-09-25 01:03:43.006+00', '2026-09-25 01:13:43.006+00', NULL, 1),
	(10, 'citation', DEFAULT, 2026, 3, 'final', NULL, 10, NULL, 13, '2B23', 3, 1, 418, NULL, 'T-118 Unregistered vehicle, T-114 Using a phone while driving', 380, 0, 1, '{"4": "Rain", "5": 48}', '2026-09-25 02:18:55.84+00', '2026-09-25 02:18:55.84+00', '2026-09-25 05:08:55.84+00', NULL, 1),
	(13, 'arrest', DEFAULT, 2026, 3, 'final', NULL, 13, NULL, 93, '2B53', 3, 1, 353, NULL, 'P-203 Assault with a deadly weapon', 2155, 35, 0, '{"6": true, "7": "2027-01-12"}', '2026-09-25 14:02:22.84+00', '2026-09-25 14:02:22.84+00', '2026-09-25 17:22:22.84+00', NULL, 1),
	(27, 'arrest', DEFAULT, 2026, 5, 'final', NULL, 27, NULL, 16, '1B26', 3, 1, 282, NULL, 'P-206 Harassment', 455, 5, 0, '{"6": true}', '2026-10-04 23:04:43.59+00', '2026-10-04 23:04:43.59+00', '2026-10-05 02:04:43.59+00', NULL, 1),
	(188, 'arrest', DEFAULT, 2026, 29, 'final', NULL, 188, NULL, 57, '2L17', 2, 1, 102, NULL, 'G-609 Bribery x2', 4650, 80, 0, '{"7": "2026-12-15"}', '2026-11-18 04:51:15.843+00', '2026-11-18 04:51:15.843+00', '2026-11-18 05:11:38.524+00', NULL, 1),
	(190, 'warning', DEFAULT, 2026, 40, 'final', NULL, 190, NULL, 18, '3S28', 4, 1, 83, NULL, 'T-110 Careless driving, T-121 Obscured or false plate', 0, 0, 0, '{}', '2026-11-18 05:01:29.145+00', '2026-11-18 05:01:29.145+00', '2026-11-18 05:11:38.524+00', NULL, 1);

INSERT INTO public.role_groups VALUES
	(1, 'Root'),
	(2, 'Admin'),
	(3, 'Staff'),
	(4, 'Legal Services Supervisor'),
	(5, 'Legal Services'),
	(6, 'Developer');

INSERT INTO public.roles VALUES
	(1, 1, 'Root', 100, 1, false),
	(2, 2, 'Admin', 80, 1, false),
	(3, 6, 'Developer', 70, 1, false),
	(4, 3, 'Senior Staff', 60, 1, false),
	(5, 3, 'Staff', 50, 1, false),
	(6, 4, 'Legal Services Supervisor', 40, 1, false),
	(7, 5, 'Legal Services', 30, 1, false);

INSERT INTO public.schema_migrations VALUES
	(1, 'foundation', '2026-11-18 05:11:32.44782+00', 'dbe2b9d5e273b826a4a7d049557aeef0056742bc54f2dff9e215b1e53f22fbf2'),
	(2, 'starting_community', '2026-11-18 05:11:32.707715+00', '9d1b95b83081ecfd1e4bb5415ce97624c6332d9e8bd81d4c4d32ae75b3b004c5'),
	(3, 'people', '2026-11-18 05:11:32.749005+00', 'c0b4f9c20bc6c9ea65fb0245ed84224657e4372f16056ae5e830b119de02cde1'),
	(4, 'people_rules', '2026-11-18 05:11:33.002262+00', '18ac5a3c9ecd92555a106c8f2d5d5c8c0fc0cb0c49a97a1cd2add595832811c8'),
	(5, 'members', '2026-11-18 05:11:33.035349+00', '39bee3f31744abb5e5de0977d8fc71bf15133df552d765ea78bf816a8de34548'),
	(6, 'user_search', '2026-11-18 05:11:33.255913+00', '8a961d3ac0137f6060b11825600851c716b90acf104aa1221552ef473b13c752'),
	(7, 'rank_history', '2026-11-18 05:11:33.293725+00', '35a874565c354c8acb97da9cf97455305feb1c85af3e440ab00d584a82c57797'),
	(8, 'user_count', '2026-11-18 05:11:33.299051+00', '8063d4261f58678b3eb267177019f3140f62f7368eff980d8545083e7bc5cb9c'),
	(9, 'dispatch', '2026-11-18 05:11:33.307577+00', '0acfa83b193863bba32ef63a881b26437c16ceadc0253702076d127fab7d5519'),
	(10, 'role_version', '2026-11-18 05:11:33.462494+00', '65ca2e71cef0c248e59eec1cae91a9e717e4cdb2f4ccde85cbbbb87cbefb7fe5'),
	(11, 'key_revocation', '2026-11-18 05:11:33.476+00', 'e398be4a6a46345a8cd892c08583696a50bf6fe19c36941aadd3a3a45e141511'),
	(12, 'dispatch_details', '2026-11-18 05:11:33.487661+00', 'cf946904e95a385b3b1213658b787fc8b604dcc690ab6f5c23b98b2c72c53dae'),
	(13, 'desk', '2026-11-18 05:11:33.53709+00', '3da6b452540446c80affb28d9e289e397a5f569874248400c12340305773b364'),
	(14, 'bridge', '2026-11-18 05:11:33.630279+00', 'e54911d61ccd9d50e974f16eccec65d1abec583a8dec5edf0c4b266ee0dd8bae'),
	(15, 'whitelists', '2026-11-18 05:11:33.774164+00', '47fdf3295bdbfd3d0b9397a1f6daf83cc2ee97ce25ef34442edc1844c309e322'),
	(16, 'server_map', '2026-11-18 05:11:33.871037+00', 'd580c4704af1a9beb2b173479b6d446f3d2d802593671c8e23825b18a9437777'),
	(17, 'board_names', '2026-11-18 05:11:33.953037+00', '8e2be4bfacb12c9dc02066df6ae7da4d2f0f3bbaada0860a0cee61cc28768deb'),
	(18, 'managed_servers', '2026-11-18 05:11:33.97478+00', '00fbbe5ffd49a87277f760545f49a98078d8c8af6fcd1184fd50fe9e0cac946f'),
	(19, 'api_logs', '2026-11-18 05:11:34.014088+00', '199855dfaea4b6c5e193753baee2a5b5a1bb39afd4ebacf33756492eb5f333a9'),
	(20, 'server_activity', '2026-11-18 05:11:34.090864+00', 'a5603e261aedc34ca8401c1353557490ac3ca18e1adccbcba5da78639b81a722'),
	(21, 'page_changes', '2026-11-18 05:11:34.162156+00', '4dda4eb45d629146ee071ed6a6417c969915aa3e3ae8b6e4a4b52a70baa4e234'),
	(23, 'rights', '2026-11-18 05:11:34.185992+00', 'c4b3a09636c3de117a378cc8bb496d265bfae973352c533fa48f7f6b73a38c4f'),
	(24, 'known_places', '2026-11-18 05:11:34.213417+00', '11fc886506db82f4d9108b811d26fd0070ac6a70abdd936e332bce2d0bb66401'),
	(25, 'settings', '2026-11-18 05:11:34.251801+00', '6749b691139b11a9346d031704e2c1f7522202f64ec79b911683f6149c0c7025'),
	(26, 'pictures', '2026-11-18 05:11:34.313635+00', '3d8dfdc0ae434b51c97ad5a718b2af59f417bd95bee894aa84b2391817952e5f'),
	(27, 'call_repair', '2026-11-18 05:11:34.387746+00', '2338b78b8cb8c032214c982777d50c16fecb416d2dc08914f7e76d43afe14513'),
	(30, 'setting_versions', '2026-11-18 05:11:34.398939+00', '6735aaa020a59f87c200f46829efa5d8badcf0097e8ef1f5c5466e2ff31f946e'),
	(31, 'staff', '2026-11-18 05:11:34.409778+00', '5de8f2ec191d6c931e6f74455219d21216b12efac040f49166bd4c4453486d17'),
	(32, 'theme', '2026-11-18 05:11:34.442208+00', 'ce0114ce74d95b85222cb462c1f089696201b531cfff3af5ef71ee53ee1584b6'),
	(33, 'rank_capabilities', '2026-11-18 05:11:34.472403+00', 'd51a76007af69a1448631495fe9ed627cb6ead7f5aaa572084b41da442e73ed7'),
	(34, 'notices', '2026-11-18 05:11:34.492554+00', '4de3bfa2a674ca5169e14657fee8b9213d7f7c7bbcb12c85860fe0f4d5df515f'),
	(35, 'offences', '2026-11-18 05:11:34.538798+00', 'd717eb3d7a40436194f726b193549482276ef06f3fee9cdc4aea1089063c1313'),
	(36, 'records', '2026-11-18 05:11:34.630459+00', '5be459dc64c62a4ff4ea76ccd58d3b9c97569822fc7ff766ad2c5e3e4ce17c7d'),
	(37, 'lookups', '2026-11-18 05:11:34.9852+00', '64902180cf96fd69460904161c612362440cc81af655719e4a56947d8cebdef2'),
	(38, 'imports', '2026-11-18 05:11:35.115066+00', 'ab7ca2d72548168a41f9eacecba72eb78c604116d006779d0246346e19a497cd'),
	(39, 'repairs', '2026-11-18 05:11:35.204484+00', 'a417665828c6e729880291d90c406ec760f4bb0bbcc0630e21ad8c5a3f77cc3b'),
	(40, 'fields', '2026-11-18 05:11:35.215663+00', '7b614e0c23ffa11eb6883b94e34bf5f5c71ab967a0ecd07797c6f8632a494a98'),
	(41, 'reports', '2026-11-18 05:11:35.302495+00', '47e90d833ed59c27776741a61f6590fb485e0472adbabc65e797e51c5924aae9'),
	(42, 'penalties', '2026-11-18 05:11:35.559767+00', 'afa2207874b5c27e86f7cd0beea25ba46d5ddfce772efe7b33ada4b61040f07a'),
	(43, 'warrants', '2026-11-18 05:11:35.67531+00', 'e533d97516c2e19c8f6359e624b459589c38e5ed23ddaa55863448dc914c3ce6'),
	(44, 'patrols', '2026-11-18 05:11:36.017483+00', 'e3e18a69bdf3e465124fe758e3d80545570da2052b4947b0448249dc85f4eef3'),
	(45, 'discord', '2026-11-18 05:11:36.466437+00', 'b5483fe38cbdfb29afc5054304f1a9ddd5a28d842c1196500faa0b186cf94d48'),
	(46, 'links', '2026-11-18 05:11:36.706445+00', 'c597abbf637aa3cea002451a41ff675a9b10472290ba0457b93d7ae7e2c2d4fe'),
	(47, 'entitlements', '2026-11-18 05:11:37.057609+00', '8c7cee1ade33dd35d146976bfeacd9250eb37c2dd284ddfdbda064883a2f046c'),
	(48, 'sync', '2026-11-18 05:11:37.267819+00', '79a1099d0f2ff68b6ff7e64df8566201e646705a9854ab794048bb924ef99150'),
	(49, 'posts', '2026-11-18 05:11:37.338769+00', '4ec842c800cead6621a8addb1be4443cfe8fd2d283b4a9ac749601b595e47843'),
	(50, 'support', '2026-11-18 05:11:37.518561+00', '3729e0243cc2c6f07c31e868248de26bec869d7c88d62fc2c1a2e49c480c1bce'),
	(51, 'grants', '2026-11-18 05:11:37.62752+00', '490eea6475d79153784f80fd870ce8e8c6482608066c1b4d6f292ab4afeda021'),
	(52, 'ledger', '2026-11-18 05:11:37.808442+00', 'a4cd8077b95963285d4267077b19f8e9dcd4b0466522ac265193dee99c486c73'),
	(54, 'posts', '2026-11-18 05:11:37.863347+00', '516a8a56fda52144e7af7e94676f4eba462e443277a8464565c8aff664dc2a5b');
INSERT INTO public.schema_migrations VALUES
	(55, 'guilds', '2026-11-18 05:11:37.888852+00', '7996bbb4d9803f2928b8b501e597231b41c7c63a680eb13d3db7f3708333e9ca'),
	(56, 'repair', '2026-11-18 05:11:37.896975+00', 'd5ce0ed444ba2381da1a32698319724cff26991ca5d64e4b0e3f7e30befdd0d8');

INSERT INTO public.schema_objects VALUES
	(1, 'function', 'tell_discord_connection', NULL),
	(2, 'function', 'refuse_conduct_change', NULL),
	(3, 'function', 'refresh_entitled', NULL),
	(4, 'function', 'refresh_all_entitled', NULL),
	(5, 'function', 'membership_entitles', NULL),
	(6, 'function', 'whitelist_entitlement_changed', NULL),
	(7, 'function', 'refuse_entitlement_change', NULL),
	(8, 'function', 'keep_mapped_role', NULL),
	(9, 'function', 'tell_discord_errands', NULL),
	(10, 'function', 'ask_discord', NULL),
	(11, 'function', 'grant_entitles', NULL),
	(12, 'function', 'grant_entitlement_changed', NULL),
	(13, 'function', 'end_grants_of_account', NULL),
	(14, 'function', 'unlink_deleted_account', NULL),
	(15, 'function', 'ask_for_lines', NULL),
	(16, 'function', 'log_to_discord', NULL),
	(17, 'function', 'log_leaving', NULL),
	(18, 'function', 'log_rank_change', NULL),
	(19, 'function', 'log_membership', NULL),
	(20, 'function', 'log_link', NULL),
	(21, 'function', 'log_audit', NULL),
	(22, 'function', 'log_warrant', NULL),
	(23, 'function', 'send_notices_to_discord', NULL),
	(24, 'function', 'ask_to_keep', NULL),
	(25, 'function', 'stop_following', NULL),
	(26, 'function', 'forget_earlier_membership', NULL),
	(27, 'function', 'open_board', NULL),
	(28, 'function', 'advance_boards_of_user', NULL),
	(29, 'function', 'check_call_units', NULL),
	(30, 'function', 'track_block_totals', NULL),
	(31, 'function', 'note_whitelist_change', NULL),
	(32, 'function', 'guard_warrant', NULL),
	(33, 'function', 'refuse_patrol_on_retired_server', NULL),
	(34, 'function', 'copy_patrol_to_gap', NULL),
	(35, 'function', 'keep_status_seconds', NULL),
	(36, 'function', 'touch_access', NULL),
	(37, 'function', 'user_part_changed', NULL),
	(38, 'function', 'user_changed', NULL),
	(39, 'function', 'announce_access', NULL),
	(40, 'function', 'touch_department_members', NULL),
	(41, 'function', 'touch_rank_members', NULL),
	(42, 'function', 'touch_role_members', NULL),
	(43, 'function', 'refuse_change', NULL),
	(44, 'function', 'refuse_retired', NULL),
	(45, 'function', 'record_rank_change', NULL),
	(46, 'function', 'keep_a_root', NULL),
	(47, 'function', 'is_root_role', NULL),
	(48, 'function', 'is_root_user', NULL),
	(49, 'function', 'end_sessions_of_user', NULL),
	(50, 'function', 'announce_session_end', NULL);
INSERT INTO public.schema_objects VALUES
	(51, 'function', 'is_administrator', NULL),
	(52, 'function', 'end_ticket_sessions', NULL),
	(53, 'function', 'end_ticket_sessions_of_holder', NULL),
	(54, 'function', 'end_ticket_sessions_of_holders', NULL),
	(55, 'function', 'refuse_ticket_of_administrator', NULL),
	(56, 'function', 'announce_key_revocation', NULL),
	(57, 'function', 'announce_page', NULL),
	(58, 'function', 'advance_settings', NULL),
	(59, 'function', 'field_key', NULL),
	(60, 'function', 'follow_new_fields', NULL),
	(61, 'function', 'follow_changed_fields', NULL),
	(62, 'function', 'follow_removal', NULL),
	(63, 'function', 'visible_fields', NULL),
	(64, 'function', 'words_of_name', NULL),
	(65, 'function', 'pairs_of_name', NULL),
	(66, 'function', 'add_name_variants', NULL),
	(67, 'function', 'add_name_words', NULL),
	(68, 'function', 'follow_new_characters', NULL),
	(69, 'function', 'follow_changed_characters', NULL),
	(70, 'function', 'follow_deleted_characters', NULL),
	(71, 'function', 'follow_new_names', NULL),
	(72, 'function', 'follow_deleted_names', NULL),
	(73, 'function', 'find_names', NULL),
	(74, 'function', 'near_words', NULL),
	(75, 'function', 'find_near_names', NULL),
	(76, 'function', 'guard_report', NULL),
	(77, 'function', 'find_vehicles', NULL),
	(78, 'function', 'find_near_vehicles', NULL),
	(79, 'view', 'implied_role_groups', NULL),
	(80, 'view', 'granted', NULL),
	(81, 'view', 'entitled', NULL),
	(82, 'function', 'is_powerful', NULL),
	(83, 'view', 'entitled_roles', NULL),
	(84, 'view', 'given', NULL),
	(85, 'view', 'given_roles', NULL),
	(86, 'view', 'entitled_ace_groups', NULL),
	(87, 'function', 'short_name', NULL),
	(88, 'function', 'nickname_from', NULL),
	(89, 'view', 'renamable_members', NULL),
	(90, 'view', 'templated_nicknames', NULL),
	(91, 'view', 'entitled_nicknames', NULL),
	(92, 'function', 'is_new_membership', NULL),
	(93, 'function', 'whitelisted_as', NULL),
	(94, 'function', 'seconds_between', NULL),
	(95, 'function', 'overlap_seconds', NULL),
	(96, 'function', 'calls_worked', NULL),
	(97, 'function', 'count_calls', NULL),
	(98, 'view', 'counted_time', NULL),
	(99, 'function', 'counted_between', NULL),
	(100, 'trigger', 'discord_connection_told', 'discord_connection');
INSERT INTO public.schema_objects VALUES
	(101, 'trigger', 'conduct_versions_stay', 'conduct_versions'),
	(102, 'trigger', 'conduct_acceptances_stay', 'conduct_acceptances'),
	(103, 'trigger', 'user_departments_entitled', 'user_departments'),
	(104, 'trigger', 'entitlements_added', 'entitlements'),
	(105, 'trigger', 'entitlements_removed', 'entitlements'),
	(106, 'trigger', 'entitlements_stay', 'entitlements'),
	(107, 'trigger', 'discord_roles_mapped_stay', 'discord_roles'),
	(108, 'trigger', 'discord_errands_told', 'discord_errands'),
	(109, 'trigger', 'discord_errands_freed', 'discord_errands'),
	(110, 'trigger', 'grants_given', 'grants'),
	(111, 'trigger', 'grants_changed', 'grants'),
	(112, 'trigger', 'entitlements_of_grants_added', 'entitlements'),
	(113, 'trigger', 'entitlements_of_grants_removed', 'entitlements'),
	(114, 'trigger', 'users_disabled_grants', 'users'),
	(115, 'trigger', 'users_deleted_unlinked', 'users'),
	(116, 'trigger', 'discord_members_logged', 'discord_members'),
	(117, 'trigger', 'rank_changes_logged', 'rank_changes'),
	(118, 'trigger', 'user_departments_logged', 'user_departments'),
	(119, 'trigger', 'discord_links_logged', 'discord_links'),
	(120, 'trigger', 'audit_logged', 'audit'),
	(121, 'trigger', 'warrants_logged', 'warrants'),
	(122, 'trigger', 'notices_sent', 'notices'),
	(123, 'trigger', 'discord_guilds_stopped', 'discord_guilds'),
	(124, 'trigger', 'discord_members_joined', 'discord_members'),
	(125, 'trigger', 'discord_members_rejoined', 'discord_members'),
	(126, 'trigger', 'servers_open_board', 'servers'),
	(127, 'trigger', 'users_name_on_boards', 'users'),
	(128, 'trigger', 'calls_active_with_units', 'calls'),
	(129, 'trigger', 'call_units_active_call', 'call_units'),
	(130, 'trigger', 'units_duty_begun', 'units'),
	(131, 'trigger', 'units_duty_changed', 'units'),
	(132, 'trigger', 'units_duty_removed', 'units'),
	(133, 'trigger', 'track_blocks_added', 'track_blocks'),
	(134, 'trigger', 'track_blocks_deleted', 'track_blocks'),
	(135, 'trigger', 'users_whitelist_noted', 'users'),
	(136, 'trigger', 'warrants_guarded', 'warrants'),
	(137, 'trigger', 'warrants_kept', 'warrants'),
	(138, 'trigger', 'warrant_entries_append_only', 'warrant_entries'),
	(139, 'trigger', 'patrols_server_in_use', 'patrols'),
	(140, 'trigger', 'patrol_gaps_copied', 'patrol_gaps'),
	(141, 'trigger', 'patrols_status_seconds', 'patrols'),
	(142, 'trigger', 'user_departments_changed', 'user_departments'),
	(143, 'trigger', 'user_roles_changed', 'user_roles'),
	(144, 'trigger', 'user_permissions_changed', 'user_permissions'),
	(145, 'trigger', 'users_changed', 'users'),
	(146, 'trigger', 'users_access_announced', 'users'),
	(147, 'trigger', 'departments_changed', 'departments'),
	(148, 'trigger', 'ranks_changed', 'ranks'),
	(149, 'trigger', 'roles_changed', 'roles'),
	(150, 'trigger', 'audit_append_only', 'audit');
INSERT INTO public.schema_objects VALUES
	(151, 'trigger', 'user_departments_not_retired', 'user_departments'),
	(152, 'trigger', 'user_departments_rank_recorded', 'user_departments'),
	(153, 'trigger', 'user_roles_keep_a_root', 'user_roles'),
	(154, 'trigger', 'users_keep_a_root', 'users'),
	(155, 'trigger', 'roles_keep_a_root', 'roles'),
	(156, 'trigger', 'users_sessions_end', 'users'),
	(157, 'trigger', 'sessions_end_announced', 'sessions'),
	(158, 'trigger', 'sessions_removal_announced', 'sessions'),
	(159, 'trigger', 'user_roles_end_ticket_sessions', 'user_roles'),
	(160, 'trigger', 'roles_end_ticket_sessions', 'roles'),
	(161, 'trigger', 'sessions_no_ticket_for_administrators', 'sessions'),
	(162, 'trigger', 'api_keys_revocation_announced', 'api_keys'),
	(163, 'trigger', 'portal_settings_page_announced', 'portal_settings'),
	(164, 'trigger', 'server_maps_page_announced', 'server_maps'),
	(165, 'trigger', 'servers_page_announced', 'servers'),
	(166, 'trigger', 'settings_page_announced', 'settings'),
	(167, 'trigger', 'discord_connection_page_announced', 'discord_connection'),
	(168, 'trigger', 'settings_stream_advanced', 'settings'),
	(169, 'trigger', 'characters_fields_added', 'characters'),
	(170, 'trigger', 'vehicles_fields_added', 'vehicles'),
	(171, 'trigger', 'reports_fields_added', 'reports'),
	(172, 'trigger', 'characters_fields_changed', 'characters'),
	(173, 'trigger', 'vehicles_fields_changed', 'vehicles'),
	(174, 'trigger', 'reports_fields_changed', 'reports'),
	(175, 'trigger', 'characters_fields_removed', 'characters'),
	(176, 'trigger', 'vehicles_fields_removed', 'vehicles'),
	(177, 'trigger', 'record_events_append_only', 'record_events'),
	(178, 'trigger', 'name_words_added', 'name_words'),
	(179, 'trigger', 'characters_added', 'characters'),
	(180, 'trigger', 'characters_changed', 'characters'),
	(181, 'trigger', 'characters_deleted', 'characters'),
	(182, 'trigger', 'character_names_added', 'character_names'),
	(183, 'trigger', 'character_names_deleted', 'character_names'),
	(184, 'trigger', 'character_names_append_only', 'character_names'),
	(185, 'trigger', 'offence_revisions_append_only', 'offence_revisions'),
	(186, 'trigger', 'reports_guarded', 'reports'),
	(187, 'trigger', 'reports_kept', 'reports'),
	(188, 'trigger', 'report_revisions_append_only', 'report_revisions'),
	(189, 'trigger', 'report_events_append_only', 'report_events');

INSERT INTO public.schema_state VALUES
	(true, 56, 56, '235fb09160c84371ad5788992b490be8b24a31f31a3eb3c6c9cd48cef44f1c08');

INSERT INTO public.server_activity VALUES
	(2, 0, 0),
	(3, 0, 0),
	(1, 19, 9);

INSERT INTO public.server_links VALUES
	(1, '2026-11-18 05:12:45.472068+00', '2026-11-18 05:12:54.132469+00', true, 48, 48, 10, 0, '0.1.0', 'tenfour', 102, '2026-11-18 05:12:55.948687+00', '{}', NULL);





INSERT INTO public.server_player_counts VALUES
	(1, '2026-11-11 05:25:00+00', 47, 48),
	(1, '2026-11-11 05:20:00+00', 48, 48),
	(1, '2026-11-11 05:15:00+00', 48, 48),
	(1, '2026-11-11 05:10:00+00', 48, 48),
	(1, '2026-11-18 05:12:00+00', 48, 48);

INSERT INTO public.server_watches VALUES
	(1, '2025-11-18 05:11:38.524+00', '2026-11-18 05:11:38.524+00'),
	(1, '2026-11-18 05:12:45.971+00', '2026-11-18 05:12:56.56+00');

INSERT INTO public.servers VALUES
	(1, 'San Andreas I', 'prod', NULL, 1, false, NULL, NULL),
	(2, 'San Andreas II', 'prod', NULL, 1, false, NULL, NULL),
	(3, 'Development', 'dev', NULL, 1, false, NULL, NULL);

INSERT INTO public.sessions VALUES
	(1, 24, '\xfc265baa6e0d9770af30ce70607312f2b3b37619909615c1545d05c91e0547e3', '127.0.0.1', 'Tenfour demo', '2026-11-18 05:11:57.953299+00', '2026-11-18 05:11:57.953299+00', '2026-12-18 05:11:57.961+00', NULL, 'password'),
	(2, 26, '\x7ed280e48833bd2533bcfd157ac2312e31ecf1e334ef099bab4273c26ce78774', '127.0.0.1', 'Tenfour demo', '2026-11-18 05:11:59.33256+00', '2026-11-18 05:11:59.33256+00', '2026-12-18 05:11:59.348+00', NULL, 'password'),
	(3, 27, '\x372ebe84c3c8434afcba570665f24108153dad3bce0a990f6f64342d0d018c90', '127.0.0.1', 'Tenfour demo', '2026-11-18 05:11:59.880503+00', '2026-11-18 05:11:59.880503+00', '2026-12-18 05:11:59.963+00', NULL, 'password'),
	(4, 28, '\x1d67dd1942a282e1f7fd66c34cdbe4bba7afcd0623976f9e244c40ea658267a6', '127.0.0.1', 'Tenfour demo', '2026-11-18 05:12:00.516653+00', '2026-11-18 05:12:00.516653+00', '2026-12-18 05:12:00.536+00', NULL, 'password'),
	(60, 59, '\x6c09dcf71b8c45d409e2fb9e5ea16d8afc26069ba4a97077498dad1b1061e692', '127.0.0.1', 'Tenfour demo', '2026-11-18 05:12:52.796823+00', '2026-11-18 05:12:52.796823+00', '2026-12-18 05:12:52.811+00', NULL, 'password');





INSERT INTO public.sign_ins VALUES
	(1, 1, '203.0.113.158', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', true, '2026-10-11 01:10:50.232+00', 'password'),
	(2, 1, '203.0.113.158', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', false, '2026-11-01 08:51:46.054+00', 'password'),
	(3, 1, '203.0.113.158', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', true, '2026-09-27 09:51:50.194+00', 'password'),
	(4, 1, '198.51.100.208', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', true, '2026-10-01 15:43:31.191+00', 'password'),
	(850, 59, '127.0.0.1', 'Tenfour demo', true, '2026-11-18 05:12:52.796823+00', 'password');

INSERT INTO public.staff_notes VALUES
	(1, 5, 16, 'Keen to learn. Paired with a training officer for the next three patrols.', '2026-11-13 10:19:35.769+00', NULL),
	(2, 6, 13, 'Needs a reminder now and then to end the patrol before logging off.', '2026-09-24 16:36:31.738+00', NULL),
	(3, 6, 13, 'Was a supervisor in another community. Knows the ten-codes by heart.', '2026-11-13 12:43:08.449+00', NULL),
	(4, 8, 18, 'Needs a reminder now and then to end the patrol before logging off.', '2026-11-12 23:41:33.219+00', NULL),
	(50, 120, 15, 'Needs a reminder now and then to end the patrol before logging off.', '2026-11-17 18:30:13.103+00', NULL);

INSERT INTO public.streams VALUES
	('board:2', 2),
	('board:3', 2),
	('board:1', 334),
	('api-logs', 4),
	('whitelists', 5);



INSERT INTO public.support_panels VALUES
	('1191168914441109504');



INSERT INTO public.tones VALUES
	(1, 1, '{1,3}', 'Structure fire, all companies, Popular St', 1001, 23, '2026-11-17 18:57:06.731+00'),
	(2, 1, '{3}', 'Cardiac arrest, medics, Hawick Ave', 1006, 23, '2026-11-17 19:29:48.288+00'),
	(3, 1, '{3}', 'Cardiac arrest, medics, Popular St', 1007, 23, '2026-11-17 19:35:22.643+00'),
	(4, 1, '{3}', 'Cardiac arrest, medics, Alta St', 1016, 23, '2026-11-17 20:32:14.458+00'),
	(5, 1, '{1}', 'Robbery in progress, armed, Little Bighorn Ave', 1031, 30, '2026-11-18 04:14:24.32+00'),
	(6, 1, '{1}', 'Robbery in progress, armed, Great Ocean Hwy, Banham Canyon', 1036, 23, '2026-11-18 05:06:08.162+00'),
	(7, 1, '{1,3}', 'Structure fire, all companies, Grapeseed Ave', 1038, 23, '2026-11-18 05:09:27.158+00');

INSERT INTO public.track_blocks VALUES
	(1, 1, 24, '2026-11-17 19:55:32.71+00', '2026-11-17 19:56:31.71+00', '\x0118e6ebd0d89e3489c0019c4ff7020b3300000000000f00010000000000000000000f00010000000000000000000f000100f0001000000000000f00010000000000000000000f00010000000000000000000f030dfcec0010000f0001001f00f10000000f0001000f0001000f0001000f00010000000f0001000f0001000f001100f0000f0001'),
	(2, 1, 24, '2026-11-17 19:56:32.71+00', '2026-11-17 19:57:31.71+00', '\x0118c6c0d4d89e3489b001de7cec02192e000f0001000f00010000000f0001000f0001000f0001001000ff0001000f0001000f0001000f00010000000f0001000f000101b1fa02f405000f00000001000f0001000f000000f1001f00000001000f0001000f00000001000f000100ff00100001000f0001000f00000001000f0001000f00f00011'),
	(3, 1, 24, '2026-11-17 19:57:32.71+00', '2026-11-17 19:58:31.71+00', '\x0118a695d8d89e34c1a101beaa01fa020834000f00000001000f0001000f000000f1001f0001000f00000001000f0001000f000000f1001f00000001000f0001000f00000001000f000100ff00100001000f0001000f00000001000f0001000f00f00011000f0001000f00000001000f0001000f000000f1001f0001000f00000001000f0001'),
	(4, 1, 24, '2026-11-17 19:58:32.71+00', '2026-11-17 19:59:31.71+00', '\x011886eadbd89e348b9a01d6da01fa02083300f1001f00000001000f0001011ff10209fd001100f00000000f001100f0000f0001001000ff0001001000ff00010000001f00f100000000001f00f10000000f001100f0000f0001001000ff00010000001f00f100000000001f00f10000000f001100f0000f001100f0000f0001001000f0000f0001'),
	(3164, 1, 27, '2026-11-18 05:12:48+00', '2026-11-18 05:12:56+00', '\x011b80c9c9e89e348244bd2c6002b3b3021a1a00000000001100ff0000020d0d');

INSERT INTO public.track_totals VALUES
	('2026-11-18 05:10:00+00', 53, 13750),
	('2026-11-17 19:50:00+00', 57, 19126),
	('2026-11-17 20:00:00+00', 150, 49438),
	('2026-11-17 20:10:00+00', 150, 49868),
	('2026-11-17 20:20:00+00', 150, 49890);

INSERT INTO public.units VALUES
	(23, 1, 5, 2, 'D-3', 3, NULL, NULL, 3, '2026-11-18 03:39:29.12+00', '2026-11-18 03:39:29.12+00', '', '2026-11-18 05:12:21.757+00'),
	(21, 1, 7, 0, 'C-12', 1, NULL, NULL, 3, '2026-11-18 03:41:05.164+00', '2026-11-18 03:41:05.164+00', '', '2026-11-18 05:12:21.93+00'),
	(46, 1, 6, 3, 'B1', 1, NULL, NULL, 3, '2026-11-18 04:14:19.443+00', '2026-11-18 03:38:41.114+00', '', '2026-11-18 05:12:25.945+00'),
	(25, 1, 3, 1, '2S08', 1, 6, '2026-11-17 18:36:32.765+00', 6, '2026-11-18 04:31:19.092+00', '2026-11-18 03:32:17.118+00', '', '2026-11-18 05:12:27.197+00'),
	(24, 1, 2, 1, '4L12', 1, 3, '2026-11-17 18:30:33.796+00', 6, '2026-11-18 05:08:44.149+00', '2026-11-18 03:27:29.112+00', '', '2026-11-18 05:12:28.035+00');

INSERT INTO public.user_departments VALUES
	(1, 7, 44, true),
	(2, 2, 8, true),
	(3, 4, 19, true),
	(4, 3, 16, true),
	(125, 6, 33, true);

INSERT INTO public.user_permissions VALUES
	(8, 'MANAGE_MEMBERS');

INSERT INTO public.user_roles VALUES
	(1, 1, NULL, '2026-11-18 05:11:39.284211+00'),
	(2, 2, NULL, '2026-11-18 05:11:39.284211+00'),
	(3, 3, NULL, '2026-11-18 05:11:39.284211+00'),
	(4, 4, NULL, '2026-11-18 05:11:39.284211+00'),
	(20, 7, NULL, '2026-11-18 05:11:39.284211+00');

INSERT INTO public.users VALUES
	(17, 'Fiona Coldwater', 'fiona.coldwater@demo.example', 'made-up-16', '110000101527b18', true, true, NULL, NULL, '2026-03-09 08:44:32.092+00', 2, '779', 'green', '2026-11-18 05:12:39.644945+00', DEFAULT, NULL, 'system', false, false),
	(22, 'Juno Montrose', 'juno.montrose@demo.example', 'made-up-21', NULL, true, false, NULL, NULL, '2025-04-29 03:44:20.09+00', 2, '779', 'amber', '2026-11-18 03:58:55.295+00', DEFAULT, NULL, 'system', false, false),
	(18, 'Linnea Halloran', 'linnea.halloran@demo.example', 'made-up-17', '110000107e16aa8', true, true, NULL, NULL, '2025-01-30 17:18:24.795+00', 2, '779', 'green', '2026-11-18 05:12:40.327+00', DEFAULT, NULL, 'system', false, false),
	(19, 'Mabel Fenwick', 'mabel.fenwick@demo.example', 'made-up-18', '1100001092f22b7', true, true, NULL, NULL, '2025-05-26 04:44:31.477+00', 2, '779', 'amber', '2026-11-18 05:12:40.904591+00', DEFAULT, NULL, 'system', false, false),
	(20, 'Rosalind Iverson', 'rosalind.iverson@demo.example', 'made-up-19', '110000109483c6a', true, true, NULL, NULL, '2025-07-29 02:14:47.324+00', 2, '779', 'green', '2026-11-18 05:12:41.306563+00', DEFAULT, NULL, 'system', false, false),
	(27, 'Beatrix Coldwater', 'beatrix.coldwater@demo.example', 'made-up-26', '110000105819498', false, true, NULL, NULL, '2025-04-22 16:49:15+00', 5, '1415', 'violet', '2026-11-18 05:12:44.172053+00', DEFAULT, NULL, 'system', false, false),
	(31, 'Marisol Ellery', 'marisol.ellery@demo.example', 'made-up-30', NULL, true, true, NULL, NULL, '2025-09-28 20:19:13.548+00', 2, '779', 'pink', '2026-11-18 05:12:45.676822+00', DEFAULT, NULL, 'system', false, false),
	(33, 'Rufus Lindqvist', 'rufus.lindqvist@demo.example', 'made-up-31', '11000010fa62ca0', true, false, NULL, NULL, '2026-07-11 15:39:02.606+00', 2, '779', 'violet', '2026-11-18 05:12:47.891856+00', DEFAULT, NULL, 'system', false, false),
	(35, 'Asher Thackeray', 'asher.thackeray@demo.example', 'made-up-33', '11000010268ecd9', true, false, NULL, NULL, '2026-01-24 08:19:59.717+00', 5, '1433', 'amber', '2026-11-18 05:12:48.452949+00', DEFAULT, NULL, 'system', false, false),
	(37, 'Kaia Strand', 'kaia.strand@demo.example', 'made-up-34', '1100001066b8589', true, false, NULL, NULL, '2026-08-12 10:00:16.847+00', 5, '1434', 'blue', '2026-11-18 05:12:48.674562+00', DEFAULT, NULL, 'system', false, false),
	(47, 'Petra Crane', 'petra.crane@demo.example', 'made-up-41', '1100001028e7b93', false, false, NULL, NULL, '2026-09-27 03:53:11.391+00', 2, '779', 'blue', '2026-11-18 05:12:51.031659+00', DEFAULT, NULL, 'system', false, false),
	(48, 'Caleb Osgood', 'caleb.osgood@demo.example', 'made-up-42', '11000010a79515e', true, false, NULL, NULL, '2025-05-09 17:28:26.364+00', 2, '779', 'violet', '2026-11-18 05:12:51.164479+00', DEFAULT, NULL, 'system', false, false),
	(57, 'Alden Abbotsford', 'alden.abbotsford@demo.example', 'made-up-46', '110000106d35f03', true, false, NULL, NULL, '2025-09-07 08:31:25.803+00', 2, '779', 'violet', '2026-11-18 03:59:09.881+00', DEFAULT, NULL, 'system', false, false),
	(51, 'Nadia Hawthorn', 'nadia.hawthorn@demo.example', 'made-up-43', '110000108ae0420', true, false, NULL, NULL, '2026-06-18 23:51:11.003+00', 2, '779', 'blue', '2026-11-18 05:12:51.61867+00', DEFAULT, NULL, 'system', false, false),
	(53, 'Amara Rivas', 'amara.rivas@demo.example', 'made-up-44', '1100001094dbe84', true, false, NULL, NULL, '2026-08-30 19:51:20.699+00', 2, '779', 'blue', '2026-11-18 05:12:52.056911+00', DEFAULT, NULL, 'system', false, false),
	(54, 'Malik Barlowe', 'malik.barlowe@demo.example', 'made-up-45', '1100001027ea422', true, false, NULL, NULL, '2026-03-21 02:35:11.027+00', 2, '779', 'green', '2026-11-18 05:12:52.216205+00', DEFAULT, NULL, 'system', false, false),
	(59, 'Edda Tamura', 'edda.tamura@demo.example', 'made-up-47', '11000010e1e9637', true, false, NULL, NULL, '2026-07-15 03:34:28.112+00', 2, '779', 'green', '2026-11-18 05:12:52.796823+00', DEFAULT, NULL, 'system', false, false),
	(16, 'Lars Castellan', 'lars.castellan@demo.example', 'made-up-15', '11000010be2489d', false, true, NULL, NULL, '2026-07-06 04:36:30.414+00', 3, '2571', 'teal', '2026-11-18 05:12:39.309091+00', DEFAULT, NULL, 'system', true, false),
	(119, 'Soren Pemberton', 'soren.pemberton@demo.example', 'made-up-72', NULL, false, false, NULL, NULL, '2026-11-17 09:11:38.524+00', 1, NULL, 'violet', NULL, DEFAULT, NULL, 'system', false, false),
	(120, 'Jonah Zimmer', 'jonah.zimmer@demo.example', 'made-up-73', NULL, false, false, NULL, NULL, '2026-11-17 00:11:38.524+00', 1, NULL, 'blue', '2026-11-18 05:11:38.524+00', DEFAULT, NULL, 'system', false, false),
	(1, 'Maren Holt', 'root@demo.example', 'made-up-1', '11000010808a5c4', true, true, NULL, NULL, '2025-11-13 05:11:38.524+00', 2, '779', 'pink', '2026-11-17 22:11:38.524+00', DEFAULT, NULL, 'system', false, false),
	(3, 'Lio Castaway', 'developer@demo.example', 'made-up-3', '1100001002335ee', true, true, NULL, NULL, '2025-02-25 05:11:38.524+00', 2, '779', 'pink', '2026-11-18 02:30:38.524+00', DEFAULT, NULL, 'system', false, false),
	(4, 'Nora Quist', 'senior@demo.example', 'made-up-4', '110000104cdcb45', true, true, NULL, NULL, '2025-07-22 05:11:38.524+00', 2, '779', 'pink', '2026-11-17 06:23:38.524+00', DEFAULT, NULL, 'system', false, false),
	(5, 'Theo Marlin', 'staff@demo.example', 'made-up-5', '11000010fa622d7', true, true, NULL, NULL, '2025-09-21 05:11:38.524+00', 2, '779', 'blue', '2026-11-17 07:29:38.524+00', DEFAULT, NULL, 'system', false, false),
	(6, 'Vera Oakes', 'supervisor@demo.example', 'made-up-6', '110000107ef8459', true, true, NULL, NULL, '2025-10-19 05:11:38.524+00', 2, '779', 'amber', '2026-11-18 01:09:38.524+00', DEFAULT, NULL, 'system', false, false),
	(7, 'Otto Brandt', 'legal@demo.example', 'made-up-7', '110000105f8a09f', true, true, NULL, NULL, '2025-12-31 05:11:38.524+00', 2, '779', 'blue', '2026-11-18 00:21:38.524+00', DEFAULT, NULL, 'system', false, false),
	(15, 'Felix Merrick', 'felix.merrick@demo.example', 'made-up-14', '11000010c969d2c', true, true, NULL, NULL, '2026-02-06 07:26:21.682+00', 2, '779', 'teal', '2026-10-14 17:12:33.078+00', DEFAULT, NULL, 'system', false, false),
	(2, 'Idris Vale', 'admin@demo.example', 'made-up-2', '1100001035681b9', true, true, NULL, NULL, '2025-12-20 05:11:38.524+00', 2, '779', 'amber', '2026-11-18 05:12:32.889117+00', DEFAULT, NULL, 'system', false, false),
	(13, 'Marisol Wakefield', 'marisol.wakefield@demo.example', 'made-up-12', NULL, true, true, NULL, NULL, '2026-08-15 13:18:59.851+00', 2, '779', 'blue', '2026-11-18 05:12:38.656977+00', DEFAULT, NULL, 'system', false, false),
	(14, 'Damon Falkner', 'damon.falkner@demo.example', 'made-up-13', '1100001038a806f', true, true, NULL, NULL, '2025-09-08 10:07:23.752+00', 2, '779', 'green', '2026-11-18 05:12:38.951828+00', DEFAULT, NULL, 'system', false, false),
	(8, 'Paz Moreau', 'members@demo.example', 'made-up-8', '11000010e81057a', true, false, NULL, NULL, '2025-12-20 05:11:38.524+00', 2, '779', 'amber', '2026-11-17 15:13:38.524+00', DEFAULT, NULL, 'system', false, false),
	(9, 'June Calder', 'officer@demo.example', 'made-up-9', '11000010b6421c3', true, false, NULL, NULL, '2025-12-09 05:11:38.524+00', 2, '779', 'pink', '2026-11-17 22:37:38.524+00', DEFAULT, NULL, 'system', false, false),
	(11, 'Asta Rowe', 'fire@demo.example', 'made-up-10', '110000102410c78', true, false, NULL, NULL, '2025-09-30 05:11:38.524+00', 2, '779', 'violet', '2026-11-18 01:59:38.524+00', DEFAULT, NULL, 'system', false, false),
	(12, 'Milo Finch', 'civilian@demo.example', 'made-up-11', '1100001043117f3', true, false, NULL, NULL, '2025-11-30 05:11:38.524+00', 2, '779', 'violet', '2026-11-17 12:46:38.524+00', DEFAULT, NULL, 'system', false, false),
	(41, 'Priya Pemberton', 'priya.pemberton@demo.example', 'made-up-35', '11000010a5cc40c', true, false, NULL, NULL, '2025-02-19 10:09:28.669+00', 2, '779', 'violet', '2026-11-18 05:12:50.08664+00', DEFAULT, NULL, 'system', false, false),
	(45, 'Odette Sandoval', 'odette.sandoval@demo.example', 'made-up-39', '11000010cfd7210', true, false, NULL, NULL, '2025-09-30 10:08:43.784+00', 2, '779', 'violet', '2026-11-18 05:12:50.671882+00', DEFAULT, NULL, 'system', false, false),
	(43, 'Imani Kowalczyk', 'imani.kowalczyk@demo.example', 'made-up-37', '110000105cfe050', true, false, NULL, NULL, '2025-08-13 16:42:57.93+00', 2, '779', 'red', '2026-11-18 03:55:01.765+00', DEFAULT, NULL, 'system', false, false),
	(65, 'Felix Sandoval', 'felix.sandoval@demo.example', 'made-up-48', '110000100e64cb1', true, true, NULL, NULL, '2025-08-20 07:09:32.879+00', 2, '779', 'amber', '2026-11-18 01:52:56.684+00', DEFAULT, NULL, 'system', false, false),
	(69, 'Gideon Coldwater', 'gideon.coldwater@demo.example', 'made-up-49', '11000010baff70d', true, false, NULL, NULL, '2026-08-07 17:19:59.956+00', 2, '779', 'red', '2026-11-17 09:18:07.736+00', DEFAULT, NULL, 'system', false, false),
	(70, 'Wanda Radcliffe', 'wanda.radcliffe@demo.example', 'made-up-50', '1100001056137ac', true, false, NULL, NULL, '2026-04-06 22:31:58.592+00', 2, '779', 'pink', '2026-10-20 01:15:53.832+00', DEFAULT, NULL, 'system', false, false),
	(72, 'Dahlia Thorne', 'dahlia.thorne@demo.example', 'made-up-51', '11000010768e627', true, false, NULL, NULL, '2025-06-18 08:15:52.001+00', 2, '779', 'red', '2026-11-01 22:42:43.847+00', DEFAULT, NULL, 'system', false, false),
	(76, 'Niels Ibarra', 'niels.ibarra@demo.example', 'made-up-52', '11000010bc7a9a7', true, false, NULL, NULL, '2025-11-09 15:46:36.863+00', 2, '779', 'pink', '2026-10-18 07:12:45.782+00', DEFAULT, NULL, 'system', false, false),
	(77, 'Orla Kestrel', 'orla.kestrel@demo.example', 'made-up-53', '11000010531c88e', true, true, NULL, NULL, '2025-06-04 18:54:03.464+00', 2, '779', 'teal', '2026-11-12 06:05:27.074+00', DEFAULT, NULL, 'system', false, false),
	(78, 'Malik Falkner', 'malik.falkner@demo.example', 'made-up-54', '1100001014bdd24', false, false, NULL, NULL, '2026-04-03 14:19:46.538+00', 2, '779', 'pink', '2026-11-16 10:24:33.56+00', DEFAULT, NULL, 'system', false, false),
	(82, 'Jasper Delacroix', 'jasper.delacroix@demo.example', 'made-up-55', '11000010108f4a4', true, false, NULL, NULL, '2025-10-01 09:15:13.033+00', 2, '779', 'pink', '2026-10-27 08:03:18.613+00', DEFAULT, NULL, 'system', false, false),
	(86, 'Damon Navarro', 'damon.navarro@demo.example', 'made-up-56', '11000010060e979', true, false, NULL, NULL, '2025-06-15 23:54:53.853+00', 2, '779', 'red', '2026-11-11 08:18:16.095+00', DEFAULT, NULL, 'system', false, false),
	(88, 'Camila Dalgaard', 'camila.dalgaard@demo.example', 'made-up-57', '11000010a2e4e34', true, false, NULL, NULL, '2026-06-02 12:58:19.18+00', 2, '779', 'slate', '2026-11-17 23:43:55.265+00', DEFAULT, NULL, 'system', false, false),
	(89, 'Ines Calloway', 'ines.calloway@demo.example', 'made-up-58', '11000010f218528', true, false, NULL, NULL, '2025-07-09 15:24:28.344+00', 2, '779', 'red', '2026-11-18 04:06:05.913+00', DEFAULT, NULL, 'system', false, false),
	(92, 'Mabel Seaver', 'mabel.seaver@demo.example', 'made-up-59', '11000010d265899', true, false, NULL, NULL, '2025-10-02 13:25:44.563+00', 2, '779', 'blue', '2026-10-12 21:59:01.355+00', DEFAULT, NULL, 'system', false, false),
	(93, 'Veda Cordero', 'veda.cordero@demo.example', 'made-up-60', '11000010cb26bcd', true, false, NULL, NULL, '2026-04-11 18:36:54.035+00', 2, '779', 'green', '2026-10-16 19:28:46.927+00', DEFAULT, NULL, 'system', false, false);
INSERT INTO public.users VALUES
	(97, 'Samir Arkwright', 'samir.arkwright@demo.example', 'made-up-61', '11000010f96e7dd', true, false, NULL, NULL, '2025-03-04 05:50:07.218+00', 2, '779', 'slate', '2026-11-02 13:47:22.118+00', DEFAULT, NULL, 'system', false, false),
	(98, 'Hadley Okafor', 'hadley.okafor@demo.example', 'made-up-62', '110000109132dd7', true, false, NULL, NULL, '2025-11-01 08:26:34.826+00', 2, '779', 'red', '2026-11-18 04:41:40.594+00', DEFAULT, NULL, 'system', false, false),
	(99, 'Linnea Crane', 'linnea.crane@demo.example', 'made-up-63', '1100001002d2683', true, false, NULL, NULL, '2026-10-19 08:06:50.736+00', 2, '779', 'red', '2026-11-18 04:20:27.01+00', DEFAULT, NULL, 'system', false, false),
	(105, 'Yara Baptiste', 'yara.baptiste@demo.example', 'made-up-64', '110000100cef12d', true, false, NULL, NULL, '2026-05-08 20:09:44.976+00', 2, '779', 'amber', '2026-10-08 10:27:29.161+00', DEFAULT, NULL, 'system', false, false),
	(107, 'Malik Iverson', 'malik.iverson@demo.example', 'made-up-65', '11000010247aff2', true, false, NULL, NULL, '2025-06-03 22:07:50.368+00', 2, '779', 'red', '2026-11-12 15:05:37.345+00', DEFAULT, NULL, 'system', false, false),
	(111, 'Greta Grimshaw', 'greta.grimshaw@demo.example', 'made-up-66', '110000108c32fe3', false, false, NULL, NULL, '2025-01-04 05:58:09.945+00', 2, '779', 'slate', '2026-11-04 21:29:58.532+00', DEFAULT, NULL, 'system', false, false),
	(113, 'Alden Shepard', 'alden.shepard@demo.example', 'made-up-67', '110000106860cd3', true, false, NULL, NULL, '2026-03-14 17:53:47.95+00', 2, '779', 'slate', '2026-10-12 16:49:40.27+00', DEFAULT, NULL, 'system', false, false),
	(114, 'Asher Varga', 'asher.varga@demo.example', 'made-up-68', '11000010c3f7572', false, false, NULL, NULL, '2026-09-17 02:33:20.557+00', 2, '779', 'pink', '2026-11-18 05:11:02.425+00', DEFAULT, NULL, 'system', false, false),
	(115, 'Greta Maddox', 'greta.maddox@demo.example', 'made-up-69', '11000010f13f783', true, false, NULL, NULL, '2025-07-31 03:37:12.964+00', 2, '779', 'red', '2026-11-13 15:36:38.958+00', DEFAULT, NULL, 'system', false, false),
	(116, 'Leona Underhill', 'leona.underhill@demo.example', 'made-up-70', '11000010dc240b8', true, false, NULL, NULL, '2026-07-15 08:03:48.081+00', 2, '779', 'green', '2026-11-17 15:20:51.606+00', DEFAULT, NULL, 'system', false, false),
	(117, 'Selma Redfern', 'selma.redfern@demo.example', 'made-up-71', '1100001099f7e63', true, false, NULL, NULL, '2026-07-04 20:08:10.037+00', 2, '779', 'blue', '2026-11-11 04:01:25.497+00', DEFAULT, NULL, 'system', false, false),
	(125, 'Petra Alcott', 'petra.alcott@demo.example', 'made-up-74', '11000010fde5316', false, false, NULL, '2026-11-18 05:11:38.524+00', '2025-06-12 14:34:56.147+00', 2, '779', 'blue', '2026-11-18 03:41:20.496+00', DEFAULT, NULL, 'system', false, false),
	(25, 'Marisol Dalgaard', 'marisol.dalgaard@demo.example', 'made-up-24', '110000109f3d321', false, false, NULL, NULL, '2026-08-25 23:39:04.272+00', 5, '1432', 'slate', '2026-11-18 05:12:43.31839+00', DEFAULT, NULL, 'system', false, false),
	(26, 'Hadley Zimmer', 'hadley.zimmer@demo.example', 'made-up-25', '11000010e3192db', true, false, NULL, NULL, '2025-01-05 15:43:07.159+00', 5, '1406', 'teal', '2026-11-18 05:12:43.686565+00', DEFAULT, NULL, 'system', false, false),
	(28, 'Malik Merrick', 'malik.merrick@demo.example', 'made-up-27', '11000010e3f49ad', true, true, NULL, NULL, '2025-07-26 07:20:48.78+00', 5, '1417', 'red', '2026-11-18 05:12:45.112375+00', DEFAULT, NULL, 'system', false, false),
	(30, 'Ariel Jansson', 'ariel.jansson@demo.example', 'made-up-29', '1100001080ebe6b', true, false, NULL, NULL, '2025-07-12 04:58:23.78+00', 5, '1450', 'slate', '2026-11-18 05:12:45.445765+00', DEFAULT, NULL, 'system', false, false),
	(44, 'Pavel Hawthorn', 'pavel.hawthorn@demo.example', 'made-up-38', '11000010ef6f8cf', true, false, NULL, NULL, '2025-04-29 16:38:38.509+00', 5, '1443', 'slate', '2026-11-18 05:12:50.532543+00', DEFAULT, NULL, 'system', false, false),
	(29, 'Priya Paxton', 'priya.paxton@demo.example', 'made-up-28', '110000103c94e3e', true, false, NULL, NULL, '2026-07-10 14:25:16.39+00', 5, '1461', 'slate', '2026-11-18 05:12:03.639183+00', DEFAULT, NULL, 'system', false, false),
	(21, 'Priya Ibarra', 'priya.ibarra@demo.example', 'made-up-20', '1100001094227e8', true, false, NULL, NULL, '2025-05-28 20:27:38.654+00', 5, '1459', 'teal', '2026-11-18 05:12:41.80787+00', DEFAULT, NULL, 'system', false, false),
	(24, 'Gideon Strand', 'gideon.strand@demo.example', 'made-up-23', '11000010d72e8a8', true, true, NULL, NULL, '2026-09-16 15:49:07.447+00', 5, '1405', 'green', '2026-11-18 05:12:42.95657+00', DEFAULT, NULL, 'system', false, false),
	(34, 'Marisol Langford', 'marisol.langford@demo.example', 'made-up-32', '110000104b1dc1c', true, false, NULL, NULL, '2025-07-10 18:23:58.712+00', 5, '1436', 'red', '2026-11-18 05:12:48.238575+00', DEFAULT, NULL, 'system', false, false),
	(42, 'Rafael Thorne', 'rafael.thorne@demo.example', 'made-up-36', '11000010d283ef1', true, false, NULL, NULL, '2024-12-18 01:07:50.512+00', 5, '1442', 'green', '2026-11-18 05:12:50.301613+00', DEFAULT, NULL, 'system', false, false),
	(23, 'Daria Galloway', 'daria.galloway@demo.example', 'made-up-22', '110000106df5e6c', true, false, NULL, NULL, '2025-07-26 07:27:42.909+00', 5, '1445', 'red', '2026-11-18 05:12:42.429833+00', DEFAULT, NULL, 'system', false, false),
	(46, 'Celeste Seaver', 'celeste.seaver@demo.example', 'made-up-40', '1100001028fbad0', true, false, NULL, NULL, '2025-11-01 06:25:05.409+00', 5, '1444', 'blue', '2026-11-18 05:12:50.850556+00', DEFAULT, NULL, 'system', false, false);

INSERT INTO public.vehicle_transfers OVERRIDING SYSTEM VALUE VALUES
	(1, 654, 422, 40, '2026-11-18 05:11:39.284211+00');

INSERT INTO public.vehicles OVERRIDING SYSTEM VALUE VALUES
	(1, 2, '30AEC201', DEFAULT, 'SA000001DEMO92985', DEFAULT, 'Brute Boxville', 'Red', '2027-06-03', NULL, NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 05:11:39.284211+00', NULL, 1, '{"3": false}'),
	(2, 2, '66PYL488', DEFAULT, 'SA000002DEMO45552', DEFAULT, 'Vapid Stanier', 'Dark green', '2027-07-05', NULL, NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 05:11:39.284211+00', NULL, 1, '{}'),
	(3, 2, '66JKH532', DEFAULT, 'SA000003DEMO73041', DEFAULT, 'Bravado Bison', 'Bronze', '2026-11-27', '2027-09-11', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 05:11:39.284211+00', NULL, 1, '{}'),
	(4, 3, '10KSR319', DEFAULT, 'SA000004DEMO18074', DEFAULT, 'Albany Emperor', 'Dark green', '2027-08-29', '2027-05-23', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 05:11:39.284211+00', NULL, 1, '{"3": false}'),
	(20, 12, '38GFE614', DEFAULT, 'SA000020DEMO52386', DEFAULT, 'Vapid Stanier', 'White', '2027-10-10', '2027-01-24', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 05:11:39.284211+00', NULL, 1, '{"3": false}'),
	(78, 46, '53CUS155', DEFAULT, 'SA000078DEMO38868', DEFAULT, 'Dinka Blista', 'Grey', '2027-02-03', '2027-01-15', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 05:11:39.284211+00', NULL, 1, '{"3": true}'),
	(108, 62, '57JWU415', DEFAULT, 'SA000108DEMO62975', DEFAULT, 'Albany Emperor', 'Yellow', NULL, NULL, NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 05:11:39.284211+00', NULL, 1, '{}'),
	(110, 63, '50YGL422', DEFAULT, 'SA000110DEMO24918', DEFAULT, 'Benefactor Schafter', 'Dark green', '2027-01-10', NULL, NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 05:11:39.284211+00', NULL, 1, '{"3": false}'),
	(555, 351, '77EJW817', DEFAULT, 'SA000555DEMO95743', DEFAULT, 'Dinka Blista', 'Dark green', '2027-02-27', '2026-12-14', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 05:11:39.284211+00', NULL, 1, '{}'),
	(654, 422, '63AUV673', DEFAULT, 'SA000654DEMO77283', DEFAULT, 'Dinka Blista', 'White', '2027-08-26', '2026-11-17', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 05:11:39.284211+00', NULL, 1, '{"3": true}');

INSERT INTO public.warrant_chain VALUES
	(1, 163, '\x19e3fd4f7f334a23dd8bcc5e1e134ca0d45156f9a8d61486a913130b372a7d9b', '0761cf0399b6a2df', '\x831298d5cc370e07972f04670f5d693e37abeaff84d86f388261b340d964b5f0');

INSERT INTO public.warrant_drafts OVERRIDING SYSTEM VALUE VALUES
	(1, NULL, 9, '2L19', 2, 1, '{"bail": 5000, "days": null, "type": "arrest", "callId": null, "charges": [{"counts": 1, "revisionId": 69}], "subject": {"kind": "person", "characterId": 70}, "evidence": [], "affidavit": "I was sent to a robbery at the bank and took statements from two tellers. Both picked the suspect from a line-up of six.\n\nThe camera over the counter shows the same jacket and the same limp. The car that left was found two streets away; the prints on the wheel are the suspect’s.\n\nThe suspect has not been at the address on record since.", "reportIds": [], "searchFor": "", "isConfidential": false}', '', 1, '2026-11-18 04:11:38.524+00', '2026-11-18 04:51:38.524+00'),
	(2, NULL, 7, '', NULL, NULL, '{"bail": 5000, "days": null, "type": "bench", "callId": null, "charges": [{"counts": 1, "revisionId": 34}], "subject": {"kind": "person", "characterId": 5}, "evidence": [], "affidavit": "The defendant was told in person to appear in this court on Monday at 20:00 and signed for it. They did not appear, did not call, and their phone is off.", "reportIds": [], "searchFor": "", "isConfidential": false}', '', 1, '2026-11-18 04:11:38.524+00', '2026-11-18 04:51:38.524+00');

INSERT INTO public.warrant_entries VALUES
	(1, 1366799839, 1, 88, '2026-11-17 22:11:38.524+00', '{"title":"Drafted","by":{"userId":88,"name":"Camila Dalgaard","identifier":"1L48"},"text":"","reason":"","changes":[],"facts":{"state":"submitted","type":"arrest","number":[2026,1487],"writerId":88,"writerIdentifier":"1L48","departmentId":2,"subject":["person","Daria Varga"],"subjectId":[352,null],"about":"G-604 Obstruction, R-302 Grand theft × 2","content":"486432cfac489e246649bfec1dc3cb3d395a2a86cb5f25360b0945631d0884e5","submissions":1,"submittedAt":"2026-11-17T23:04:08.524Z","reviewerId":null,"isReady":false,"signerId":null,"signedAt":null,"bail":null,"expiresAt":null,"isConfidential":false,"reason":"","return":null,"closedAt":null}}', '0761cf0399b6a2df', '\x0000000000000000000000000000000000000000000000000000000000000000', '\x400927f477ce0c03b0a4796dd77a54be70abdb1f2c57a1edf2c133b327aa603a'),
	(2, 1366799839, 2, 88, '2026-11-17 23:04:08.524+00', '{"title":"Submitted","by":{"userId":88,"name":"Camila Dalgaard","identifier":"1L48"},"text":"","reason":"","changes":[],"facts":{"state":"submitted","type":"arrest","number":[2026,1487],"writerId":88,"writerIdentifier":"1L48","departmentId":2,"subject":["person","Daria Varga"],"subjectId":[352,null],"about":"G-604 Obstruction, R-302 Grand theft × 2","content":"486432cfac489e246649bfec1dc3cb3d395a2a86cb5f25360b0945631d0884e5","submissions":1,"submittedAt":"2026-11-17T23:04:08.524Z","reviewerId":null,"isReady":false,"signerId":null,"signedAt":null,"bail":null,"expiresAt":null,"isConfidential":false,"reason":"","return":null,"closedAt":null},"content":{"type":"arrest","subject":{"kind":"person","characterId":352,"name":"Daria Varga","bornOn":"1969-01-10"},"charges":[{"revisionId":66,"offenceId":66,"code":"G-604","title":"Obstruction","type":"Misdemeanor","counts":1},{"revisionId":40,"offenceId":40,"code":"R-302","title":"Grand theft","type":"Felony","counts":2}],"searchFor":"","affidavit":"The victim knows the suspect and named them at once. I saw the injuries myself, and the medic’s findings agree with what I was told.\n\nTwo neighbours heard the threat. One of them wrote down the plate of the car.","callId":null,"callTitle":null,"reports":[],"evidence":[],"bail":15000,"days":null,"isConfidential":false}}', '0761cf0399b6a2df', '\x400927f477ce0c03b0a4796dd77a54be70abdb1f2c57a1edf2c133b327aa603a', '\xad1b5e15b859bb6cf3bfa6d984e1b18ad775752e3060c088ebfa82564715a8fd'),
	(3, 1449203916, 1, 86, '2026-11-18 00:11:38.524+00', '{"title":"Drafted","by":{"userId":86,"name":"Damon Navarro","identifier":"3L46"},"text":"","reason":"","changes":[],"facts":{"state":"submitted","type":"arrest","number":[2026,3567],"writerId":86,"writerIdentifier":"3L46","departmentId":2,"subject":["person","Greta Baptiste"],"subjectId":[38,null],"about":"R-306 Burglary, R-301 Petty theft","content":"367a21f2bf2158651dc0f40c9d9a2ffdb05268efd7d4135693bd8749783a8626","submissions":1,"submittedAt":"2026-11-18T00:49:08.524Z","reviewerId":null,"isReady":false,"signerId":null,"signedAt":null,"bail":null,"expiresAt":null,"isConfidential":false,"reason":"","return":null,"closedAt":null}}', '0761cf0399b6a2df', '\xad1b5e15b859bb6cf3bfa6d984e1b18ad775752e3060c088ebfa82564715a8fd', '\xc5f4d8b5ebecbe962906654aae553cacf745e5f3a27188f8396000007a4654fc'),
	(4, 1449203916, 2, 86, '2026-11-18 00:49:08.524+00', '{"title":"Submitted","by":{"userId":86,"name":"Damon Navarro","identifier":"3L46"},"text":"","reason":"","changes":[],"facts":{"state":"submitted","type":"arrest","number":[2026,3567],"writerId":86,"writerIdentifier":"3L46","departmentId":2,"subject":["person","Greta Baptiste"],"subjectId":[38,null],"about":"R-306 Burglary, R-301 Petty theft","content":"367a21f2bf2158651dc0f40c9d9a2ffdb05268efd7d4135693bd8749783a8626","submissions":1,"submittedAt":"2026-11-18T00:49:08.524Z","reviewerId":null,"isReady":false,"signerId":null,"signedAt":null,"bail":null,"expiresAt":null,"isConfidential":false,"reason":"","return":null,"closedAt":null},"content":{"type":"arrest","subject":{"kind":"person","characterId":38,"name":"Greta Baptiste","bornOn":"2001-09-28"},"charges":[{"revisionId":44,"offenceId":44,"code":"R-306","title":"Burglary","type":"Felony","counts":1},{"revisionId":39,"offenceId":39,"code":"R-301","title":"Petty theft","type":"Misdemeanor","counts":1}],"searchFor":"","affidavit":"The victim knows the suspect and named them at once. I saw the injuries myself, and the medic’s findings agree with what I was told.\n\nTwo neighbours heard the threat. One of them wrote down the plate of the car.","callId":null,"callTitle":null,"reports":[],"evidence":[],"bail":21000,"days":null,"isConfidential":false}}', '0761cf0399b6a2df', '\xc5f4d8b5ebecbe962906654aae553cacf745e5f3a27188f8396000007a4654fc', '\x08c8e325314134c9ed68ebd9e208d429700fbb7e1fcdd2a74c8519a780519cff'),
	(163, 84354695, 6, NULL, '2026-11-04 06:51:38.524+00', '{"title":"Expired","by":null,"text":"","reason":"","changes":[],"facts":{"state":"expired","type":"search","number":[2026,1770],"writerId":33,"writerIdentifier":"2B43","departmentId":3,"subject":["place","5492 Palomino Fwy, 6301"],"subjectId":[null,null],"about":"The right wing mirror, paint, and anything with the victim’s blood","content":"cdce75f49aeac731f102cab094dae7d89bde46f23bb59e3125f4de241d312d1d","submissions":1,"submittedAt":"2026-10-25T05:31:38.524Z","reviewerId":7,"isReady":false,"signerId":6,"signedAt":"2026-10-25T06:51:38.524Z","bail":null,"expiresAt":"2026-11-04T06:51:38.524Z","isConfidential":false,"reason":"","return":null,"closedAt":"2026-11-04T06:51:38.524Z"}}', '0761cf0399b6a2df', '\x0615132431f8c2fbfd62aaa2d3358b51cbf099e9442d9fcf1b8c879eaad515f3', '\x19e3fd4f7f334a23dd8bcc5e1e134ca0d45156f9a8d61486a913130b372a7d9b');



INSERT INTO public.warrant_reviewers VALUES
	(130524258, 7),
	(1994314154, 7),
	(192091994, 7),
	(101834463, 7),
	(84354695, 7);

INSERT INTO public.warrant_servers VALUES
	(436902205, 4, NULL);

INSERT INTO public.warrants VALUES
	(1366799839, 'arrest', 'submitted', 2026, 1487, 88, '1L48', 2, 1, '{"bail": 15000, "days": null, "type": "arrest", "callId": null, "charges": [{"code": "G-604", "type": "Misdemeanor", "title": "Obstruction", "counts": 1, "offenceId": 66, "revisionId": 66}, {"code": "R-302", "type": "Felony", "title": "Grand theft", "counts": 2, "offenceId": 40, "revisionId": 40}], "reports": [], "subject": {"kind": "person", "name": "Daria Varga", "bornOn": "1969-01-10", "characterId": 352}, "evidence": [], "affidavit": "The victim knows the suspect and named them at once. I saw the injuries myself, and the medic’s findings agree with what I was told.\n\nTwo neighbours heard the threat. One of them wrote down the plate of the car.", "callTitle": null, "searchFor": "", "isConfidential": false}', 'person', 352, NULL, 'Daria Varga', 'G-604 Obstruction, R-302 Grand theft × 2', NULL, 1, NULL, NULL, false, NULL, NULL, NULL, NULL, false, '', NULL, '2026-11-17 22:11:38.524+00', '2026-11-17 23:04:08.524+00', '2026-11-17 23:04:08.524+00', NULL, 3),
	(1449203916, 'arrest', 'submitted', 2026, 3567, 86, '3L46', 2, 1, '{"bail": 21000, "days": null, "type": "arrest", "callId": null, "charges": [{"code": "R-306", "type": "Felony", "title": "Burglary", "counts": 1, "offenceId": 44, "revisionId": 44}, {"code": "R-301", "type": "Misdemeanor", "title": "Petty theft", "counts": 1, "offenceId": 39, "revisionId": 39}], "reports": [], "subject": {"kind": "person", "name": "Greta Baptiste", "bornOn": "2001-09-28", "characterId": 38}, "evidence": [], "affidavit": "The victim knows the suspect and named them at once. I saw the injuries myself, and the medic’s findings agree with what I was told.\n\nTwo neighbours heard the threat. One of them wrote down the plate of the car.", "callTitle": null, "searchFor": "", "isConfidential": false}', 'person', 38, NULL, 'Greta Baptiste', 'R-306 Burglary, R-301 Petty theft', NULL, 1, NULL, NULL, false, NULL, NULL, NULL, NULL, false, '', NULL, '2026-11-18 00:11:38.524+00', '2026-11-18 00:49:08.524+00', '2026-11-18 00:49:08.524+00', NULL, 3),
	(130524258, 'arrest', 'denied', 2026, 1202, 105, '2L15', 2, 1, '{"bail": 5000, "days": null, "type": "arrest", "callId": null, "charges": [{"code": "P-211", "type": "Felony", "title": "Voluntary manslaughter", "counts": 1, "offenceId": 36, "revisionId": 36}, {"code": "T-103", "type": "Misdemeanor", "title": "Speeding, more than 30 over", "counts": 2, "offenceId": 3, "revisionId": 3}, {"code": "R-309", "type": "Felony", "title": "Bank robbery", "counts": 1, "offenceId": 47, "revisionId": 47}], "reports": [], "subject": {"kind": "person", "name": "Barnaby Quill", "bornOn": "1996-12-20", "characterId": 41}, "evidence": [], "affidavit": "I was sent to a robbery at the bank and took statements from two tellers. Both picked the suspect from a line-up of six.\n\nThe camera over the counter shows the same jacket and the same limp. The car that left was found two streets away; the prints on the wheel are the suspect’s.\n\nThe suspect has not been at the address on record since.", "callTitle": null, "searchFor": "", "isConfidential": false}', 'person', 41, NULL, 'Barnaby Quill', 'P-211 Voluntary manslaughter, T-103 Speeding, more than 30 over × 2, R-309 Bank robbery', NULL, 1, NULL, 7, false, NULL, NULL, NULL, NULL, false, 'This was decided last week, and nothing new is in it.', NULL, '2026-10-31 05:11:38.524+00', '2026-10-31 05:31:38.524+00', '2026-10-31 06:51:38.524+00', '2026-10-31 06:51:38.524+00', 3),
	(1994314154, 'arrest', 'active', 2026, 1095, 9, '2L19', 2, 1, '{"bail": 29000, "days": null, "type": "arrest", "callId": null, "charges": [{"code": "T-103", "type": "Misdemeanor", "title": "Speeding, more than 30 over", "counts": 1, "offenceId": 3, "revisionId": 3}, {"code": "P-203", "type": "Felony", "title": "Assault with a deadly weapon", "counts": 1, "offenceId": 28, "revisionId": 28}, {"code": "D-502", "type": "Felony", "title": "Possession with intent to sell", "counts": 1, "offenceId": 59, "revisionId": 59}], "reports": [], "subject": {"kind": "person", "name": "Dexter Marlowe", "bornOn": "1980-08-03", "characterId": 39}, "evidence": [], "affidavit": "I stopped the suspect’s vehicle on Route 68. The suspect drove off while I was walking up to it, and hit a patrol car on the way. My camera was running.", "callTitle": null, "searchFor": "", "isConfidential": false}', 'person', 39, NULL, 'Dexter Marlowe', 'T-103 Speeding, more than 30 over, P-203 Assault with a deadly weapon, D-502 Possession with intent to sell', NULL, 1, NULL, 7, false, 6, '2026-11-17 06:51:38.524+00', 29000, '2026-12-17 06:51:38.524+00', false, '', NULL, '2026-11-17 05:11:38.524+00', '2026-11-17 05:31:38.524+00', '2026-11-17 06:51:38.524+00', NULL, 3),
	(192091994, 'search', 'active', 2026, 7652, 105, '2L15', 2, 1, '{"bail": null, "days": null, "type": "search", "callId": null, "charges": [{"code": "G-604", "type": "Misdemeanor", "title": "Obstruction", "counts": 1, "offenceId": 66, "revisionId": 66}], "reports": [], "subject": {"kind": "place", "place": "7202 Eclipse Blvd", "postal": "7090"}, "evidence": [], "affidavit": "A source who has been right three times before saw the goods in the garage on Sunday.\n\nI watched the place for two evenings. Seven people came, stayed for under five minutes each, and left with something in hand.", "callTitle": null, "searchFor": "Firearms and ammunition; clothes with gunshot residue", "isConfidential": false}', 'place', NULL, NULL, '7202 Eclipse Blvd, 7090', 'Firearms and ammunition; clothes with gunshot residue', NULL, 1, NULL, 7, false, 6, '2026-11-11 06:51:38.524+00', NULL, '2026-11-21 06:51:38.524+00', false, '', NULL, '2026-11-11 05:11:38.524+00', '2026-11-11 05:31:38.524+00', '2026-11-11 06:51:38.524+00', NULL, 3),
	(436902205, 'arrest', 'active', 2026, 8868, 92, '1S52', 4, 1, '{"bail": 9000, "days": null, "type": "arrest", "callId": null, "charges": [{"code": "G-612", "type": "Misdemeanor", "title": "Contempt of court", "counts": 2, "offenceId": 74, "revisionId": 74}, {"code": "W-405", "type": "Felony", "title": "Possession of a prohibited weapon", "counts": 2, "offenceId": 56, "revisionId": 56}, {"code": "R-310", "type": "Misdemeanor", "title": "Trespassing", "counts": 1, "offenceId": 48, "revisionId": 48}], "reports": [], "subject": {"kind": "person", "name": "Marisol Shepard", "bornOn": "2006-01-17", "characterId": 119}, "evidence": [], "affidavit": "I was sent to a robbery at the bank and took statements from two tellers. Both picked the suspect from a line-up of six.\n\nThe camera over the counter shows the same jacket and the same limp. The car that left was found two streets away; the prints on the wheel are the suspect’s.\n\nThe suspect has not been at the address on record since.", "callTitle": null, "searchFor": "", "isConfidential": true}', 'person', 119, NULL, 'Marisol Shepard', 'G-612 Contempt of court × 2, W-405 Possession of a prohibited weapon × 2, R-310 Trespassing', NULL, 1, NULL, 7, false, 6, '2026-10-25 06:51:38.524+00', 9000, '2026-11-24 06:51:38.524+00', true, '', NULL, '2026-10-25 05:11:38.524+00', '2026-10-25 05:31:38.524+00', '2026-10-25 06:51:38.524+00', NULL, 3),
	(101834463, 'arrest', 'expired', 2026, 6719, 65, '2L25', 2, 1, '{"bail": 24000, "days": null, "type": "arrest", "callId": null, "charges": [{"code": "T-122", "type": "Misdemeanor", "title": "Leaving the scene of a collision", "counts": 2, "offenceId": 22, "revisionId": 22}], "reports": [], "subject": {"kind": "person", "name": "Benno Falkner", "bornOn": "1964-11-02", "characterId": 77}, "evidence": [], "affidavit": "I stopped the suspect’s vehicle on Route 68. The suspect drove off while I was walking up to it, and hit a patrol car on the way. My camera was running.", "callTitle": null, "searchFor": "", "isConfidential": false}', 'person', 77, NULL, 'Benno Falkner', 'T-122 Leaving the scene of a collision × 2', NULL, 1, NULL, 7, false, 6, '2026-10-04 06:51:38.524+00', 24000, '2026-11-03 06:51:38.524+00', false, '', NULL, '2026-10-04 05:11:38.524+00', '2026-10-04 05:31:38.524+00', '2026-11-03 06:51:38.524+00', '2026-11-03 06:51:38.524+00', 3),
	(84354695, 'search', 'expired', 2026, 1770, 33, '2B43', 3, 1, '{"bail": null, "days": null, "type": "search", "callId": null, "charges": [{"code": "T-112", "type": "Misdemeanor", "title": "Street racing", "counts": 1, "offenceId": 12, "revisionId": 12}], "reports": [], "subject": {"kind": "place", "place": "5492 Palomino Fwy", "postal": "6301"}, "evidence": [], "affidavit": "The tyre marks at the scene fit this vehicle, and its right mirror is missing: we have a right mirror. The owner says it was parked all night. A neighbour says it was not.", "callTitle": null, "searchFor": "The right wing mirror, paint, and anything with the victim’s blood", "isConfidential": false}', 'place', NULL, NULL, '5492 Palomino Fwy, 6301', 'The right wing mirror, paint, and anything with the victim’s blood', NULL, 1, NULL, 7, false, 6, '2026-10-25 06:51:38.524+00', NULL, '2026-11-04 06:51:38.524+00', false, '', NULL, '2026-10-25 05:11:38.524+00', '2026-10-25 05:31:38.524+00', '2026-11-04 06:51:38.524+00', '2026-11-04 06:51:38.524+00', 3);

INSERT INTO public.weapons OVERRIDING SYSTEM VALUE VALUES
	(1, 4, 'Heavy pistol', '5417-A000', DEFAULT, '2026-11-18 05:11:39.284211+00', NULL, 1),
	(2, 15, 'Vintage pistol', '2144-B001', DEFAULT, '2026-11-18 05:11:39.284211+00', NULL, 1),
	(3, 18, 'Pump shotgun', '9404-C002', DEFAULT, '2026-11-18 05:11:39.284211+00', NULL, 1),
	(4, 19, 'Revolver', '5396-D003', DEFAULT, '2026-11-18 05:11:39.284211+00', NULL, 1),
	(107, 422, 'Vintage pistol', '4168-R106', DEFAULT, '2026-11-18 05:11:39.284211+00', NULL, 1);

INSERT INTO public.whitelist_changes VALUES
	('dev', 2, '11000010808a5c4', true, '2026-11-18 05:11:39.284211+00'),
	('dev', 3, '1100001035681b9', true, '2026-11-18 05:11:39.284211+00'),
	('dev', 4, '1100001002335ee', true, '2026-11-18 05:11:39.284211+00'),
	('dev', 5, '110000104cdcb45', true, '2026-11-18 05:11:39.284211+00'),
	('prod', 102, '11000010be2489d', true, '2026-11-18 05:12:54.600187+00');

INSERT INTO public.whitelist_pushes VALUES
	(1, 1, 2, '2026-11-18 05:12:54.600187+00', '2026-11-18 05:12:55.963241+00', 'acknowledged', 102),
	(2, 2, 2, '2026-11-18 05:12:54.600187+00', NULL, 'not connected', NULL);

INSERT INTO public.whitelist_versions VALUES
	('prod', 102),
	('dev', 24);

SELECT pg_catalog.setval('public.announcements_id_seq', 9, true);

SELECT pg_catalog.setval('public.api_keys_id_seq', 2, true);

SELECT pg_catalog.setval('public.api_logs_id_seq', 5, true);

SELECT pg_catalog.setval('public.audit_id_seq', 352, true);

SELECT pg_catalog.setval('public.beats_id_seq', 100, false);

SELECT pg_catalog.setval('public.bolos_id_seq', 4, true);

SELECT pg_catalog.setval('public.call_logs_id_seq', 263, true);

SELECT pg_catalog.setval('public.call_types_id_seq', 100, false);

SELECT pg_catalog.setval('public.call_units_id_seq', 56, true);

SELECT pg_catalog.setval('public.calls_id_seq', 1040, true);

SELECT pg_catalog.setval('public.cautions_id_seq', 20, true);

SELECT pg_catalog.setval('public.character_names_id_seq', 1, false);

SELECT pg_catalog.setval('public.characters_id_seq', 422, true);

SELECT pg_catalog.setval('public.departments_id_seq', 100, false);

SELECT pg_catalog.setval('public.discord_errands_id_seq', 332, true);

SELECT pg_catalog.setval('public.discord_lines_id_seq', 104, true);

SELECT pg_catalog.setval('public.discord_patrol_notices_id_seq', 1, false);

SELECT pg_catalog.setval('public.discord_posts_id_seq', 13, true);

SELECT pg_catalog.setval('public.discord_runs_id_seq', 1, false);

SELECT pg_catalog.setval('public.discord_texts_id_seq', 2, true);

SELECT pg_catalog.setval('public.discord_votes_id_seq', 1, true);

SELECT pg_catalog.setval('public.dispatch_notes_id_seq', 3, true);

SELECT pg_catalog.setval('public.entitlements_id_seq', 17, true);

SELECT pg_catalog.setval('public.fines_id_seq', 88, true);

SELECT pg_catalog.setval('public.grants_id_seq', 3, true);

SELECT pg_catalog.setval('public.import_problems_id_seq', 1, false);

SELECT pg_catalog.setval('public.imports_id_seq', 1, false);

SELECT pg_catalog.setval('public.impounds_id_seq', 18, true);

SELECT pg_catalog.setval('public.jail_terms_id_seq', 24, true);

SELECT pg_catalog.setval('public.leave_requests_id_seq', 12, true);

SELECT pg_catalog.setval('public.leaves_id_seq', 23, true);

SELECT pg_catalog.setval('public.licence_points_id_seq', 92, true);

SELECT pg_catalog.setval('public.licences_id_seq', 543, true);

SELECT pg_catalog.setval('public.lookups_id_seq', 1, false);

SELECT pg_catalog.setval('public.marks_id_seq', 40, true);

SELECT pg_catalog.setval('public.notices_id_seq', 1, true);

SELECT pg_catalog.setval('public.offence_revisions_id_seq', 74, true);

SELECT pg_catalog.setval('public.offences_id_seq', 74, true);

SELECT pg_catalog.setval('public.patrol_corrections_id_seq', 12, true);

SELECT pg_catalog.setval('public.patrol_gaps_id_seq', 191, true);

SELECT pg_catalog.setval('public.patrols_id_seq', 4824, true);

SELECT pg_catalog.setval('public.penalty_messages_id_seq', 1, false);

SELECT pg_catalog.setval('public.pictures_id_seq', 1, false);

SELECT pg_catalog.setval('public.pings_id_seq', 1, false);

SELECT pg_catalog.setval('public.rank_changes_id_seq', 93, true);

SELECT pg_catalog.setval('public.ranks_id_seq', 44, true);

SELECT pg_catalog.setval('public.record_claims_id_seq', 1, false);

SELECT pg_catalog.setval('public.record_events_id_seq', 69, true);

SELECT pg_catalog.setval('public.record_fields_id_seq', 8, true);

SELECT pg_catalog.setval('public.report_drafts_id_seq', 3, true);

SELECT pg_catalog.setval('public.report_events_id_seq', 377, true);

SELECT pg_catalog.setval('public.report_pictures_id_seq', 1, false);

SELECT pg_catalog.setval('public.report_revisions_id_seq', 190, true);

SELECT pg_catalog.setval('public.reports_id_seq', 190, true);

SELECT pg_catalog.setval('public.role_groups_id_seq', 6, true);

SELECT pg_catalog.setval('public.roles_id_seq', 7, true);

SELECT pg_catalog.setval('public.servers_id_seq', 3, true);

SELECT pg_catalog.setval('public.sessions_id_seq', 60, true);

SELECT pg_catalog.setval('public.setting_versions', 1, true);

SELECT pg_catalog.setval('public.sign_in_tickets_id_seq', 1, false);

SELECT pg_catalog.setval('public.sign_ins_id_seq', 850, true);

SELECT pg_catalog.setval('public.staff_notes_id_seq', 50, true);

SELECT pg_catalog.setval('public.support_messages_id_seq', 1, false);

SELECT pg_catalog.setval('public.support_tickets_id_seq', 1, false);

SELECT pg_catalog.setval('public.tones_id_seq', 7, true);

SELECT pg_catalog.setval('public.track_blocks_id_seq', 3164, true);

SELECT pg_catalog.setval('public.users_id_seq', 125, true);

SELECT pg_catalog.setval('public.vehicle_transfers_id_seq', 1, true);

SELECT pg_catalog.setval('public.vehicles_id_seq', 654, true);

SELECT pg_catalog.setval('public.warrant_drafts_id_seq', 2, true);

SELECT pg_catalog.setval('public.weapons_id_seq', 107, true);

SELECT pg_catalog.setval('public.whitelist_pushes_id_seq', 2, true);

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

ALTER TABLE ONLY public.bolo_hits
    ADD CONSTRAINT bolo_hits_pkey PRIMARY KEY (bolo_id, user_id);

ALTER TABLE ONLY public.bolos
    ADD CONSTRAINT bolos_pkey PRIMARY KEY (id);

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

ALTER TABLE ONLY public.cautions
    ADD CONSTRAINT cautions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.character_names
    ADD CONSTRAINT character_names_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.characters
    ADD CONSTRAINT characters_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.conduct_acceptances
    ADD CONSTRAINT conduct_acceptances_pkey PRIMARY KEY (number, user_id);

ALTER TABLE ONLY public.conduct_versions
    ADD CONSTRAINT conduct_versions_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.departments
    ADD CONSTRAINT departments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_ballots
    ADD CONSTRAINT discord_ballots_pkey PRIMARY KEY (vote_id, user_id);

ALTER TABLE ONLY public.discord_bot
    ADD CONSTRAINT discord_bot_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_channels
    ADD CONSTRAINT discord_channels_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_connection
    ADD CONSTRAINT discord_connection_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_direct
    ADD CONSTRAINT discord_direct_pkey PRIMARY KEY (discord_id);

ALTER TABLE ONLY public.discord_errands
    ADD CONSTRAINT discord_errands_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_guilds
    ADD CONSTRAINT discord_guilds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_kept
    ADD CONSTRAINT discord_kept_pkey PRIMARY KEY (guild_id, discord_id, kind, role_id);

ALTER TABLE ONLY public.discord_ledger
    ADD CONSTRAINT discord_ledger_pkey PRIMARY KEY (guild_id, discord_id, role_id);

ALTER TABLE ONLY public.discord_lines
    ADD CONSTRAINT discord_lines_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_link_codes
    ADD CONSTRAINT discord_link_codes_pkey PRIMARY KEY (code_hash);

ALTER TABLE ONLY public.discord_links
    ADD CONSTRAINT discord_links_discord_id_key UNIQUE (discord_id);

ALTER TABLE ONLY public.discord_links
    ADD CONSTRAINT discord_links_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.discord_log_choice
    ADD CONSTRAINT discord_log_choice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_log_groups
    ADD CONSTRAINT discord_log_groups_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.discord_members
    ADD CONSTRAINT discord_members_pkey PRIMARY KEY (guild_id, discord_id);

ALTER TABLE ONLY public.discord_nicknames
    ADD CONSTRAINT discord_nicknames_pkey PRIMARY KEY (guild_id, discord_id);

ALTER TABLE ONLY public.discord_pace
    ADD CONSTRAINT discord_pace_pkey PRIMARY KEY (target);

ALTER TABLE ONLY public.discord_patrol_notices
    ADD CONSTRAINT discord_patrol_notices_apart EXCLUDE USING gist (tstzrange(at, clear_until) WITH &&);

ALTER TABLE ONLY public.discord_patrol_notices
    ADD CONSTRAINT discord_patrol_notices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_posts
    ADD CONSTRAINT discord_posts_channel_id_subject_key UNIQUE (channel_id, subject);

ALTER TABLE ONLY public.discord_posts
    ADD CONSTRAINT discord_posts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_preferences
    ADD CONSTRAINT discord_preferences_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.discord_roles
    ADD CONSTRAINT discord_roles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_runs
    ADD CONSTRAINT discord_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_sign_ins
    ADD CONSTRAINT discord_sign_ins_pkey PRIMARY KEY (state_hash);

ALTER TABLE ONLY public.discord_texts
    ADD CONSTRAINT discord_texts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discord_votes
    ADD CONSTRAINT discord_votes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatch_notes
    ADD CONSTRAINT dispatch_notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_once UNIQUE NULLS NOT DISTINCT (source_kind, department_id, rank_id, role_group, environment, gift_kind, discord_role_id, whitelist, ace_group);

ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.field_values
    ADD CONSTRAINT field_values_pkey PRIMARY KEY (field_id, value, subject_id);

ALTER TABLE ONLY public.fines
    ADD CONSTRAINT fines_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.fines
    ADD CONSTRAINT fines_report_id_key UNIQUE (report_id);

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.import_chunks
    ADD CONSTRAINT import_chunks_pkey PRIMARY KEY (import_id, nth);

ALTER TABLE ONLY public.import_problems
    ADD CONSTRAINT import_problems_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, "row");

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.impounds
    ADD CONSTRAINT impounds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.jail_terms
    ADD CONSTRAINT jail_terms_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.jail_terms
    ADD CONSTRAINT jail_terms_report_id_key UNIQUE (report_id);

ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_pkey PRIMARY KEY (user_id, device_hash);

ALTER TABLE ONLY public.leave_requests
    ADD CONSTRAINT leave_requests_do_not_overlap EXCLUDE USING gist (user_id WITH =, daterange(starts_on, ends_on, '[]'::text) WITH &&) WHERE ((state = 'asked'::text));

ALTER TABLE ONLY public.leave_requests
    ADD CONSTRAINT leave_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.leaves
    ADD CONSTRAINT leaves_do_not_overlap EXCLUDE USING gist (user_id WITH =, daterange(starts_on, ends_on, '[]'::text) WITH &&) WHERE ((ended_early_at IS NULL));

ALTER TABLE ONLY public.leaves
    ADD CONSTRAINT leaves_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.licence_points
    ADD CONSTRAINT licence_points_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.licences
    ADD CONSTRAINT licences_character_id_type_key UNIQUE (character_id, type);

ALTER TABLE ONLY public.licences
    ADD CONSTRAINT licences_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.lookups
    ADD CONSTRAINT lookups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.name_words
    ADD CONSTRAINT name_words_pkey PRIMARY KEY (word, other, character_id);

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.offence_revisions
    ADD CONSTRAINT offence_revisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.offences
    ADD CONSTRAINT offences_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.own_calls
    ADD CONSTRAINT own_calls_pkey PRIMARY KEY (call_id);

ALTER TABLE ONLY public.patrol_corrections
    ADD CONSTRAINT patrol_corrections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.patrol_gaps
    ADD CONSTRAINT patrol_gaps_patrol_id_tstzrange_excl EXCLUDE USING gist (patrol_id WITH =, tstzrange(started_at, ended_at) WITH &&);

ALTER TABLE ONLY public.patrol_gaps
    ADD CONSTRAINT patrol_gaps_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.patrol_quotas
    ADD CONSTRAINT patrol_quotas_department_id_rank_id_key UNIQUE NULLS NOT DISTINCT (department_id, rank_id);

ALTER TABLE ONLY public.patrol_stretches
    ADD CONSTRAINT patrol_stretches_pkey PRIMARY KEY (patrol_id, at);

ALTER TABLE ONLY public.patrols
    ADD CONSTRAINT patrols_do_not_overlap EXCLUDE USING gist (user_id WITH =, tstzrange(started_at, ended_at) WITH &&);

ALTER TABLE ONLY public.patrols
    ADD CONSTRAINT patrols_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.penalty_messages
    ADD CONSTRAINT penalty_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.pings
    ADD CONSTRAINT pings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.played_characters
    ADD CONSTRAINT played_characters_character_id_key UNIQUE (character_id);

ALTER TABLE ONLY public.played_characters
    ADD CONSTRAINT played_characters_pkey PRIMARY KEY (user_id, server_id);

ALTER TABLE ONLY public.portal_settings
    ADD CONSTRAINT portal_settings_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.postals
    ADD CONSTRAINT postals_pkey PRIMARY KEY (server_id, code);

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (user_id, server_id, started_at);

ALTER TABLE ONLY public.rank_changes
    ADD CONSTRAINT rank_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ranks
    ADD CONSTRAINT ranks_department_id_id_key UNIQUE (department_id, id);

ALTER TABLE ONLY public.ranks
    ADD CONSTRAINT ranks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.record_claims
    ADD CONSTRAINT record_claims_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.record_events
    ADD CONSTRAINT record_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.record_fields
    ADD CONSTRAINT record_fields_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.report_drafts
    ADD CONSTRAINT report_drafts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.report_drafts
    ADD CONSTRAINT report_drafts_report_id_key UNIQUE (report_id);

ALTER TABLE ONLY public.report_events
    ADD CONSTRAINT report_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.report_numbers
    ADD CONSTRAINT report_numbers_pkey PRIMARY KEY (kind, year);

ALTER TABLE ONLY public.report_people
    ADD CONSTRAINT report_people_pkey PRIMARY KEY (report_id, character_id);

ALTER TABLE ONLY public.report_pictures
    ADD CONSTRAINT report_pictures_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.report_revisions
    ADD CONSTRAINT report_revisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.report_vehicles
    ADD CONSTRAINT report_vehicles_pkey PRIMARY KEY (report_id, vehicle_id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_kind_year_number_key UNIQUE (kind, year, number);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.role_groups
    ADD CONSTRAINT role_groups_name_key UNIQUE (name);

ALTER TABLE ONLY public.role_groups
    ADD CONSTRAINT role_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.roles
    ADD CONSTRAINT roles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.schema_objects
    ADD CONSTRAINT schema_objects_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY public.schema_state
    ADD CONSTRAINT schema_state_pkey PRIMARY KEY (is_only);

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

ALTER TABLE ONLY public.server_watches
    ADD CONSTRAINT server_watches_pkey PRIMARY KEY (server_id, started_at);

ALTER TABLE ONLY public.servers
    ADD CONSTRAINT servers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (key);

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

ALTER TABLE ONLY public.support_messages
    ADD CONSTRAINT support_messages_message_id_key UNIQUE (message_id);

ALTER TABLE ONLY public.support_messages
    ADD CONSTRAINT support_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.support_panels
    ADD CONSTRAINT support_panels_pkey PRIMARY KEY (channel_id);

ALTER TABLE ONLY public.support_tickets
    ADD CONSTRAINT support_tickets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.support_tickets
    ADD CONSTRAINT support_tickets_thread_id_key UNIQUE (thread_id);

ALTER TABLE ONLY public.tones
    ADD CONSTRAINT tones_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.track_blocks
    ADD CONSTRAINT track_blocks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.track_totals
    ADD CONSTRAINT track_totals_pkey PRIMARY KEY (since);

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

ALTER TABLE ONLY public.vehicle_transfers
    ADD CONSTRAINT vehicle_transfers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.vehicle_transfers
    ADD CONSTRAINT vehicle_transfers_vehicle_id_key UNIQUE (vehicle_id);

ALTER TABLE ONLY public.vehicles
    ADD CONSTRAINT vehicles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.warrant_chain
    ADD CONSTRAINT warrant_chain_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.warrant_drafts
    ADD CONSTRAINT warrant_drafts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.warrant_drafts
    ADD CONSTRAINT warrant_drafts_warrant_id_key UNIQUE (warrant_id);

ALTER TABLE ONLY public.warrant_entries
    ADD CONSTRAINT warrant_entries_pkey PRIMARY KEY (entry);

ALTER TABLE ONLY public.warrant_entries
    ADD CONSTRAINT warrant_entries_warrant_id_step_key UNIQUE (warrant_id, step);

ALTER TABLE ONLY public.warrant_reports
    ADD CONSTRAINT warrant_reports_pkey PRIMARY KEY (warrant_id, report_id);

ALTER TABLE ONLY public.warrant_reviewers
    ADD CONSTRAINT warrant_reviewers_pkey PRIMARY KEY (warrant_id, user_id);

ALTER TABLE ONLY public.warrant_servers
    ADD CONSTRAINT warrant_servers_warrant_id_department_id_user_id_key UNIQUE NULLS NOT DISTINCT (warrant_id, department_id, user_id);

ALTER TABLE ONLY public.warrants
    ADD CONSTRAINT warrants_draft_id_key UNIQUE (draft_id);

ALTER TABLE ONLY public.warrants
    ADD CONSTRAINT warrants_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.warrants
    ADD CONSTRAINT warrants_year_number_key UNIQUE (year, number);

ALTER TABLE ONLY public.weapons
    ADD CONSTRAINT weapons_pkey PRIMARY KEY (id);

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

CREATE INDEX audit_administration ON public.audit USING btree (id DESC) WHERE (subject_type <> ALL (ARRAY['unit'::text, 'call'::text, 'dispatch-note'::text]));

CREATE INDEX audit_at_idx ON public.audit USING btree (at DESC);

CREATE INDEX audit_by_action ON public.audit USING btree (action, id DESC);

CREATE INDEX audit_by_actor ON public.audit USING btree (actor_id, id DESC);

CREATE INDEX audit_by_subject ON public.audit USING btree (subject_type, subject_id, id DESC);

CREATE UNIQUE INDEX beats_name_key ON public.beats USING btree (lower(name)) WHERE (retired_at IS NULL);

CREATE INDEX bolos_character_idx ON public.bolos USING btree (character_id) WHERE ((ended_at IS NULL) AND (character_id IS NOT NULL));

CREATE INDEX bolos_match_idx ON public.bolos USING btree (match_key) WHERE ((ended_at IS NULL) AND (match_key <> ''::text));

CREATE INDEX bolos_open_idx ON public.bolos USING btree (server_id, id DESC) WHERE (ended_at IS NULL);

CREATE INDEX bolos_vehicle_idx ON public.bolos USING btree (vehicle_id) WHERE ((ended_at IS NULL) AND (vehicle_id IS NOT NULL));

CREATE INDEX bridge_events_received_at_idx ON public.bridge_events USING btree (received_at);

CREATE INDEX call_logs_call_id_idx ON public.call_logs USING btree (call_id, id);

CREATE INDEX call_logs_take_back_idx ON public.call_logs USING btree (author_id, at) WHERE (take_back IS NOT NULL);

CREATE UNIQUE INDEX call_logs_taken_back_once ON public.call_logs USING btree (takes_back_id) WHERE (takes_back_id IS NOT NULL);

CREATE UNIQUE INDEX call_subjects_character_key ON public.call_subjects USING btree (call_id, character_id) WHERE (character_id IS NOT NULL);

CREATE INDEX call_subjects_of_character ON public.call_subjects USING btree (character_id) WHERE (character_id IS NOT NULL);

CREATE INDEX call_subjects_of_vehicle ON public.call_subjects USING btree (vehicle_id) WHERE (vehicle_id IS NOT NULL);

CREATE UNIQUE INDEX call_subjects_vehicle_key ON public.call_subjects USING btree (call_id, vehicle_id) WHERE (vehicle_id IS NOT NULL);

CREATE UNIQUE INDEX call_types_code_key ON public.call_types USING btree (lower(code)) WHERE (retired_at IS NULL);

CREATE INDEX call_units_assigned_at_idx ON public.call_units USING btree (user_id, assigned_at);

CREATE INDEX call_units_assigned_by_idx ON public.call_units USING btree (assigned_by, assigned_at) WHERE (assigned_by IS NOT NULL);

CREATE INDEX call_units_call_id_idx ON public.call_units USING btree (call_id, id);

CREATE UNIQUE INDEX call_units_one_call ON public.call_units USING btree (user_id) WHERE (cleared_at IS NULL);

CREATE UNIQUE INDEX call_units_one_primary ON public.call_units USING btree (call_id) WHERE (is_primary AND (cleared_at IS NULL));

CREATE INDEX call_units_user_id_idx ON public.call_units USING btree (user_id, id DESC);

CREATE INDEX calls_by_date_idx ON public.calls USING btree (server_id, created_at DESC, id DESC);

CREATE INDEX calls_call_type_id_idx ON public.calls USING btree (call_type_id);

CREATE INDEX calls_cleared_by_idx ON public.calls USING btree (cleared_by, cleared_at) WHERE (cleared_by IS NOT NULL);

CREATE INDEX calls_created_by_idx ON public.calls USING btree (created_by, created_at);

CREATE INDEX calls_handler_idx ON public.calls USING btree (handler_id) WHERE (status <> 'cleared'::text);

CREATE INDEX calls_location_idx ON public.calls USING btree (server_id, public.place_key(location), id DESC) WHERE (public.place_key(location) <> ''::text);

CREATE INDEX calls_merged_into_idx ON public.calls USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);

CREATE UNIQUE INDEX calls_one_panic ON public.calls USING btree (panic_user_id, server_id) WHERE (status <> 'cleared'::text);

CREATE INDEX calls_open_idx ON public.calls USING btree (server_id) WHERE (status <> 'cleared'::text);

CREATE INDEX calls_postal_idx ON public.calls USING btree (server_id, public.place_key(postal), id DESC) WHERE (public.place_key(postal) <> ''::text);

CREATE INDEX cautions_of ON public.cautions USING btree (character_id) WHERE (withdrawn_at IS NULL);

CREATE INDEX character_names_of ON public.character_names USING btree (character_id, id DESC);

CREATE INDEX characters_claimed_idx ON public.characters USING btree (external_id) WHERE ((merged_into_id IS NOT NULL) AND (external_id IS NOT NULL));

CREATE UNIQUE INDEX characters_external_key ON public.characters USING btree (external_id) WHERE ((external_id IS NOT NULL) AND (removed_at IS NULL));

CREATE INDEX characters_merged_idx ON public.characters USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);

CREATE INDEX characters_name_born_idx ON public.characters USING btree (lower(name), born_on) WHERE (removed_at IS NULL);

CREATE INDEX characters_name_idx ON public.characters USING btree (lower(name) text_pattern_ops);

CREATE INDEX characters_phone_idx ON public.characters USING btree (phone_key text_pattern_ops) WHERE ((phone_key <> ''::text) AND (removed_at IS NULL));

CREATE INDEX characters_picture_idx ON public.characters USING btree (picture_id) WHERE (picture_id IS NOT NULL);

CREATE INDEX characters_user_id_idx ON public.characters USING btree (user_id);

CREATE INDEX conduct_acceptances_of_member ON public.conduct_acceptances USING btree (user_id);

CREATE UNIQUE INDEX departments_name_key ON public.departments USING btree (lower(name)) WHERE (retired_at IS NULL);

CREATE INDEX discord_ballots_of_user ON public.discord_ballots USING btree (user_id);

CREATE INDEX discord_channels_by_type ON public.discord_channels USING btree (type) WHERE ((type IS NOT NULL) AND (gone_at IS NULL));

CREATE INDEX discord_channels_of_guild ON public.discord_channels USING btree (guild_id, "position");

CREATE INDEX discord_errands_by_key ON public.discord_errands USING btree (kind, ((payload ->> 'key'::text))) WHERE (state = 'waiting'::text);

CREATE INDEX discord_errands_due ON public.discord_errands USING btree (queue, id) WHERE (state = 'waiting'::text);

CREATE INDEX discord_errands_ended ON public.discord_errands USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX discord_errands_failed_by_key ON public.discord_errands USING btree (kind, ((payload ->> 'key'::text))) WHERE (state = 'failed'::text);

CREATE UNIQUE INDEX discord_errands_once ON public.discord_errands USING btree (kind, guild_id, discord_id, COALESCE(role_id, ''::text)) WHERE ((state = ANY (ARRAY['waiting'::text, 'held'::text])) AND (started_at IS NULL) AND (discord_id IS NOT NULL) AND (guild_id IS NOT NULL));

CREATE INDEX discord_errands_open ON public.discord_errands USING btree (state, id) WHERE (state = ANY (ARRAY['waiting'::text, 'held'::text, 'failed'::text]));

CREATE INDEX discord_ledger_of_run ON public.discord_ledger USING btree (run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX discord_ledger_open ON public.discord_ledger USING btree (guild_id, state) WHERE (state = ANY (ARRAY['giving'::text, 'held'::text, 'taking'::text]));

CREATE INDEX discord_lines_by_age ON public.discord_lines USING btree (at);

CREATE INDEX discord_lines_claimed ON public.discord_lines USING btree (errand_id) WHERE (errand_id IS NOT NULL);

CREATE INDEX discord_lines_waiting ON public.discord_lines USING btree (target, id) WHERE (errand_id IS NULL);

CREATE INDEX discord_link_codes_discord_id_idx ON public.discord_link_codes USING btree (discord_id);

CREATE INDEX discord_link_codes_expires_at_idx ON public.discord_link_codes USING btree (expires_at);

CREATE INDEX discord_members_by_role ON public.discord_members USING gin (role_ids);

CREATE INDEX discord_members_of_user ON public.discord_members USING btree (discord_id);

CREATE INDEX discord_posts_by_message ON public.discord_posts USING btree (message_id) WHERE (message_id IS NOT NULL);

CREATE INDEX discord_posts_by_subject ON public.discord_posts USING btree (subject text_pattern_ops);

CREATE INDEX discord_posts_differing ON public.discord_posts USING btree (changed_at) WHERE (wanted IS DISTINCT FROM sent);

CREATE INDEX discord_roles_of_guild ON public.discord_roles USING btree (guild_id, "position" DESC);

CREATE UNIQUE INDEX discord_runs_held ON public.discord_runs USING btree (guild_id) WHERE (state = 'held'::text);

CREATE INDEX discord_sign_ins_expires_at_idx ON public.discord_sign_ins USING btree (expires_at);

CREATE INDEX discord_sign_ins_user_id_idx ON public.discord_sign_ins USING btree (user_id);

CREATE INDEX discord_votes_open ON public.discord_votes USING btree (ends_at) WHERE (state = 'open'::text);

CREATE INDEX dispatch_notes_server_id_idx ON public.dispatch_notes USING btree (server_id);

CREATE INDEX entitlements_of_role ON public.entitlements USING btree (discord_role_id) WHERE (discord_role_id IS NOT NULL);

CREATE INDEX fines_contested ON public.fines USING btree (department_id, contested_at, id) WHERE (state = 'contested'::text);

CREATE INDEX fines_of ON public.fines USING btree (character_id, id DESC);

CREATE INDEX fines_open ON public.fines USING btree (character_id) WHERE (state = ANY (ARRAY['unpaid'::text, 'contested'::text]));

CREATE INDEX grants_active ON public.grants USING btree (ends_at) WHERE (state = 'active'::text);

CREATE UNIQUE INDEX grants_active_once ON public.grants USING btree (user_id, kind) WHERE (state = 'active'::text);

CREATE INDEX grants_asked ON public.grants USING btree (asked_at) WHERE (state = 'asked'::text);

CREATE UNIQUE INDEX grants_asked_once ON public.grants USING btree (user_id, kind) WHERE (state = 'asked'::text);

CREATE INDEX grants_of_member ON public.grants USING btree (user_id, id DESC);

CREATE INDEX grants_of_sponsor ON public.grants USING btree (sponsor_id) WHERE (state = 'active'::text);

CREATE INDEX grants_past ON public.grants USING btree (ended_at DESC, id DESC) WHERE (ended_at IS NOT NULL);

CREATE INDEX grants_to_post ON public.grants USING btree (id) WHERE (posted_version < version);

CREATE INDEX import_problems_of ON public.import_problems USING btree (import_id, "row", id);

CREATE INDEX imports_ready ON public.imports USING btree (uploaded_at) WHERE (state = 'ready'::text);

CREATE UNIQUE INDEX imports_running_key ON public.imports USING btree ((true)) WHERE (state = ANY (ARRAY['checking'::text, 'writing'::text]));

CREATE UNIQUE INDEX impounds_open_key ON public.impounds USING btree (vehicle_id) WHERE (released_at IS NULL);

CREATE INDEX jail_terms_of ON public.jail_terms USING btree (character_id, until_at DESC);

CREATE INDEX jail_terms_on ON public.jail_terms USING btree (server_id, until_at) WHERE (released_at IS NULL);

CREATE INDEX known_devices_last_at_idx ON public.known_devices USING btree (last_at);

CREATE INDEX leave_requests_asked_idx ON public.leave_requests USING btree (id) WHERE (state = 'asked'::text);

CREATE INDEX leave_requests_decided_by_idx ON public.leave_requests USING btree (decided_by) WHERE (decided_by IS NOT NULL);

CREATE INDEX leave_requests_decided_idx ON public.leave_requests USING btree (decided_at DESC) WHERE (decided_at IS NOT NULL);

CREATE INDEX leave_requests_leave_id_idx ON public.leave_requests USING btree (leave_id) WHERE (leave_id IS NOT NULL);

CREATE INDEX leave_requests_user_id_idx ON public.leave_requests USING btree (user_id, id DESC);

CREATE INDEX leaves_user_id_idx ON public.leaves USING btree (user_id, starts_on DESC);

CREATE INDEX licence_points_of ON public.licence_points USING btree (licence_id, lapses_at);

CREATE INDEX licence_points_of_report ON public.licence_points USING btree (report_id) WHERE (report_id IS NOT NULL);

CREATE INDEX licences_applied ON public.licences USING btree (applied_at, id) WHERE (state = 'applied'::text);

CREATE INDEX lookups_at_idx ON public.lookups USING btree (at);

CREATE INDEX lookups_call_idx ON public.lookups USING btree (call_id) WHERE (call_id IS NOT NULL);

CREATE INDEX lookups_character_idx ON public.lookups USING btree (character_id, id DESC) WHERE (character_id IS NOT NULL);

CREATE INDEX lookups_department_idx ON public.lookups USING btree (department_id, at DESC, id DESC);

CREATE INDEX lookups_draft_idx ON public.lookups USING btree (warrant_draft_id) WHERE (warrant_draft_id IS NOT NULL);

CREATE INDEX lookups_user_idx ON public.lookups USING btree (user_id, at DESC, id DESC);

CREATE INDEX lookups_warrant_idx ON public.lookups USING btree (warrant_id, id DESC) WHERE (warrant_id IS NOT NULL);

CREATE INDEX lookups_warrants_idx ON public.lookups USING btree (id DESC) WHERE ((warrant_id IS NOT NULL) OR (warrant_draft_id IS NOT NULL));

CREATE INDEX marks_user_id_idx ON public.marks USING btree (user_id, created_at DESC);

CREATE INDEX name_variants_idx ON public.name_variants USING btree (variant, word);

CREATE INDEX notices_by_age ON public.notices USING btree (created_at);

CREATE INDEX notices_of_user ON public.notices USING btree (user_id, id DESC);

CREATE INDEX offence_revisions_of ON public.offence_revisions USING btree (offence_id, id DESC);

CREATE UNIQUE INDEX offences_code_key ON public.offences USING btree (lower(code)) WHERE (retired_at IS NULL);

CREATE INDEX own_calls_user_id_idx ON public.own_calls USING btree (user_id, call_id DESC);

CREATE INDEX patrol_corrections_asked_by_idx ON public.patrol_corrections USING btree (asked_by);

CREATE INDEX patrol_corrections_asked_idx ON public.patrol_corrections USING btree (id) WHERE (state = 'asked'::text);

CREATE INDEX patrol_corrections_decided_by_idx ON public.patrol_corrections USING btree (decided_by) WHERE (decided_by IS NOT NULL);

CREATE UNIQUE INDEX patrol_corrections_one_asked ON public.patrol_corrections USING btree (patrol_id) WHERE (state = 'asked'::text);

CREATE INDEX patrol_corrections_patrol_id_idx ON public.patrol_corrections USING btree (patrol_id, id DESC);

CREATE INDEX patrol_gaps_decided_by_idx ON public.patrol_gaps USING btree (decided_by) WHERE (decided_by IS NOT NULL);

CREATE INDEX patrol_gaps_left_out_idx ON public.patrol_gaps USING btree (started_at) INCLUDE (patrol_id, user_id, department_id, ended_at, decided_at) WHERE (NOT is_counted);

CREATE INDEX patrol_gaps_long_idx ON public.patrol_gaps USING btree (started_at) WHERE (is_long AND (NOT is_counted));

CREATE INDEX patrol_gaps_patrol_id_idx ON public.patrol_gaps USING btree (patrol_id) INCLUDE (started_at, ended_at, is_counted, decided_at);

CREATE INDEX patrol_gaps_user_id_idx ON public.patrol_gaps USING btree (user_id, started_at) INCLUDE (patrol_id, department_id, ended_at, decided_at) WHERE (NOT is_counted);

CREATE INDEX patrol_gaps_waiting_idx ON public.patrol_gaps USING btree (patrol_id) INCLUDE (user_id, department_id, started_at, ended_at) WHERE ((NOT is_counted) AND (decided_at IS NULL));

CREATE INDEX patrol_stretches_beat_id_idx ON public.patrol_stretches USING btree (beat_id) WHERE (beat_id IS NOT NULL);

CREATE INDEX patrols_department_id_idx ON public.patrols USING btree (department_id, started_at) INCLUDE (id, user_id, ended_at, server_id, calls, seen_seconds, watched_seconds, status_seconds);

CREATE INDEX patrols_long_idx ON public.patrols USING btree (started_at) INCLUDE (id, user_id, ended_at, department_id, server_id, calls, seen_seconds, watched_seconds) WHERE is_long;

CREATE UNIQUE INDEX patrols_one_open ON public.patrols USING btree (user_id) WHERE (ended_at IS NULL);

CREATE INDEX patrols_server_id_idx ON public.patrols USING btree (server_id);

CREATE INDEX patrols_started_at_idx ON public.patrols USING btree (started_at) INCLUDE (id, user_id, ended_at, department_id, server_id, calls, seen_seconds, watched_seconds);

CREATE INDEX patrols_unsettled_idx ON public.patrols USING btree (ended_at) WHERE ((settled_at IS NULL) AND (ended_at IS NOT NULL));

CREATE INDEX patrols_user_id_idx ON public.patrols USING btree (user_id, started_at DESC, id DESC) INCLUDE (ended_at, department_id, server_id, calls);

CREATE INDEX penalty_messages_waiting ON public.penalty_messages USING btree (server_id, id) WHERE (acknowledged_at IS NULL);

CREATE INDEX pictures_of_evidence ON public.pictures USING btree (owner_id, created_at) WHERE is_evidence;

CREATE INDEX pictures_owner_idx ON public.pictures USING btree (owner_id);

CREATE INDEX pings_at_idx ON public.pings USING btree (at);

CREATE INDEX pings_from_user_id_idx ON public.pings USING btree (from_user_id);

CREATE UNIQUE INDEX pings_one_open ON public.pings USING btree (to_user_id, COALESCE(from_user_id, 0)) WHERE (closed_at IS NULL);

CREATE INDEX presence_server_id_idx ON public.presence USING btree (server_id);

CREATE INDEX presence_user_id_idx ON public.presence USING btree (user_id, ended_at DESC, started_at);

CREATE INDEX rank_changes_user_id_idx ON public.rank_changes USING btree (user_id, at DESC);

CREATE UNIQUE INDEX ranks_name_key ON public.ranks USING btree (department_id, lower(name)) WHERE (retired_at IS NULL);

CREATE UNIQUE INDEX record_claims_character_key ON public.record_claims USING btree (noted_character_id, user_id) WHERE ((state = 'open'::text) AND (noted_character_id IS NOT NULL));

CREATE INDEX record_claims_of ON public.record_claims USING btree (user_id, id DESC);

CREATE INDEX record_claims_open ON public.record_claims USING btree (created_at, id) WHERE (state = 'open'::text);

CREATE UNIQUE INDEX record_claims_vehicle_key ON public.record_claims USING btree (vehicle_id, user_id) WHERE ((state = 'open'::text) AND (vehicle_id IS NOT NULL));

CREATE INDEX record_events_of_character ON public.record_events USING btree (character_id, id DESC) WHERE (character_id IS NOT NULL);

CREATE INDEX record_events_of_vehicle ON public.record_events USING btree (vehicle_id, id DESC) WHERE (vehicle_id IS NOT NULL);

CREATE UNIQUE INDEX record_fields_name_key ON public.record_fields USING btree (of, lower(name)) WHERE (retired_at IS NULL);

CREATE INDEX report_drafts_of ON public.report_drafts USING btree (writer_id, saved_at DESC);

CREATE INDEX report_events_of ON public.report_events USING btree (report_id, id DESC);

CREATE INDEX report_people_of ON public.report_people USING btree (character_id, is_medical, report_id DESC) INCLUDE (role);

CREATE INDEX report_people_of_kind ON public.report_people USING btree (character_id, kind, report_id DESC) INCLUDE (role);

CREATE INDEX report_pictures_of_draft ON public.report_pictures USING btree (draft_id) WHERE (draft_id IS NOT NULL);

CREATE INDEX report_pictures_of_report ON public.report_pictures USING btree (report_id) WHERE (report_id IS NOT NULL);

CREATE INDEX report_pictures_picture ON public.report_pictures USING btree (picture_id);

CREATE INDEX report_revisions_of ON public.report_revisions USING btree (report_id, id);

CREATE INDEX report_vehicles_of ON public.report_vehicles USING btree (vehicle_id, report_id DESC);

CREATE INDEX reports_by_kind ON public.reports USING btree (kind, id DESC);

CREATE INDEX reports_by_service ON public.reports USING btree (is_medical, id DESC);

CREATE INDEX reports_by_state ON public.reports USING btree (is_medical, state, id DESC);

CREATE INDEX reports_by_time ON public.reports USING btree (created_at);

CREATE INDEX reports_counted ON public.reports USING btree (subject_id, kind) WHERE (state = 'final'::text);

CREATE INDEX reports_of_call ON public.reports USING btree (call_id, id DESC) WHERE (call_id IS NOT NULL);

CREATE INDEX reports_of_department ON public.reports USING btree (department_id, id DESC);

CREATE INDEX reports_of_subject ON public.reports USING btree (subject_id, id DESC) WHERE (subject_id IS NOT NULL);

CREATE INDEX reports_of_writer ON public.reports USING btree (writer_id, id DESC);

CREATE INDEX reports_returned ON public.reports USING btree (writer_id, id DESC) WHERE ((state = ANY (ARRAY['submitted'::text, 'returned'::text])) OR (amendment IS NOT NULL));

CREATE INDEX reports_waiting ON public.reports USING btree (department_id, submitted_at, id) WHERE (proposed_revision_id IS NOT NULL);

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

CREATE INDEX support_messages_of_ticket ON public.support_messages USING btree (ticket_id, at, id);

CREATE INDEX support_tickets_closed ON public.support_tickets USING btree (closed_at) WHERE (state = 'closed'::text);

CREATE INDEX support_tickets_of_discord ON public.support_tickets USING btree (discord_id);

CREATE INDEX support_tickets_of_opener ON public.support_tickets USING btree (opener_id) WHERE (opener_id IS NOT NULL);

CREATE INDEX support_tickets_open ON public.support_tickets USING btree (last_message_at DESC) WHERE (state = 'open'::text);

CREATE INDEX tones_call_id_idx ON public.tones USING btree (call_id) WHERE (call_id IS NOT NULL);

CREATE INDEX tones_server_id_at_idx ON public.tones USING btree (server_id, at);

CREATE INDEX track_blocks_server_id_idx ON public.track_blocks USING btree (server_id, started_at);

CREATE INDEX track_blocks_started_at_idx ON public.track_blocks USING btree (started_at);

CREATE INDEX track_blocks_user_id_idx ON public.track_blocks USING btree (user_id, started_at);

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

CREATE INDEX users_picture_idx ON public.users USING btree (picture_id) WHERE (picture_id IS NOT NULL);

CREATE INDEX users_search ON public.users USING gin (search_text public.gin_trgm_ops);

CREATE UNIQUE INDEX users_steam_id_key ON public.users USING btree (lower(steam_id)) WHERE (steam_id <> ''::text);

CREATE INDEX users_whitelisted_idx ON public.users USING btree (id) WHERE (is_whitelisted OR is_whitelisted_dev OR is_entitled OR is_entitled_dev);

CREATE INDEX vehicle_transfers_from ON public.vehicle_transfers USING btree (from_character_id);

CREATE INDEX vehicle_transfers_to ON public.vehicle_transfers USING btree (to_character_id);

CREATE UNIQUE INDEX vehicles_external_key ON public.vehicles USING btree (external_id) WHERE ((external_id IS NOT NULL) AND (removed_at IS NULL));

CREATE INDEX vehicles_of ON public.vehicles USING btree (character_id) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX vehicles_plate_key ON public.vehicles USING btree (plate_key text_pattern_ops) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX vehicles_vin_key ON public.vehicles USING btree (vin_key text_pattern_ops) WHERE ((removed_at IS NULL) AND (vin_key <> ''::text));

CREATE INDEX warrant_drafts_of ON public.warrant_drafts USING btree (writer_id, saved_at DESC);

CREATE INDEX warrant_reviewers_of ON public.warrant_reviewers USING btree (user_id);

CREATE INDEX warrant_servers_departments ON public.warrant_servers USING btree (department_id) WHERE (department_id IS NOT NULL);

CREATE INDEX warrant_servers_users ON public.warrant_servers USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX warrants_by_state ON public.warrants USING btree (state, since, id);

CREATE INDEX warrants_by_subject ON public.warrants USING btree (lower(subject_name), id);

CREATE INDEX warrants_closed ON public.warrants USING btree (closed_at, id) WHERE (closed_at IS NOT NULL);

CREATE INDEX warrants_ended ON public.warrants USING btree (expires_at, id) WHERE (closed_at IS NOT NULL);

CREATE INDEX warrants_of_person ON public.warrants USING btree (character_id) WHERE ((state = 'active'::text) AND (character_id IS NOT NULL));

CREATE INDEX warrants_of_vehicle ON public.warrants USING btree (vehicle_id) WHERE ((state = 'active'::text) AND (vehicle_id IS NOT NULL));

CREATE INDEX warrants_of_writer ON public.warrants USING btree (writer_id, submitted_at DESC, id);

CREATE INDEX warrants_searched ON public.warrants USING gin (lower(((subject_name || ' '::text) || about)) public.gin_trgm_ops);

CREATE INDEX warrants_signed ON public.warrants USING btree (signed_at DESC, id) WHERE (state = 'active'::text);

CREATE INDEX warrants_to_expire ON public.warrants USING btree (expires_at) WHERE (state = 'active'::text);

CREATE INDEX warrants_undecided ON public.warrants USING btree (since, id) WHERE ((signed_at IS NULL) AND (closed_at IS NULL));

CREATE INDEX weapons_of ON public.weapons USING btree (character_id) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX weapons_serial_key ON public.weapons USING btree (serial_key text_pattern_ops) WHERE (removed_at IS NULL);

CREATE INDEX whitelist_changes_at_idx ON public.whitelist_changes USING btree (at);

CREATE INDEX whitelist_pushes_server_id_idx ON public.whitelist_pushes USING btree (server_id, requested_at DESC);

CREATE TRIGGER api_keys_revocation_announced AFTER UPDATE ON public.api_keys FOR EACH ROW WHEN (((old.revoked_at IS DISTINCT FROM new.revoked_at) OR (old.expires_at IS DISTINCT FROM new.expires_at))) EXECUTE FUNCTION public.announce_key_revocation();

CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER audit_logged AFTER INSERT ON public.audit REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.log_audit();

CREATE CONSTRAINT TRIGGER call_units_active_call AFTER INSERT OR UPDATE OF cleared_at, call_id ON public.call_units DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_call_units();

CREATE CONSTRAINT TRIGGER calls_active_with_units AFTER INSERT OR UPDATE OF status ON public.calls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_call_units();

CREATE TRIGGER character_names_added AFTER INSERT ON public.character_names REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.follow_new_names();

CREATE TRIGGER character_names_append_only BEFORE UPDATE ON public.character_names FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER character_names_deleted AFTER DELETE ON public.character_names REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION public.follow_deleted_names();

CREATE TRIGGER characters_added AFTER INSERT ON public.characters REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.follow_new_characters();

CREATE TRIGGER characters_changed AFTER UPDATE ON public.characters REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.follow_changed_characters();

CREATE TRIGGER characters_deleted AFTER DELETE ON public.characters REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION public.follow_deleted_characters();

CREATE TRIGGER characters_fields_added AFTER INSERT ON public.characters REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.follow_new_fields();

CREATE TRIGGER characters_fields_changed AFTER UPDATE ON public.characters REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.follow_changed_fields();

CREATE TRIGGER characters_fields_removed AFTER UPDATE OF removed_at ON public.characters FOR EACH ROW WHEN ((((old.removed_at IS NULL) <> (new.removed_at IS NULL)) AND (new.fields <> '{}'::jsonb))) EXECUTE FUNCTION public.follow_removal();

CREATE TRIGGER conduct_acceptances_stay BEFORE UPDATE ON public.conduct_acceptances FOR EACH ROW EXECUTE FUNCTION public.refuse_conduct_change();

CREATE TRIGGER conduct_versions_stay BEFORE DELETE OR UPDATE ON public.conduct_versions FOR EACH ROW EXECUTE FUNCTION public.refuse_conduct_change();

CREATE TRIGGER departments_changed AFTER UPDATE ON public.departments FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.full_name IS DISTINCT FROM new.full_name)) OR (old.type IS DISTINCT FROM new.type)) OR (old.is_cad_enabled IS DISTINCT FROM new.is_cad_enabled))) EXECUTE FUNCTION public.touch_department_members();

CREATE TRIGGER discord_connection_page_announced AFTER UPDATE ON public.discord_connection FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page();

CREATE TRIGGER discord_connection_told AFTER UPDATE ON public.discord_connection FOR EACH STATEMENT EXECUTE FUNCTION public.tell_discord_connection();

CREATE TRIGGER discord_errands_freed AFTER UPDATE OF state, run_at ON public.discord_errands FOR EACH ROW WHEN (((new.state = 'waiting'::text) AND ((old.state <> 'waiting'::text) OR (new.run_at < old.run_at)))) EXECUTE FUNCTION public.tell_discord_errands();

CREATE TRIGGER discord_errands_told AFTER INSERT ON public.discord_errands FOR EACH STATEMENT EXECUTE FUNCTION public.tell_discord_errands();

CREATE TRIGGER discord_guilds_stopped AFTER UPDATE OF followed_at, left_at ON public.discord_guilds FOR EACH ROW WHEN (((old.followed_at IS NOT NULL) AND (old.left_at IS NULL) AND ((new.followed_at IS NULL) OR (new.left_at IS NOT NULL)))) EXECUTE FUNCTION public.stop_following();

CREATE TRIGGER discord_links_logged AFTER INSERT OR DELETE ON public.discord_links FOR EACH ROW EXECUTE FUNCTION public.log_link();

CREATE TRIGGER discord_members_joined AFTER INSERT ON public.discord_members FOR EACH ROW EXECUTE FUNCTION public.forget_earlier_membership();

CREATE TRIGGER discord_members_logged AFTER DELETE ON public.discord_members REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.log_leaving();

CREATE TRIGGER discord_members_rejoined AFTER UPDATE OF joined_at ON public.discord_members FOR EACH ROW WHEN (public.is_new_membership(old.joined_at, new.joined_at)) EXECUTE FUNCTION public.forget_earlier_membership();

CREATE TRIGGER discord_roles_mapped_stay BEFORE DELETE ON public.discord_roles FOR EACH ROW EXECUTE FUNCTION public.keep_mapped_role();

CREATE TRIGGER entitlements_added AFTER INSERT ON public.entitlements FOR EACH ROW WHEN (((new.gift_kind = 'whitelist'::text) AND (new.department_id IS NOT NULL))) EXECUTE FUNCTION public.whitelist_entitlement_changed();

CREATE TRIGGER entitlements_of_grants_added AFTER INSERT ON public.entitlements FOR EACH ROW WHEN (((new.gift_kind = 'whitelist'::text) AND (new.source_kind = ANY (ARRAY['ridealong'::text, 'pass'::text])))) EXECUTE FUNCTION public.grant_entitlement_changed();

CREATE TRIGGER entitlements_of_grants_removed AFTER DELETE ON public.entitlements FOR EACH ROW WHEN (((old.gift_kind = 'whitelist'::text) AND (old.source_kind = ANY (ARRAY['ridealong'::text, 'pass'::text])))) EXECUTE FUNCTION public.grant_entitlement_changed();

CREATE TRIGGER entitlements_removed AFTER DELETE ON public.entitlements FOR EACH ROW WHEN (((old.gift_kind = 'whitelist'::text) AND (old.department_id IS NOT NULL))) EXECUTE FUNCTION public.whitelist_entitlement_changed();

CREATE TRIGGER entitlements_stay BEFORE UPDATE ON public.entitlements FOR EACH ROW EXECUTE FUNCTION public.refuse_entitlement_change();

CREATE TRIGGER grants_changed AFTER UPDATE OF state, ends_at ON public.grants FOR EACH ROW WHEN (((old.state = 'active'::text) OR (new.state = 'active'::text))) EXECUTE FUNCTION public.grant_entitles();

CREATE TRIGGER grants_given AFTER INSERT ON public.grants FOR EACH ROW WHEN ((new.state = 'active'::text)) EXECUTE FUNCTION public.grant_entitles();

CREATE TRIGGER name_words_added AFTER INSERT ON public.name_words REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.add_name_variants();

CREATE TRIGGER notices_sent AFTER INSERT ON public.notices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.send_notices_to_discord();

CREATE TRIGGER offence_revisions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.offence_revisions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER patrol_gaps_copied BEFORE INSERT ON public.patrol_gaps FOR EACH ROW EXECUTE FUNCTION public.copy_patrol_to_gap();

CREATE TRIGGER patrols_server_in_use BEFORE INSERT ON public.patrols FOR EACH ROW WHEN ((new.ended_at IS NULL)) EXECUTE FUNCTION public.refuse_patrol_on_retired_server();

CREATE TRIGGER patrols_status_seconds BEFORE UPDATE OF started_at, ended_at, settled_at ON public.patrols FOR EACH ROW WHEN (((new.settled_at IS NOT NULL) OR (old.settled_at IS NOT NULL))) EXECUTE FUNCTION public.keep_status_seconds();

CREATE TRIGGER portal_settings_page_announced AFTER INSERT OR DELETE OR UPDATE ON public.portal_settings FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page();

CREATE TRIGGER rank_changes_logged AFTER INSERT ON public.rank_changes FOR EACH ROW EXECUTE FUNCTION public.log_rank_change();

CREATE TRIGGER ranks_changed AFTER UPDATE ON public.ranks FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.capabilities IS DISTINCT FROM new.capabilities))) EXECUTE FUNCTION public.touch_rank_members();

CREATE TRIGGER record_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.record_events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER report_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.report_events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER report_revisions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.report_revisions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER reports_fields_added AFTER INSERT ON public.reports REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.follow_new_fields();

CREATE TRIGGER reports_fields_changed AFTER UPDATE ON public.reports REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.follow_changed_fields();

CREATE TRIGGER reports_guarded BEFORE DELETE OR UPDATE ON public.reports FOR EACH ROW EXECUTE FUNCTION public.guard_report();

CREATE TRIGGER reports_kept BEFORE TRUNCATE ON public.reports FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER roles_changed AFTER UPDATE ON public.roles FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION public.touch_role_members();

CREATE TRIGGER roles_end_ticket_sessions AFTER UPDATE ON public.roles FOR EACH ROW WHEN ((old.role_group_id IS DISTINCT FROM new.role_group_id)) EXECUTE FUNCTION public.end_ticket_sessions_of_holders();

CREATE TRIGGER roles_keep_a_root AFTER UPDATE ON public.roles FOR EACH ROW WHEN ((old.role_group_id IS DISTINCT FROM new.role_group_id)) EXECUTE FUNCTION public.keep_a_root();

CREATE TRIGGER server_maps_page_announced AFTER INSERT OR DELETE OR UPDATE ON public.server_maps FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page();

CREATE TRIGGER servers_open_board AFTER INSERT ON public.servers FOR EACH ROW EXECUTE FUNCTION public.open_board();

CREATE TRIGGER servers_page_announced AFTER DELETE OR UPDATE OF retired_at ON public.servers FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page();

CREATE TRIGGER sessions_end_announced AFTER UPDATE ON public.sessions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION public.announce_session_end();

CREATE TRIGGER sessions_no_ticket_for_administrators BEFORE INSERT ON public.sessions FOR EACH ROW WHEN ((new.kind = 'ticket'::text)) EXECUTE FUNCTION public.refuse_ticket_of_administrator();

CREATE TRIGGER sessions_removal_announced AFTER DELETE ON public.sessions FOR EACH ROW WHEN ((old.revoked_at IS NULL)) EXECUTE FUNCTION public.announce_session_end();

CREATE TRIGGER settings_page_announced AFTER INSERT OR DELETE OR UPDATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page();

CREATE TRIGGER settings_stream_advanced AFTER INSERT OR DELETE OR UPDATE ON public.settings FOR EACH ROW EXECUTE FUNCTION public.advance_settings();

CREATE TRIGGER track_blocks_added AFTER INSERT ON public.track_blocks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.track_block_totals();

CREATE TRIGGER track_blocks_deleted AFTER DELETE ON public.track_blocks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.track_block_totals();

CREATE TRIGGER units_duty_begun AFTER INSERT ON public.units FOR EACH ROW EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER units_duty_changed AFTER UPDATE ON public.units FOR EACH ROW WHEN (((((((old.status = 1) IS DISTINCT FROM (new.status = 1)) OR (old.server_id IS DISTINCT FROM new.server_id)) OR (old.department_id IS DISTINCT FROM new.department_id)) OR (old.unit_class IS DISTINCT FROM new.unit_class)) OR (old.type IS DISTINCT FROM new.type))) EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER units_duty_removed AFTER DELETE ON public.units FOR EACH ROW EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER user_departments_changed AFTER INSERT OR DELETE OR UPDATE ON public.user_departments FOR EACH ROW EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER user_departments_entitled AFTER INSERT OR DELETE OR UPDATE ON public.user_departments FOR EACH ROW EXECUTE FUNCTION public.membership_entitles();

CREATE TRIGGER user_departments_logged AFTER INSERT OR DELETE ON public.user_departments FOR EACH ROW EXECUTE FUNCTION public.log_membership();

CREATE TRIGGER user_departments_not_retired BEFORE INSERT OR UPDATE ON public.user_departments FOR EACH ROW EXECUTE FUNCTION public.refuse_retired();

CREATE TRIGGER user_departments_rank_recorded AFTER UPDATE ON public.user_departments FOR EACH ROW WHEN (((old.department_id = new.department_id) AND (old.rank_id IS DISTINCT FROM new.rank_id))) EXECUTE FUNCTION public.record_rank_change();

CREATE TRIGGER user_permissions_changed AFTER INSERT OR DELETE OR UPDATE ON public.user_permissions FOR EACH ROW EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER user_roles_changed AFTER INSERT OR DELETE OR UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION public.user_part_changed();

CREATE TRIGGER user_roles_end_ticket_sessions AFTER INSERT OR UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION public.end_ticket_sessions_of_holder();

CREATE TRIGGER user_roles_keep_a_root AFTER DELETE OR UPDATE ON public.user_roles FOR EACH ROW WHEN (public.is_root_role(old.role_id)) EXECUTE FUNCTION public.keep_a_root();

CREATE TRIGGER users_access_announced AFTER UPDATE ON public.users FOR EACH ROW WHEN ((old.access_version IS DISTINCT FROM new.access_version)) EXECUTE FUNCTION public.announce_access();

CREATE TRIGGER users_changed BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((((((((((((old.name IS DISTINCT FROM new.name) OR (old.email IS DISTINCT FROM new.email)) OR (old.avatar_color IS DISTINCT FROM new.avatar_color)) OR (old.picture_id IS DISTINCT FROM new.picture_id)) OR (old.theme IS DISTINCT FROM new.theme)) OR (old.steam_id IS DISTINCT FROM new.steam_id)) OR (old.is_whitelisted IS DISTINCT FROM new.is_whitelisted)) OR (old.is_whitelisted_dev IS DISTINCT FROM new.is_whitelisted_dev)) OR (old.is_entitled IS DISTINCT FROM new.is_entitled)) OR (old.is_entitled_dev IS DISTINCT FROM new.is_entitled_dev)) OR (old.disabled_at IS DISTINCT FROM new.disabled_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION public.user_changed();

CREATE TRIGGER users_deleted_unlinked AFTER UPDATE OF deleted_at ON public.users FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION public.unlink_deleted_account();

CREATE TRIGGER users_disabled_grants AFTER UPDATE OF disabled_at, deleted_at ON public.users FOR EACH ROW WHEN ((((new.disabled_at IS NOT NULL) AND (old.disabled_at IS NULL)) OR ((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL)))) EXECUTE FUNCTION public.end_grants_of_account();

CREATE TRIGGER users_keep_a_root AFTER UPDATE ON public.users FOR EACH ROW WHEN (((((old.disabled_at IS NULL) AND (new.disabled_at IS NOT NULL)) OR ((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) AND public.is_root_user(new.id))) EXECUTE FUNCTION public.keep_a_root();

CREATE TRIGGER users_name_on_boards AFTER UPDATE OF name ON public.users FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION public.advance_boards_of_user();

CREATE TRIGGER users_sessions_end AFTER UPDATE ON public.users FOR EACH ROW WHEN (((new.disabled_at IS NOT NULL) OR (new.deleted_at IS NOT NULL) OR (old.password_hash IS DISTINCT FROM new.password_hash))) EXECUTE FUNCTION public.end_sessions_of_user();

CREATE CONSTRAINT TRIGGER users_whitelist_noted AFTER INSERT OR DELETE OR UPDATE OF steam_id, is_whitelisted, is_whitelisted_dev, is_entitled, is_entitled_dev, disabled_at, deleted_at ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note_whitelist_change();

CREATE TRIGGER vehicles_fields_added AFTER INSERT ON public.vehicles REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.follow_new_fields();

CREATE TRIGGER vehicles_fields_changed AFTER UPDATE ON public.vehicles REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.follow_changed_fields();

CREATE TRIGGER vehicles_fields_removed AFTER UPDATE OF removed_at ON public.vehicles FOR EACH ROW WHEN ((((old.removed_at IS NULL) <> (new.removed_at IS NULL)) AND (new.fields <> '{}'::jsonb))) EXECUTE FUNCTION public.follow_removal();

CREATE TRIGGER warrant_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.warrant_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER warrants_guarded BEFORE DELETE OR UPDATE ON public.warrants FOR EACH ROW EXECUTE FUNCTION public.guard_warrant();

CREATE TRIGGER warrants_kept BEFORE TRUNCATE ON public.warrants FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER warrants_logged AFTER UPDATE OF state ON public.warrants FOR EACH ROW WHEN (((new.state = ANY (ARRAY['active'::text, 'served'::text, 'recalled'::text, 'expired'::text])) AND (old.state <> new.state) AND (NOT new.is_confidential))) EXECUTE FUNCTION public.log_warrant();

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

ALTER TABLE ONLY public.bolo_hits
    ADD CONSTRAINT bolo_hits_bolo_id_fkey FOREIGN KEY (bolo_id) REFERENCES public.bolos(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.bolo_hits
    ADD CONSTRAINT bolo_hits_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.bolos
    ADD CONSTRAINT bolos_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.bolos
    ADD CONSTRAINT bolos_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id);

ALTER TABLE ONLY public.bolos
    ADD CONSTRAINT bolos_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.bolos
    ADD CONSTRAINT bolos_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.bolos
    ADD CONSTRAINT bolos_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id);

ALTER TABLE ONLY public.bridge_events
    ADD CONSTRAINT bridge_events_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.call_logs
    ADD CONSTRAINT call_logs_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.call_logs
    ADD CONSTRAINT call_logs_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.calls(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.call_logs
    ADD CONSTRAINT call_logs_takes_back_id_fkey FOREIGN KEY (takes_back_id) REFERENCES public.call_logs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.call_subjects
    ADD CONSTRAINT call_subjects_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.call_subjects
    ADD CONSTRAINT call_subjects_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.calls(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.call_subjects
    ADD CONSTRAINT call_subjects_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id);

ALTER TABLE ONLY public.call_subjects
    ADD CONSTRAINT call_subjects_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id);

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

ALTER TABLE ONLY public.cautions
    ADD CONSTRAINT cautions_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.cautions
    ADD CONSTRAINT cautions_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.cautions
    ADD CONSTRAINT cautions_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.character_names
    ADD CONSTRAINT character_names_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.characters
    ADD CONSTRAINT characters_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES public.characters(id);

ALTER TABLE ONLY public.characters
    ADD CONSTRAINT characters_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.characters
    ADD CONSTRAINT characters_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES public.pictures(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.characters
    ADD CONSTRAINT characters_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.conduct_acceptances
    ADD CONSTRAINT conduct_acceptances_number_fkey FOREIGN KEY (number) REFERENCES public.conduct_versions(number);

ALTER TABLE ONLY public.conduct_acceptances
    ADD CONSTRAINT conduct_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.conduct_versions
    ADD CONSTRAINT conduct_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.discord_ballots
    ADD CONSTRAINT discord_ballots_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_ballots
    ADD CONSTRAINT discord_ballots_vote_id_fkey FOREIGN KEY (vote_id) REFERENCES public.discord_votes(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_channels
    ADD CONSTRAINT discord_channels_guild_id_fkey FOREIGN KEY (guild_id) REFERENCES public.discord_guilds(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_connection
    ADD CONSTRAINT discord_connection_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.discord_direct
    ADD CONSTRAINT discord_direct_discord_id_fkey FOREIGN KEY (discord_id) REFERENCES public.discord_links(discord_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_kept
    ADD CONSTRAINT discord_kept_guild_id_fkey FOREIGN KEY (guild_id) REFERENCES public.discord_guilds(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_kept
    ADD CONSTRAINT discord_kept_kept_by_fkey FOREIGN KEY (kept_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.discord_ledger
    ADD CONSTRAINT discord_ledger_guild_id_fkey FOREIGN KEY (guild_id) REFERENCES public.discord_guilds(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_ledger
    ADD CONSTRAINT discord_ledger_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.discord_roles(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_ledger
    ADD CONSTRAINT discord_ledger_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.discord_runs(id);

ALTER TABLE ONLY public.discord_links
    ADD CONSTRAINT discord_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_members
    ADD CONSTRAINT discord_members_guild_id_fkey FOREIGN KEY (guild_id) REFERENCES public.discord_guilds(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_nicknames
    ADD CONSTRAINT discord_nicknames_guild_id_fkey FOREIGN KEY (guild_id) REFERENCES public.discord_guilds(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_patrol_notices
    ADD CONSTRAINT discord_patrol_notices_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.discord_patrol_notices
    ADD CONSTRAINT discord_patrol_notices_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.discord_preferences
    ADD CONSTRAINT discord_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_roles
    ADD CONSTRAINT discord_roles_guild_id_fkey FOREIGN KEY (guild_id) REFERENCES public.discord_guilds(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_runs
    ADD CONSTRAINT discord_runs_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.discord_runs
    ADD CONSTRAINT discord_runs_guild_id_fkey FOREIGN KEY (guild_id) REFERENCES public.discord_guilds(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_sign_ins
    ADD CONSTRAINT discord_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.discord_texts
    ADD CONSTRAINT discord_texts_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.discord_texts
    ADD CONSTRAINT discord_texts_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.discord_votes
    ADD CONSTRAINT discord_votes_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.discord_votes
    ADD CONSTRAINT discord_votes_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.dispatch_notes
    ADD CONSTRAINT dispatch_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.dispatch_notes
    ADD CONSTRAINT dispatch_notes_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_department_id_rank_id_fkey FOREIGN KEY (department_id, rank_id) REFERENCES public.ranks(department_id, id);

ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_discord_role_id_fkey FOREIGN KEY (discord_role_id) REFERENCES public.discord_roles(id);

ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_role_group_fkey FOREIGN KEY (role_group) REFERENCES public.role_groups(name);

ALTER TABLE ONLY public.field_values
    ADD CONSTRAINT field_values_field_id_fkey FOREIGN KEY (field_id) REFERENCES public.record_fields(id);

ALTER TABLE ONLY public.fines
    ADD CONSTRAINT fines_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id);

ALTER TABLE ONLY public.fines
    ADD CONSTRAINT fines_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.fines
    ADD CONSTRAINT fines_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.fines
    ADD CONSTRAINT fines_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_chunks
    ADD CONSTRAINT import_chunks_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_problems
    ADD CONSTRAINT import_problems_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_started_by_fkey FOREIGN KEY (started_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.impounds
    ADD CONSTRAINT impounds_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.impounds
    ADD CONSTRAINT impounds_released_by_fkey FOREIGN KEY (released_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.impounds
    ADD CONSTRAINT impounds_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.jail_terms
    ADD CONSTRAINT jail_terms_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id);

ALTER TABLE ONLY public.jail_terms
    ADD CONSTRAINT jail_terms_released_by_fkey FOREIGN KEY (released_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.jail_terms
    ADD CONSTRAINT jail_terms_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.jail_terms
    ADD CONSTRAINT jail_terms_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.leave_requests
    ADD CONSTRAINT leave_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.leave_requests
    ADD CONSTRAINT leave_requests_leave_id_fkey FOREIGN KEY (leave_id) REFERENCES public.leaves(id);

ALTER TABLE ONLY public.leave_requests
    ADD CONSTRAINT leave_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.leaves
    ADD CONSTRAINT leaves_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.leaves
    ADD CONSTRAINT leaves_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.licence_points
    ADD CONSTRAINT licence_points_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.licence_points
    ADD CONSTRAINT licence_points_licence_id_fkey FOREIGN KEY (licence_id) REFERENCES public.licences(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.licence_points
    ADD CONSTRAINT licence_points_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.licences
    ADD CONSTRAINT licences_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lookups
    ADD CONSTRAINT lookups_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.lookups
    ADD CONSTRAINT lookups_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.lookups
    ADD CONSTRAINT lookups_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.offence_revisions
    ADD CONSTRAINT offence_revisions_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.offence_revisions
    ADD CONSTRAINT offence_revisions_offence_id_fkey FOREIGN KEY (offence_id) REFERENCES public.offences(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.offences
    ADD CONSTRAINT offences_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.offence_revisions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.own_calls
    ADD CONSTRAINT own_calls_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.calls(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.own_calls
    ADD CONSTRAINT own_calls_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.patrol_corrections
    ADD CONSTRAINT patrol_corrections_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.patrol_corrections
    ADD CONSTRAINT patrol_corrections_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.patrol_corrections
    ADD CONSTRAINT patrol_corrections_patrol_id_fkey FOREIGN KEY (patrol_id) REFERENCES public.patrols(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.patrol_gaps
    ADD CONSTRAINT patrol_gaps_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.patrol_gaps
    ADD CONSTRAINT patrol_gaps_patrol_id_fkey FOREIGN KEY (patrol_id) REFERENCES public.patrols(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.patrol_quotas
    ADD CONSTRAINT patrol_quotas_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.patrol_quotas
    ADD CONSTRAINT patrol_quotas_department_id_rank_id_fkey FOREIGN KEY (department_id, rank_id) REFERENCES public.ranks(department_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.patrol_stretches
    ADD CONSTRAINT patrol_statuses_patrol_id_fkey FOREIGN KEY (patrol_id) REFERENCES public.patrols(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.patrol_stretches
    ADD CONSTRAINT patrol_stretches_beat_id_fkey FOREIGN KEY (beat_id) REFERENCES public.beats(id);

ALTER TABLE ONLY public.patrols
    ADD CONSTRAINT patrols_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.patrols
    ADD CONSTRAINT patrols_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.patrols
    ADD CONSTRAINT patrols_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.penalty_messages
    ADD CONSTRAINT penalty_messages_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.penalty_messages
    ADD CONSTRAINT penalty_messages_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pings
    ADD CONSTRAINT pings_from_user_id_fkey FOREIGN KEY (from_user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pings
    ADD CONSTRAINT pings_to_user_id_fkey FOREIGN KEY (to_user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.played_characters
    ADD CONSTRAINT played_characters_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.played_characters
    ADD CONSTRAINT played_characters_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.played_characters
    ADD CONSTRAINT played_characters_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.postals
    ADD CONSTRAINT postals_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

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

ALTER TABLE ONLY public.record_claims
    ADD CONSTRAINT record_claims_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_claims
    ADD CONSTRAINT record_claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.record_claims
    ADD CONSTRAINT record_claims_noted_character_id_fkey FOREIGN KEY (noted_character_id) REFERENCES public.characters(id);

ALTER TABLE ONLY public.record_claims
    ADD CONSTRAINT record_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_claims
    ADD CONSTRAINT record_claims_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id);

ALTER TABLE ONLY public.record_events
    ADD CONSTRAINT record_events_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.record_events
    ADD CONSTRAINT record_events_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id);

ALTER TABLE ONLY public.record_events
    ADD CONSTRAINT record_events_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id);

ALTER TABLE ONLY public.report_drafts
    ADD CONSTRAINT report_drafts_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.report_drafts
    ADD CONSTRAINT report_drafts_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.report_drafts
    ADD CONSTRAINT report_drafts_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.report_drafts
    ADD CONSTRAINT report_drafts_writer_id_fkey FOREIGN KEY (writer_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.report_events
    ADD CONSTRAINT report_events_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.report_events
    ADD CONSTRAINT report_events_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.report_events
    ADD CONSTRAINT report_events_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.report_revisions(id);

ALTER TABLE ONLY public.report_people
    ADD CONSTRAINT report_people_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id);

ALTER TABLE ONLY public.report_people
    ADD CONSTRAINT report_people_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.report_pictures
    ADD CONSTRAINT report_pictures_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.report_pictures
    ADD CONSTRAINT report_pictures_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES public.report_drafts(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.report_pictures
    ADD CONSTRAINT report_pictures_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES public.pictures(id);

ALTER TABLE ONLY public.report_pictures
    ADD CONSTRAINT report_pictures_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.report_revisions
    ADD CONSTRAINT report_revisions_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.report_revisions
    ADD CONSTRAINT report_revisions_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.report_vehicles
    ADD CONSTRAINT report_vehicles_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.report_vehicles
    ADD CONSTRAINT report_vehicles_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.calls(id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_proposed_revision_id_fkey FOREIGN KEY (proposed_revision_id) REFERENCES public.report_revisions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.report_revisions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES public.characters(id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_writer_id_fkey FOREIGN KEY (writer_id) REFERENCES public.users(id);

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

ALTER TABLE ONLY public.server_watches
    ADD CONSTRAINT server_watches_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES public.users(id) ON DELETE SET NULL;

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

ALTER TABLE ONLY public.support_messages
    ADD CONSTRAINT support_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.support_messages
    ADD CONSTRAINT support_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.support_tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.support_tickets
    ADD CONSTRAINT support_tickets_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.support_tickets
    ADD CONSTRAINT support_tickets_guild_id_fkey FOREIGN KEY (guild_id) REFERENCES public.discord_guilds(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.support_tickets
    ADD CONSTRAINT support_tickets_opener_id_fkey FOREIGN KEY (opener_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.tones
    ADD CONSTRAINT tones_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.calls(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.tones
    ADD CONSTRAINT tones_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.tones
    ADD CONSTRAINT tones_sounded_by_fkey FOREIGN KEY (sounded_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.track_blocks
    ADD CONSTRAINT track_blocks_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.track_blocks
    ADD CONSTRAINT track_blocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

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

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES public.pictures(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.vehicle_transfers
    ADD CONSTRAINT vehicle_transfers_from_character_id_fkey FOREIGN KEY (from_character_id) REFERENCES public.characters(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vehicle_transfers
    ADD CONSTRAINT vehicle_transfers_to_character_id_fkey FOREIGN KEY (to_character_id) REFERENCES public.characters(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vehicle_transfers
    ADD CONSTRAINT vehicle_transfers_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vehicles
    ADD CONSTRAINT vehicles_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id);

ALTER TABLE ONLY public.vehicles
    ADD CONSTRAINT vehicles_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.warrant_drafts
    ADD CONSTRAINT warrant_drafts_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.warrant_drafts
    ADD CONSTRAINT warrant_drafts_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.warrant_drafts
    ADD CONSTRAINT warrant_drafts_warrant_id_fkey FOREIGN KEY (warrant_id) REFERENCES public.warrants(id);

ALTER TABLE ONLY public.warrant_drafts
    ADD CONSTRAINT warrant_drafts_writer_id_fkey FOREIGN KEY (writer_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.warrant_entries
    ADD CONSTRAINT warrant_entries_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.warrant_entries
    ADD CONSTRAINT warrant_entries_warrant_id_fkey FOREIGN KEY (warrant_id) REFERENCES public.warrants(id);

ALTER TABLE ONLY public.warrant_reports
    ADD CONSTRAINT warrant_reports_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.warrant_reports
    ADD CONSTRAINT warrant_reports_warrant_id_fkey FOREIGN KEY (warrant_id) REFERENCES public.warrants(id);

ALTER TABLE ONLY public.warrant_reviewers
    ADD CONSTRAINT warrant_reviewers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.warrant_reviewers
    ADD CONSTRAINT warrant_reviewers_warrant_id_fkey FOREIGN KEY (warrant_id) REFERENCES public.warrants(id);

ALTER TABLE ONLY public.warrant_servers
    ADD CONSTRAINT warrant_servers_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.warrant_servers
    ADD CONSTRAINT warrant_servers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.warrant_servers
    ADD CONSTRAINT warrant_servers_warrant_id_fkey FOREIGN KEY (warrant_id) REFERENCES public.warrants(id);

ALTER TABLE ONLY public.warrants
    ADD CONSTRAINT warrants_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.calls(id);

ALTER TABLE ONLY public.warrants
    ADD CONSTRAINT warrants_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id);

ALTER TABLE ONLY public.warrants
    ADD CONSTRAINT warrants_department_id_fkey FOREIGN KEY (department_id) REFERENCES public.departments(id);

ALTER TABLE ONLY public.warrants
    ADD CONSTRAINT warrants_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.warrants
    ADD CONSTRAINT warrants_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

ALTER TABLE ONLY public.warrants
    ADD CONSTRAINT warrants_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.warrants
    ADD CONSTRAINT warrants_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id);

ALTER TABLE ONLY public.warrants
    ADD CONSTRAINT warrants_writer_id_fkey FOREIGN KEY (writer_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.weapons
    ADD CONSTRAINT weapons_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.whitelist_changes
    ADD CONSTRAINT whitelist_changes_environment_fkey FOREIGN KEY (environment) REFERENCES public.whitelist_versions(environment);

ALTER TABLE ONLY public.whitelist_pushes
    ADD CONSTRAINT whitelist_pushes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.whitelist_pushes
    ADD CONSTRAINT whitelist_pushes_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);
