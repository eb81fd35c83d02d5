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

CREATE FUNCTION public.visible_fields(given jsonb, reader text) RETURNS jsonb
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select case when given = '{}' then given else coalesce(
    (select jsonb_object_agg(v.key, v.value) from jsonb_each(given) v join record_fields f on f.id = v.key::int and reader = any(f.audience)),
    '{}') end
$$;

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
    department_id integer NOT NULL,
    server_id integer NOT NULL,
    call_id integer,
    at timestamp with time zone DEFAULT now() NOT NULL,
    query text NOT NULL,
    found text[] DEFAULT '{}'::text[] NOT NULL,
    flags text[] DEFAULT '{}'::text[] NOT NULL,
    character_id integer,
    vehicle_id integer,
    weapon_id integer,
    CONSTRAINT lookups_kind_check CHECK ((kind = ANY (ARRAY['search'::text, 'lookup'::text, 'patient'::text, 'plate-read'::text])))
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
    created_at timestamp with time zone DEFAULT now() NOT NULL
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
    version integer DEFAULT 1 NOT NULL,
    capabilities text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT ranks_capabilities_check CHECK ((capabilities <@ ARRAY['approveReports'::text, 'seeLookups'::text, 'actOnLicences'::text, 'seePatrols'::text, 'grantLeave'::text]))
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
    picture_id bigint,
    theme text DEFAULT 'system'::text NOT NULL,
    CONSTRAINT users_avatar_color_check CHECK ((avatar_color = ANY (ARRAY['blue'::text, 'teal'::text, 'green'::text, 'amber'::text, 'red'::text, 'pink'::text, 'violet'::text, 'slate'::text]))),
    CONSTRAINT users_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    CONSTRAINT users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT users_steam_id_check CHECK ((length(steam_id) <= 40)),
    CONSTRAINT users_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text])))
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
	(1, 'Division patrol on Saturday', 'All departments, San Andreas I, 20:00. Be on the radio ten minutes before. New members ride along: tell your supervisor by Friday.', NULL, 2, '2026-11-17 04:40:17.523+00', '2026-11-23 04:40:17.523+00', NULL, 1),
	(2, 'Set your Steam hex', 'The whitelist goes by your Steam hex. If your home page shows a banner, open your settings: it says there where to find it.', NULL, 4, '2026-11-12 04:40:17.523+00', NULL, NULL, 1),
	(3, 'Quiet week on San Andreas II', 'The second server is updated on Tuesday and may restart without notice until Thursday.', NULL, 5, '2026-11-16 04:40:17.523+00', '2026-11-21 04:40:17.523+00', NULL, 1),
	(4, 'LSPD: call signs change on Monday', 'Divisions get new numbers. The list is pinned in the department channel; use it from your first patrol on Monday.', 2, 13, '2026-11-15 04:40:17.523+00', '2026-11-26 04:40:17.523+00', NULL, 1),
	(9, 'SAHP: speed enforcement week', 'Senora Freeway, every evening of this week.', 4, 18, '2026-10-28 04:40:17.523+00', '2026-11-04 04:40:17.523+00', NULL, 1);

INSERT INTO public.api_keys VALUES
	(1, 'Web client', 'web', '{portal}', '\xbd8c18290e16848410d12f8fdaa002d92fe6e70b22bd4f5541b8af9bbd46dbcf', '2026-11-18 04:40:18.402566+00', NULL, NULL, NULL, NULL, false),
	(2, 'The simulated game server', 'server', '{bridge}', '\x1a851075b41c393168184b68c12e49d3bd04ff570d7004ffbfb1e77ee02f0a9b', '2026-11-18 04:40:23.76648+00', NULL, 1, NULL, '2026-11-18 04:40:24.756706+00', false);

INSERT INTO public.api_log_minutes VALUES
	('2026-11-18 04:40:00+00', 1, 15, 0, 0);

INSERT INTO public.api_logs OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-18 04:40:24.754+00', 1, 2, 'WS', '/bridge/connect', 200, 4.700144, 0, 0, NULL, NULL, 'aD3yh79gGjjZECf1AAAA'),
	(2, '2026-11-18 04:40:24.765+00', 1, 2, 'WS', '/bridge/hello', 200, 64.278694, 5234, 7632, NULL, NULL, 'aD3yh79gGjjZECf1AAAA'),
	(3, '2026-11-18 04:40:24.843+00', 1, 2, 'WS', '/bridge/heartbeat', 200, 5.504443, 63, 43, NULL, NULL, 'aD3yh79gGjjZECf1AAAA'),
	(4, '2026-11-18 04:40:34.037+00', 1, 2, 'WS', '/game/unit', 200, 0, 0, 86, NULL, NULL, 'aD3yh79gGjjZECf1AAAA'),
	(15, '2026-11-18 04:40:44.724+00', 1, 2, 'WS', '/bridge/heartbeat', 200, 12.862047, 64, 43, NULL, NULL, 'aD3yh79gGjjZECf1AAAA');

INSERT INTO public.audit VALUES
	(1, '2024-12-18 00:36:29.511+00', 1, 'user.created', 'user', '42', NULL, '{"name": "Rafael Thorne", "emailAddress": "rafael.thorne@demo.example"}', NULL),
	(2, '2024-12-20 20:58:49.982+00', 1, 'user.created', 'user', '52', NULL, '{"name": "Juno Weatherby", "emailAddress": "juno.weatherby@demo.example"}', NULL),
	(3, '2024-12-21 23:57:39.228+00', 1, 'user.created', 'user', '38', NULL, '{"name": "Daria Falkner", "emailAddress": "daria.falkner@demo.example"}', NULL),
	(4, '2024-12-23 14:31:02.949+00', 1, 'user.created', 'user', '49', NULL, '{"name": "Asher Bellamy", "emailAddress": "asher.bellamy@demo.example"}', NULL),
	(382, '2026-11-18 04:40:44.239852+00', 30, 'unit.assigned', 'unit', '47', '{"call": null, "identifier": "AIR1"}', '{"call": 1040, "identifier": "AIR1"}', '376b54fd-286d-43e1-8f50-c23810f28c50');

INSERT INTO public.beats VALUES
	(1, 'City Centre', 'Twin Falls', 10, NULL),
	(2, 'Eastside', 'Twin Falls', 20, NULL),
	(3, 'Westside', 'Twin Falls', 30, NULL),
	(4, 'Harbour and Airport', 'Twin Falls', 40, NULL),
	(6, 'Sandy Shores', 'Twin Falls County', 60, NULL),
	(8, 'Grapeseed', 'Twin Falls County', 80, NULL),
	(11, 'Traffic', 'Both', 110, NULL);



INSERT INTO public.bolos OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'vehicle', '46E*', '', '46E*', '{}', NULL, NULL, 'Silver Karin Sultan', 'Armed robbery at the Fleeca bank on Hawick Ave', NULL, 57, '1L13', '2026-11-18 04:40:17.573393+00', '2026-11-18 06:38:17.523+00', NULL, NULL, '', 0, NULL, 1),
	(2, 1, 'person', '', '', '', '{}', NULL, NULL, 'Male, 6''2", grey hoodie, limps on the left', 'Assault near Legion Square', NULL, 111, '2L46', '2026-11-18 04:40:17.573393+00', '2026-11-18 05:26:17.523+00', NULL, NULL, '', 0, NULL, 1),
	(3, 1, 'person', '', 'Barnaby Quill', 'barnaby', '{barnaby,quill}', NULL, NULL, 'White male, grey hair', 'Left the scene of a collision', NULL, 13, '3L46', '2026-11-18 04:40:17.573393+00', '2026-11-18 08:07:17.523+00', NULL, NULL, '', 0, NULL, 1),
	(4, 1, 'vehicle', '', '', '', '{}', NULL, NULL, 'Red Bravado Bison, broken tail light', 'Reckless driving on Route 68', NULL, 97, '1L59', '2026-11-18 04:40:17.573393+00', '2026-11-18 06:02:17.523+00', NULL, NULL, '', 0, NULL, 1);



INSERT INTO public.call_logs VALUES
	(1, 1001, '2026-11-17 18:56:38.431+00', 30, 'change', '911 call received', false, NULL, NULL),
	(2, 1001, '2026-11-17 18:56:38.45+00', 30, 'change', 'Tone to police, fire: Structure fire, all companies, Popular St', false, NULL, NULL),
	(3, 1001, '2026-11-17 18:57:02.434+00', 43, 'change', '4L20 en route', false, '{"kind": "assign", "calls": [{"is": {"callId": 1001, "classes": [3, 1], "version": 1, "priority": 1, "clearedAt": null, "disposition": null, "panicUserId": null, "mergedIntoId": null, "handlerUserId": 30, "primaryUserId": 26}, "was": {"callId": 1001, "classes": [3, 1], "version": 1, "priority": 1, "clearedAt": null, "disposition": null, "panicUserId": null, "mergedIntoId": null, "handlerUserId": 30, "primaryUserId": null}}], "units": [{"is": {"callId": 1001, "status": 5, "userId": 26, "callSince": "2026-11-18T04:40:20.061Z", "isEnRoute": true, "isOnScene": false, "isPrimary": true, "identifier": "4L20", "statusSince": "2026-11-18T04:40:20.061Z"}, "was": {"callId": null, "status": 3, "userId": 26, "callSince": null, "isEnRoute": false, "isOnScene": false, "isPrimary": false, "identifier": "4L20", "statusSince": "2026-11-18T04:40:19.457Z"}}]}', NULL),
	(4, 1001, '2026-11-17 18:57:02.434+00', 43, 'change', 'B1 en route', false, '{"kind": "assign", "calls": [{"is": {"callId": 1001, "classes": [3, 1], "version": 1, "priority": 1, "clearedAt": null, "disposition": null, "panicUserId": null, "mergedIntoId": null, "handlerUserId": 30, "primaryUserId": 26}, "was": {"callId": 1001, "classes": [3, 1], "version": 1, "priority": 1, "clearedAt": null, "disposition": null, "panicUserId": null, "mergedIntoId": null, "handlerUserId": 30, "primaryUserId": 26}}], "units": [{"is": {"callId": 1001, "status": 5, "userId": 44, "callSince": "2026-11-18T04:40:20.061Z", "isEnRoute": true, "isOnScene": false, "isPrimary": false, "identifier": "B1", "statusSince": "2026-11-18T04:40:20.061Z"}, "was": {"callId": null, "status": 3, "userId": 44, "callSince": null, "isEnRoute": false, "isOnScene": false, "isPrimary": false, "identifier": "B1", "statusSince": "2026-11-18T04:40:19.916Z"}}]}', NULL),
	(266, 1040, '2026-11-18 04:40:44.242+00', 30, 'change', 'AIR1 en route', false, '{"kind": "assign", "calls": [{"is": {"callId": 1040, "classes": [1, 3], "version": 1, "priority": 1, "clearedAt": null, "disposition": null, "panicUserId": 37, "mergedIntoId": null, "handlerUserId": 30, "primaryUserId": 38}, "was": {"callId": 1040, "classes": [1, 3], "version": 1, "priority": 1, "clearedAt": null, "disposition": null, "panicUserId": 37, "mergedIntoId": null, "handlerUserId": 30, "primaryUserId": 38}}], "units": [{"is": {"callId": 1040, "status": 5, "userId": 47, "callSince": "2026-11-18T04:40:44.242Z", "isEnRoute": true, "isOnScene": false, "isPrimary": false, "identifier": "AIR1", "statusSince": "2026-11-18T04:40:44.242Z"}, "was": {"callId": null, "status": 3, "userId": 47, "callSince": null, "isEnRoute": false, "isOnScene": false, "isPrimary": false, "identifier": "AIR1", "statusSince": "2026-11-18T03:29:49.994Z"}}]}', NULL);



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
	(2, 1001, 44, 'B1', 3, true, 43, '2026-11-17 18:57:02.434+00', '2026-11-17 18:57:02.434+00', '2026-11-17 18:58:13.42+00', '2026-11-17 19:01:45.42+00'),
	(3, 1001, 42, 'M61', 3, true, 43, '2026-11-17 18:57:02.434+00', '2026-11-17 18:57:02.434+00', '2026-11-17 18:58:14.418+00', '2026-11-17 19:01:45.42+00'),
	(1, 1001, 26, '4L20', 1, true, 43, '2026-11-17 18:57:02.434+00', '2026-11-17 18:57:02.434+00', '2026-11-17 18:59:07.422+00', '2026-11-17 19:01:45.42+00'),
	(4, 1002, 35, '2S12', 1, true, 30, '2026-11-17 19:03:43.355+00', '2026-11-17 19:03:43.355+00', '2026-11-17 19:04:24.348+00', '2026-11-17 19:07:12.345+00'),
	(59, 1040, 47, 'AIR1', 1, false, 30, '2026-11-18 04:40:44.242+00', '2026-11-18 04:40:44.242+00', NULL, NULL);

INSERT INTO public.calls VALUES
	(1007, 1, 9, 1, 'Cardiac arrest', 'Man collapsed at the gym, staff doing CPR, defibrillator attached.', 'Popular St', '6044', 800, -1290, 'Deker gym, front desk', '911', 'cleared', 'Transported', 30, '2026-11-17 19:34:54.385+00', 37, '2026-11-17 19:39:23.37+00', 1, 23, 'MED', '{3}', 30, NULL, NULL),
	(1036, 1, 4, 1, 'Robbery in progress, Fleeca Bank', 'Two masked males, one with a long gun, silver Sultan outside with the engine running. Clerk is in the back office.', 'Great Ocean Hwy, Banham Canyon', '5041', -2960, 480, 'T. Marsh, clerk 555-0164', '911', 'active', NULL, 30, '2026-11-18 04:34:02.729+00', NULL, NULL, 1, 12, 'TAC 2', '{1}', 30, NULL, NULL),
	(1038, 1, 8, 1, 'Structure fire', 'Smoke and flames from the roof of a barn. Owner says nobody is inside; two propane tanks against the north wall.', 'Grapeseed Ave', '2087', 1710, 4810, 'H. Ostrander 555-0117', '911', 'active', NULL, 30, '2026-11-18 04:37:21.73+00', NULL, NULL, 1, 12, 'FIRE 1', '{3,1}', 30, NULL, NULL),
	(1001, 1, 8, 1, 'Structure fire', 'Smoke and flames from the roof of a barn. Owner says nobody is inside; two propane tanks against the north wall.', 'Popular St', '6044', 800, -1290, 'H. Ostrander 555-0117', '911', 'cleared', 'Fire out', 30, '2026-11-17 18:56:38.431+00', 44, '2026-11-17 19:01:45.42+00', 1, 23, 'FIRE 1', '{3,1}', 30, NULL, NULL),
	(1002, 1, 17, 3, 'Alarm, jewellery store', 'Silent alarm at Vangelico. No answer on the call-back.', 'Legion Square', '8020', 195, -934, 'Gruppe Sechs', '911', 'cleared', 'Unfounded', 30, '2026-11-17 19:02:30.352+00', 35, '2026-11-17 19:07:12.345+00', 1, 11, '', '{1,3}', 30, NULL, NULL),
	(1003, 1, 3, 2, 'Shots heard', 'Caller heard four or five shots behind the car wash, then a car leaving fast. Nobody seen hurt.', 'Mirror Park Blvd', '6120', 1120, -645, 'Anonymous', '911', 'cleared', 'Unfounded', 30, '2026-11-17 19:09:23.194+00', 25, '2026-11-17 19:14:27.185+00', 1, 16, '', '{1}', 30, NULL, NULL),
	(1004, 1, 23, 3, 'Traffic stop', 'Black Oracle without lights.', 'San Andreas Ave', '8123', -350, -840, '', 'officer', 'cleared', 'Warning given', 34, '2026-11-17 19:15:15.369+00', 34, '2026-11-17 19:17:20.361+00', 1, 7, '', '{1}', NULL, NULL, NULL),
	(1006, 1, 9, 1, 'Cardiac arrest', 'Man collapsed at the gym, staff doing CPR, defibrillator attached.', 'Hawick Ave', '7031', 310, -220, 'Deker gym, front desk', '911', 'cleared', 'Transported', 30, '2026-11-17 19:29:20.068+00', 44, '2026-11-17 19:36:08.063+00', 1, 23, 'MED', '{3}', 30, NULL, NULL),
	(1016, 1, 9, 1, 'Cardiac arrest', 'Man collapsed at the gym, staff doing CPR, defibrillator attached.', 'Alta St', '8077', 110, -610, 'Deker gym, front desk', '911', 'cleared', 'Transported', 30, '2026-11-17 20:31:46.295+00', 39, '2026-11-17 20:38:49.29+00', 1, 23, 'MED', '{3}', 30, NULL, NULL),
	(1031, 1, 4, 1, 'Robbery in progress, Fleeca Bank', 'Two masked males, one with a long gun, silver Sultan outside with the engine running. Clerk is in the back office.', 'Little Bighorn Ave', '9061', 480, -1720, 'T. Marsh, clerk 555-0164', '911', 'cleared', 'Arrest made', 43, '2026-11-18 03:42:18.874+00', 25, '2026-11-18 03:49:26.868+00', 1, 25, 'TAC 2', '{1}', 43, NULL, NULL),
	(1040, 1, 2, 1, 'Panic button, 2S31', '', 'Route 68, Harmony', '4032', 610, 2690, 'Kaia Strand', 'officer', 'active', NULL, 37, '2026-11-18 04:40:05.734+00', NULL, NULL, 1, 8, '', '{1,3}', 30, NULL, 37);

INSERT INTO public.cautions OVERRIDING SYSTEM VALUE VALUES
	(1, 24, 'Suicidal in the past', '2027-01-04 04:40:17.523+00', 111, '4L12', '2026-11-10 04:40:17.523+00', NULL, NULL),
	(2, 30, 'Suicidal in the past', NULL, 20, '1L60', '2026-10-23 04:40:17.523+00', NULL, NULL),
	(3, 39, 'Hostile to medics', '2027-01-16 04:40:17.523+00', 70, '2L38', '2026-10-27 04:40:17.523+00', NULL, NULL),
	(4, 105, 'Violent', NULL, 15, '1L58', '2026-10-22 04:40:17.523+00', NULL, NULL),
	(20, 406, 'Flees on foot', NULL, 4, '3L14', '2026-10-09 04:40:17.523+00', NULL, NULL);



INSERT INTO public.characters VALUES
	(1, 1, 'Benno Underhill', '2026-11-02 13:55:03.639+00', '2002-08-14', '433 Popular St', '6044', 'White male, 5''11", 178 lb, brown hair, tattoo on the left hand', 'Electrician', '555-3219', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-09-17 04:40:17.523+00', NULL, 1, '{"2": "Ballas"}'),
	(2, 1, 'Eliana Alcott', '2026-11-02 03:44:51.209+00', '1968-04-10', '1733 San Andreas Ave', '8123', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Estate agent', '555-6990', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-06-23 04:40:17.523+00', NULL, 1, '{"1": "Blue", "2": "Vagos"}'),
	(3, 1, 'Willa Strand', NULL, '1992-11-02', '398 O’Neil Way, Grapeseed', '2050', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Journalist', '555-3060', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-11 04:40:17.523+00', NULL, 1, '{"1": "Brown", "2": "Vagos"}'),
	(4, 2, 'Veda Navarro', NULL, '1998-01-19', '1685 Route 68, Harmony', '4032', 'Mixed-race female, 5''5", 135 lb, curly brown hair, nose ring', 'Unemployed', '555-7080', DEFAULT, 'Asthma; inhaler in the jacket.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-03-14 04:40:17.523+00', NULL, 1, '{"1": "Green", "2": "Vagos"}'),
	(12, 3, 'Petra Underhill', '2026-11-09 19:45:05.356+00', '1993-03-29', '721 Great Ocean Hwy, Paleto Forest', '1012', 'White male, 5''11", 178 lb, brown hair, tattoo on the left hand', 'Estate agent', '555-3338', DEFAULT, 'Asthma; inhaler in the jacket.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-10-16 04:40:17.523+00', NULL, 1, '{"1": "Brown", "2": "Ballas"}'),
	(14, 4, 'Anselm Montrose', '2026-11-03 14:36:02.918+00', '1989-02-09', '101 Forum Dr', '9104', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Shopkeeper', '555-7849', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-02 04:40:17.523+00', NULL, 1, '{"1": "Green", "2": "The Lost"}'),
	(15, 4, 'Zora Radcliffe', '2026-11-03 09:29:28.926+00', '1982-08-29', '112 Great Ocean Hwy, Paleto Forest', '1012', 'White male, 5''11", 178 lb, brown hair, tattoo on the left hand', 'Estate agent', '555-2349', DEFAULT, 'Type 1 diabetes, carries insulin.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-02-06 04:40:17.523+00', NULL, 1, '{"1": "Brown", "2": "The Lost"}'),
	(16, 4, 'Asher Keating', '2026-10-29 21:04:56.781+00', '1970-03-25', '544 Route 1, Chumash', '5017', 'Hispanic male, 5''8", 165 lb, black hair, moustache', 'Fisher', '555-1455', DEFAULT, 'Type 1 diabetes, carries insulin.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-08-30 04:40:17.523+00', NULL, 1, '{"2": "Ballas"}'),
	(18, 5, 'Wesley Cordero', '2026-11-06 11:03:54.056+00', '1977-02-08', '845 Integrity Way', '8052', 'Black male, 6''2", 205 lb, shaved head, full beard', 'Nurse', '555-2000', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-10-16 04:40:17.523+00', NULL, 1, '{"1": "Brown", "2": "The Lost"}'),
	(19, 5, 'Silas Lindqvist', '2026-11-11 04:19:53.026+00', '1992-10-06', '1686 Paleto Blvd', '1034', 'Mixed-race female, 5''5", 135 lb, curly brown hair, nose ring', 'Truck driver', '555-6227', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-01-24 04:40:17.523+00', NULL, 1, '{"1": "Green"}'),
	(24, 7, 'Silas Coldwater', '2026-11-02 07:41:43.952+00', '1967-06-26', '992 Legion Square', '8020', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Farm hand', '555-2229', DEFAULT, 'Blood type O negative.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-09-17 04:40:17.523+00', NULL, 1, '{"1": "Green", "2": "The Lost"}'),
	(30, 8, 'Dahlia Holloway', '2026-10-31 09:31:28.664+00', '2002-05-25', '1841 Joshua Rd', '3061', 'Asian female, 5''4", 120 lb, long black hair', 'Student', '555-3042', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-03-22 04:40:17.523+00', NULL, 1, '{"1": "Blue"}'),
	(39, 12, 'Dexter Marlowe', '2026-11-04 11:14:21.878+00', '1980-08-03', '1033 Paleto Blvd', '1034', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Student', '555-9169', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-05-26 04:40:17.523+00', NULL, 1, '{}'),
	(40, 12, 'Juliet Ashby', '2026-11-14 17:18:04.193+00', '2002-06-26', '472 Eclipse Blvd', '7090', 'Black male, 6''2", 205 lb, shaved head, full beard', 'Fisher', '555-4225', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-10-09 04:40:17.523+00', NULL, 1, '{"1": "Blue", "2": "Ballas"}'),
	(41, 12, 'Barnaby Quill', '2026-11-15 02:07:15.434+00', '1996-12-20', '1552 Barbareno Rd, Chumash', '5020', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Student', '555-9669', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-02-10 04:40:17.523+00', NULL, 1, '{}'),
	(46, 14, 'Samir Ramsey', '2026-10-01 20:55:05.515+00', '1985-08-30', '1140 Algonquin Blvd, Sandy Shores', '3021', 'White male, 5''11", 178 lb, brown hair, tattoo on the left hand', 'Electrician', '555-6839', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-09-07 04:40:17.523+00', NULL, 1, '{"1": "Green", "2": "Ballas"}'),
	(62, 18, 'Juno Halloran', '2026-11-15 16:09:30.236+00', '1989-06-26', '279 Elgin Ave', '8011', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Farm hand', '555-7736', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-03-14 04:40:17.523+00', NULL, 1, '{"2": "The Lost"}'),
	(63, 19, 'Noor Norwood', '2026-10-26 14:57:46.093+00', '1959-03-05', '1279 Olympic Fwy', '8201', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Unemployed', '555-5128', DEFAULT, 'Asthma; inhaler in the jacket.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-03-13 04:40:17.523+00', NULL, 1, '{"1": "Green", "2": "Ballas"}'),
	(76, 22, 'Caleb Carver', '2026-11-05 08:17:47.295+00', '1965-05-22', '1457 Great Ocean Hwy, Banham Canyon', '5041', 'Mixed-race female, 5''5", 135 lb, curly brown hair, nose ring', 'Taxi driver', '555-9169', DEFAULT, 'Allergic to penicillin.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-01-28 04:40:17.523+00', NULL, 1, '{"1": "Blue"}'),
	(90, 26, 'Wesley Coldwater', '2026-11-09 11:15:41.517+00', '1980-05-12', '1875 Del Perro Pier', '7230', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Farm hand', '555-6316', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-02-10 04:40:17.523+00', NULL, 1, '{"2": "The Lost"}'),
	(91, 26, 'Imani Merrick', NULL, '1991-10-11', '1103 Barbareno Rd, Chumash', '5020', 'Hispanic male, 5''8", 165 lb, black hair, moustache', 'Taxi driver', '555-8932', DEFAULT, 'Type 1 diabetes, carries insulin.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-10-03 04:40:17.523+00', NULL, 1, '{"1": "Brown", "2": "The Lost"}'),
	(105, 29, 'Hadley Prescott', '2026-11-11 22:01:00.638+00', '1968-07-15', '872 Joshua Rd', '3061', 'Hispanic male, 5''8", 165 lb, black hair, moustache', 'Nurse', '555-5849', DEFAULT, 'Allergic to penicillin.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-07-29 04:40:17.523+00', NULL, 1, '{"1": "Brown"}'),
	(108, 30, 'Fiona Prescott', NULL, '1957-12-10', '312 Marina Dr, Sandy Shores', '3042', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Mechanic', '555-2393', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-23 04:40:17.523+00', NULL, 1, '{"1": "Blue", "2": "Vagos"}'),
	(140, 38, 'Caleb Paxton', '2026-11-09 09:04:05.587+00', '1959-09-19', '1777 Little Bighorn Ave', '9061', 'White female, 5''9", 150 lb, red hair, scar above the right eye', 'Unemployed', '555-8540', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-11-02 04:40:17.523+00', NULL, 1, '{"1": "Grey", "2": "Vagos"}'),
	(156, 43, 'Edda Delacroix', '2026-11-01 16:20:31.886+00', '1957-02-19', '1044 Procopio Dr, Paleto Bay', '1051', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Mechanic', '555-8602', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-08-13 04:40:17.523+00', NULL, 1, '{"1": "Grey"}'),
	(162, 45, 'Briony Hargrove', '2026-11-15 07:26:08.154+00', '1965-06-09', '156 Paleto Blvd', '1034', 'Black male, 6''2", 205 lb, shaved head, full beard', 'Nurse', '555-1017', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-06-28 04:40:17.523+00', NULL, 1, '{"2": "Ballas"}'),
	(166, 46, 'Wesley Amundsen', NULL, '1965-07-08', '1401 Popular St', '6044', 'White male, 5''11", 178 lb, brown hair, tattoo on the left hand', 'Nurse', '555-5044', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-08-08 04:40:17.523+00', NULL, 1, '{"2": "Ballas"}'),
	(195, 54, 'Juno Keating', NULL, '1978-04-14', '1550 Alta St', '8077', 'White male, 5''7", 190 lb, grey hair, walks with a limp', 'Shopkeeper', '555-1422', DEFAULT, 'Pacemaker fitted two years ago.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-08-05 04:40:17.523+00', NULL, 1, '{"1": "Grey"}'),
	(243, 67, 'Rhea Beckwith', '2026-10-28 02:42:34.647+00', '1966-04-09', '1782 San Andreas Ave', '8123', 'White female, 5''9", 150 lb, red hair, scar above the right eye', 'Fisher', '555-5267', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-10-24 04:40:17.523+00', NULL, 1, '{"1": "Blue", "2": "Vagos"}'),
	(244, 68, 'Willa Baptiste', '2026-11-13 23:06:55.199+00', '1980-07-03', '450 O’Neil Way, Grapeseed', '2050', 'White male, 5''11", 178 lb, brown hair, tattoo on the left hand', 'Mechanic', '555-4356', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-09-02 04:40:17.523+00', NULL, 1, '{"1": "Grey", "2": "Vagos"}'),
	(273, 76, 'Wanda Zimmer', '2026-09-30 11:20:10.781+00', '1986-01-04', '33 Forum Dr', '9104', 'Black female, 5''6", 140 lb, short black hair, glasses', 'Farm hand', '555-4205', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-07-11 04:40:17.523+00', NULL, 1, '{"1": "Brown", "2": "The Lost"}'),
	(351, 99, 'Willa Abbotsford', '2026-11-01 10:47:17.344+00', '1989-12-19', '777 Forum Dr', '9104', 'Asian female, 5''4", 120 lb, long black hair', 'Truck driver', '555-2236', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-04-08 04:40:17.523+00', NULL, 1, '{"1": "Grey"}'),
	(406, 114, 'Mabel Sutcliffe', NULL, '1956-03-14', '1081 Great Ocean Hwy, Banham Canyon', '5041', 'Black male, 6''2", 205 lb, shaved head, full beard', 'Mechanic', '555-9933', DEFAULT, 'Type 1 diabetes, carries insulin.', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-02-05 04:40:17.523+00', NULL, 1, '{"1": "Brown", "2": "Vagos"}'),
	(422, 117, 'Silas Chandra', '2026-11-03 13:45:44.601+00', '1962-03-30', '873 North Calafia Way', '2011', 'Asian female, 5''4", 120 lb, long black hair', 'Journalist', '555-5106', DEFAULT, '', '', NULL, NULL, NULL, 'portal', NULL, NULL, NULL, '2026-03-21 04:40:17.523+00', NULL, 1, '{"2": "The Lost"}');

INSERT INTO public.departments VALUES
	(7, 'CIV', 'Civilian Operations', 'Civilian', true, 60, NULL, 1, ''),
	(2, 'LSPD', 'Los Santos Police Department', 'Leo', true, 10, NULL, 1, '#L##'),
	(3, 'BCSO', 'Blaine County Sheriff''s Office', 'Leo', true, 20, NULL, 1, '#S##'),
	(4, 'SAHP', 'San Andreas Highway Patrol', 'Leo', true, 30, NULL, 1, '#H##'),
	(5, 'COMM', 'Communications', 'Comms', true, 40, NULL, 1, 'D-#'),
	(6, 'FIRE', 'San Andreas Fire Rescue', 'Fire', true, 50, NULL, 1, 'E##');

INSERT INTO public.dispatch_notes VALUES
	(1, 1, 'Tow is out until ten. Roadside assistance takes small jobs.', 30, '2026-11-18 03:15:23.730326+00', '2026-11-18 03:15:23.730326+00', 1),
	(2, 1, 'Tunnel on the Olympic Fwy closed northbound for the film crew, back at 22:00. Send round by Elgin.', 43, '2026-11-18 03:27:23.729471+00', '2026-11-18 03:27:23.729471+00', 1),
	(3, 1, 'Two trainees on tonight: E51 and 2S12. Give them time on the radio.', 30, '2026-11-18 03:39:23.72888+00', '2026-11-18 03:39:23.72888+00', 1);

INSERT INTO public.field_values VALUES
	(1, 'blue', 2),
	(1, 'blue', 30),
	(1, 'blue', 37),
	(1, 'blue', 40),
	(8, '8', 105);

INSERT INTO public.fines OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 76, 3, 305, 305, 'unpaid', '', NULL, NULL, '', NULL, NULL, NULL, '2026-09-19 23:39:48.791+00', 1),
	(2, 2, 140, 3, 270, 270, 'unpaid', 'The sign was covered by a tree; I have photos.', '2026-09-19 23:33:54.858+00', 'upheld', 'Theft report confirmed.', NULL, '2026-11-18 04:40:17.523+00', NULL, '2026-09-19 23:33:54.858+00', 1),
	(3, 3, 41, 2, 130, 130, 'paid', '', NULL, NULL, '', NULL, NULL, '2026-11-18 04:40:17.523+00', '2026-09-20 12:15:29.772+00', 1),
	(4, 7, 243, 3, 90, 90, 'paid', '', NULL, NULL, '', NULL, NULL, '2026-11-18 04:40:17.523+00', '2026-09-22 22:47:24.5+00', 1),
	(79, 190, 195, 3, 260, 260, 'paid', '', NULL, NULL, '', NULL, NULL, '2026-11-18 04:40:17.523+00', '2026-11-18 04:40:17.523+00', 1);









INSERT INTO public.impounds OVERRIDING SYSTEM VALUE VALUES
	(1, 20, '2026-11-18 04:40:17.523+00', 'Impound lot, Innocence Blvd', 'Driving under the influence.', 77, '1L17', NULL, NULL, NULL),
	(2, 78, '2026-11-14 04:40:17.523+00', 'Impound lot, Innocence Blvd', 'Street racing on the Del Perro Freeway.', 27, '4L45', NULL, NULL, NULL),
	(3, 108, '2026-11-09 04:40:17.523+00', 'Impound lot, Innocence Blvd', 'Street racing on the Del Perro Freeway.', 72, '2L44', NULL, NULL, NULL),
	(4, 110, '2026-11-14 04:40:17.523+00', 'Impound lot, Innocence Blvd', 'Evading a traffic stop.', 54, '2L52', NULL, NULL, NULL),
	(18, 555, '2026-11-10 04:40:17.523+00', 'Impound lot, Innocence Blvd', 'Street racing on the Del Perro Freeway.', 99, '1L44', NULL, NULL, NULL);

INSERT INTO public.jail_terms OVERRIDING SYSTEM VALUE VALUES
	(1, 8, 273, 1, 50, '2026-09-24 19:34:07.709+00', '2026-09-24 20:24:07.709+00', NULL, NULL, NULL),
	(2, 15, 91, 1, 180, '2026-09-26 02:43:52.899+00', '2026-09-26 05:43:52.899+00', NULL, NULL, NULL),
	(3, 22, 166, 1, 25, '2026-10-02 07:11:55.547+00', '2026-10-02 07:36:55.547+00', NULL, NULL, NULL),
	(4, 32, 244, 1, 20, '2026-10-07 07:57:12.129+00', '2026-10-07 08:17:12.129+00', NULL, NULL, NULL),
	(22, 189, 90, 1, 50, '2026-11-18 04:40:17.523+00', '2026-11-18 05:30:17.523+00', NULL, NULL, NULL);



INSERT INTO public.leaves VALUES
	(1, 49, 18, '2026-11-08', '2026-12-03', 'New job, settling in', NULL),
	(2, 91, 5, '2026-11-06', '2026-12-05', 'Computer in repair', NULL),
	(3, 90, 2, '2026-11-06', '2026-12-05', 'Military service', NULL),
	(4, 113, 5, '2026-11-06', '2026-12-05', 'Family', NULL),
	(23, 32, 17, '2026-11-25', '2026-12-18', 'Holiday', NULL);

INSERT INTO public.licence_points OVERRIDING SYSTEM VALUE VALUES
	(1, 5, 2, 'Speeding', 92, '2026-07-22 04:40:17.523+00', '2026-10-20 04:40:17.523+00', NULL, NULL),
	(2, 19, 4, 'Speeding', 92, '2026-07-21 04:40:17.523+00', '2026-10-19 04:40:17.523+00', NULL, NULL),
	(3, 21, 1, 'Speeding', 88, '2026-10-23 04:40:17.523+00', '2027-01-21 04:40:17.523+00', NULL, NULL),
	(4, 24, 1, 'Speeding', 48, '2026-08-29 04:40:17.523+00', '2026-11-27 04:40:17.523+00', NULL, NULL),
	(92, 543, 5, 'Speeding', 47, '2026-10-02 04:40:17.523+00', '2026-12-31 04:40:17.523+00', NULL, NULL);

INSERT INTO public.licences OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'DRIVERS', 'granted', '2026-09-24 04:40:17.523+00', '2027-08-04', NULL, '', 1, false),
	(2, 1, 'CCW', 'granted', '2026-05-22 04:40:17.523+00', '2027-02-07', NULL, '', 1, false),
	(3, 1, 'CDL', 'granted', '2026-05-08 04:40:17.523+00', '2027-05-16', NULL, '', 1, false),
	(4, 2, 'DRIVERS', 'granted', '2026-06-28 04:40:17.523+00', '2027-10-01', NULL, '', 1, false),
	(5, 4, 'DRIVERS', 'granted', '2026-03-10 04:40:17.523+00', '2027-08-08', NULL, '', 1, false),
	(19, 15, 'DRIVERS', 'granted', '2026-01-29 04:40:17.523+00', '2027-11-11', NULL, '', 1, false),
	(21, 16, 'DRIVERS', 'granted', '2026-09-25 04:40:17.523+00', '2027-02-05', NULL, '', 1, false),
	(24, 19, 'DRIVERS', 'granted', '2026-06-11 04:40:17.523+00', '2027-07-26', NULL, '', 1, false),
	(543, 422, 'DRIVERS', 'granted', '2026-03-25 04:40:17.523+00', '2027-03-03', NULL, '', 1, false);



INSERT INTO public.marks VALUES
	(1, 4, 16, 'commendation', 'Dispatched alone for three hours on the busiest evening of the month.', 0, '2026-06-22 11:07:56.186+00', NULL, NULL, NULL, NULL),
	(2, 6, 14, 'commendation', 'Dispatched alone for three hours on the busiest evening of the month.', 0, '2026-08-17 11:55:42.118+00', NULL, NULL, NULL, NULL),
	(3, 13, 14, 'commendation', 'Dispatched alone for three hours on the busiest evening of the month.', 0, '2026-11-18 03:56:34.508+00', NULL, NULL, NULL, NULL),
	(4, 15, 2, 'commendation', 'Organised the charity run and had every department take part.', 0, '2026-06-10 07:36:08.766+00', NULL, NULL, NULL, NULL),
	(48, 117, 5, 'warning', 'Did not turn up to two trainings without a word.', 2, '2026-08-22 14:27:14.788+00', '2026-11-20 14:27:14.788+00', NULL, NULL, NULL);

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



INSERT INTO public.offence_revisions OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'T-101', 'Speeding, up to 15 over', 'Infraction', 'Traffic', 'Driving up to 15 over the posted limit.', 75, 150, 0, 0, 1, '2026-11-18 04:40:17.351142+00', NULL),
	(2, 2, 'T-102', 'Speeding, 16 to 30 over', 'Infraction', 'Traffic', 'Driving 16 to 30 over the posted limit.', 150, 300, 0, 0, 2, '2026-11-18 04:40:17.351142+00', NULL),
	(3, 3, 'T-103', 'Speeding, more than 30 over', 'Misdemeanor', 'Traffic', 'Driving more than 30 over the posted limit.', 300, 750, 0, 5, 4, '2026-11-18 04:40:17.351142+00', NULL),
	(4, 4, 'T-104', 'Running a red light or stop sign', 'Infraction', 'Traffic', 'Entering a junction against a signal or without stopping where a sign demands it.', 100, 250, 0, 0, 2, '2026-11-18 04:40:17.351142+00', NULL),
	(74, 74, 'G-612', 'Contempt of court', 'Misdemeanor', 'Public order', 'Disobeying or insulting a court.', 250, 1000, 5, 20, 0, '2026-11-18 04:40:17.351142+00', NULL);

INSERT INTO public.offences OVERRIDING SYSTEM VALUE VALUES
	(1, 'T-101', 1, 1, NULL),
	(2, 'T-102', 2, 1, NULL),
	(3, 'T-103', 3, 1, NULL),
	(4, 'T-104', 4, 1, NULL),
	(74, 'G-612', 74, 1, NULL);



INSERT INTO public.patrol_statuses VALUES
	(834, '2026-11-17 18:30:04.818+00', 3),
	(834, '2026-11-17 19:30:11.071+00', 5),
	(834, '2026-11-17 19:31:43.067+00', 6),
	(834, '2026-11-17 19:36:08.063+00', 3),
	(871, '2026-11-18 03:09:47.73+00', 3);

INSERT INTO public.patrols VALUES
	(1, 1, 7, 2, '2026-11-17 17:51:58+00', '2026-11-17 18:22:58+00', NULL),
	(2, 1, 7, 1, '2026-11-06 20:09:12+00', '2026-11-06 21:40:12+00', NULL),
	(3, 1, 7, 1, '2026-10-31 18:03:46+00', '2026-10-31 19:04:46+00', NULL),
	(4, 1, 7, 2, '2026-10-29 19:13:00+00', '2026-10-29 19:39:00+00', NULL),
	(834, 24, 2, 1, '2026-11-17 18:30:04.818+00', '2026-11-17 21:45:04.642+00', NULL),
	(871, 29, 7, 1, '2026-11-18 03:09:47.73+00', NULL, NULL);









INSERT INTO public.portal_settings VALUES
	('community.name', '"San Andreas Division"', '2026-11-18 04:40:17.058488+00');



INSERT INTO public.rank_changes VALUES
	(1, 2, 2, 5, 6, 16, 'Consistent activity and good reports.', '2026-03-13 10:40:17.523+00', 'promotion'),
	(2, 2, 2, 6, 7, 18, 'Consistent activity and good reports.', '2026-06-04 16:40:17.523+00', 'promotion'),
	(3, 2, 2, 7, 8, 14, 'Passed field training.', '2026-08-26 22:40:17.523+00', 'promotion'),
	(4, 4, 3, 13, 14, 14, 'Recommended by two supervisors.', '2025-11-20 04:40:17.523+00', 'promotion'),
	(117, 117, 6, 32, 33, 17, 'Passed the written test and the ride-along.', '2026-09-11 00:08:33.279+00', 'promotion');

INSERT INTO public.ranks VALUES
	(1, 2, 'Reserve Officer', 10, true, NULL, 1, '{}'),
	(2, 2, 'Cadet', 20, false, NULL, 1, '{}'),
	(3, 2, 'Officer I', 30, false, NULL, 1, '{}'),
	(4, 2, 'Officer II', 40, false, NULL, 1, '{}'),
	(13, 3, 'Corporal', 50, false, NULL, 1, '{}'),
	(19, 4, 'Trooper', 30, false, NULL, 1, '{}'),
	(32, 6, 'Probationary Firefighter', 20, false, NULL, 1, '{}'),
	(33, 6, 'Firefighter', 30, false, NULL, 1, '{}'),
	(44, 7, 'Director of Civilian Operations', 60, false, NULL, 1, '{}'),
	(5, 2, 'Sergeant', 50, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}'),
	(6, 2, 'Lieutenant', 60, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}'),
	(7, 2, 'Captain', 70, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}'),
	(8, 2, 'Chief', 80, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}'),
	(14, 3, 'Sergeant', 60, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}'),
	(16, 3, 'Sheriff', 80, false, NULL, 1, '{approveReports,seeLookups,actOnLicences,seePatrols,grantLeave}');



INSERT INTO public.record_events OVERRIDING SYSTEM VALUE VALUES
	(1, 14, NULL, 'Licence revoked', 'Commercial driver', 'Evading a traffic stop.', 34, '1L54', '2026-10-19 04:40:17.523+00', '{owner,police}'),
	(2, 156, NULL, 'Licence revoked', 'Driver''s licence', 'Driving under the influence.', 72, '3L55', '2026-10-19 04:40:17.523+00', '{owner,police}'),
	(3, 162, NULL, 'Licence revoked', 'Driver''s licence', 'Evading a traffic stop.', 86, '2L14', '2026-10-20 04:40:17.523+00', '{owner,police}'),
	(4, 108, NULL, 'Licence revoked', 'Driver''s licence', 'Evading a traffic stop.', 16, '3L35', '2026-10-21 04:40:17.523+00', '{owner,police}'),
	(69, 351, 555, 'Vehicle impounded', '77EJW817, Impound lot, Innocence Blvd', 'Street racing on the Del Perro Freeway.', 99, '1L44', '2026-11-10 04:40:17.523+00', '{owner,police}');

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
	(1, NULL, 'citation', 9, '2L19', 2, 1, '{"callId": null, "fields": {}, "people": [], "postal": "6120", "charges": [{"fine": 200, "counts": 1, "revisionId": 19, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "evidence": [], "location": "Mirror Park Blvd", "officers": [], "vehicles": [], "narrative": "", "subjectId": 276, "occurredAt": "2026-11-18T04:00:17.523Z"}', 1, '2026-11-18 04:10:17.523+00', '2026-11-18 04:38:17.523+00'),
	(2, NULL, 'arrest', 9, '2L19', 2, 1, '{"callId": null, "fields": {}, "people": [], "postal": "9104", "charges": [{"fine": 1000, "counts": 1, "revisionId": 41, "jailMinutes": 15}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "evidence": [], "location": "Forum Dr", "officers": [], "vehicles": [], "narrative": "Responded to a robbery in progress. Subject left through the north door with a long gun and was ordered to the ground. Complied after the second command. Searched, rifle and cash secured, read their rights and transported to Mission Row.", "subjectId": 72, "occurredAt": "2026-11-18T04:00:17.523Z"}', 1, '2026-11-18 04:10:17.523+00', '2026-11-18 04:37:17.523+00'),
	(3, NULL, 'patient', 11, '4F21', 6, 1, '{"callId": null, "fields": {}, "people": [], "postal": "5017", "charges": [], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "Smoke inhaled", "treatment": ""}, "evidence": [], "location": "Route 1, Chumash", "officers": [], "vehicles": [], "narrative": "", "subjectId": 57, "occurredAt": "2026-11-18T04:00:17.523Z"}', 1, '2026-11-18 04:10:17.523+00', '2026-11-18 04:36:17.523+00');

INSERT INTO public.report_events OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'Submitted', '', '', 1, 4, '1B14', '2026-09-19 22:49:48.791+00'),
	(2, 1, 'Approved', '', '', 1, NULL, '', '2026-09-19 23:39:48.791+00'),
	(3, 2, 'Submitted', '', '', 2, 70, '3B30', '2026-09-19 23:23:54.858+00'),
	(4, 2, 'Approved', '', '', 2, NULL, '', '2026-09-19 23:33:54.858+00'),
	(379, 190, 'Approved', '', '', 190, NULL, '', '2026-11-18 04:40:17.523+00');

INSERT INTO public.report_numbers VALUES
	('citation', 2026, 67),
	('warning', 2026, 50),
	('patient', 2026, 13),
	('arrest', 2026, 27),
	('incident', 2026, 26),
	('treatment', 2026, 7);

INSERT INTO public.report_people VALUES
	(1, 76, 'citation', DEFAULT, 'suspect'),
	(2, 140, 'citation', DEFAULT, 'suspect'),
	(3, 41, 'citation', DEFAULT, 'suspect'),
	(4, 39, 'warning', DEFAULT, 'suspect'),
	(190, 195, 'citation', DEFAULT, 'suspect');



INSERT INTO public.report_revisions OVERRIDING SYSTEM VALUE VALUES
	(1, 1, '{"callId": null, "fields": {"4": "Rain"}, "people": [], "postal": "4032", "charges": [{"code": "T-109", "fine": 305, "type": "Infraction", "title": "Driving on the wrong side of the road", "counts": 1, "points": 2, "fineMax": 350, "fineMin": 150, "jailMax": 0, "jailMin": 0, "offenceId": 9, "revisionId": 9, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Caleb Carver", "bornOn": "Sat May 22", "characterId": 76}, "evidence": [], "location": "Route 68, Harmony", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Entered the junction about two seconds after the light had turned red. Dash camera kept.", "occurredAt": "2026-09-19T21:51:48.791Z"}', 4, '1B14', '', '2026-09-19 22:49:48.791+00'),
	(2, 2, '{"callId": null, "fields": {"5": 71}, "people": [], "postal": "5017", "charges": [{"code": "D-505", "fine": 180, "type": "Infraction", "title": "Public intoxication", "counts": 1, "points": 0, "fineMax": 200, "fineMin": 75, "jailMax": 5, "jailMin": 0, "offenceId": 62, "revisionId": 62, "jailMinutes": 0}, {"code": "T-107", "fine": 90, "type": "Infraction", "title": "Illegal U-turn", "counts": 1, "points": 1, "fineMax": 150, "fineMin": 75, "jailMax": 0, "jailMin": 0, "offenceId": 7, "revisionId": 7, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Caleb Paxton", "bornOn": "Sat Sep 19", "characterId": 140}, "evidence": [], "location": "Route 1, Chumash", "officers": [{"name": "Felix Merrick", "userId": 15, "identifier": "4L25"}], "vehicles": [], "callTitle": null, "narrative": "Entered the junction about two seconds after the light had turned red. Dash camera kept.", "occurredAt": "2026-09-19T22:11:54.858Z"}', 70, '3B30', '', '2026-09-19 23:23:54.858+00'),
	(3, 3, '{"callId": null, "fields": {"4": "Clear", "5": 71}, "people": [], "postal": "7230", "charges": [{"code": "T-117", "fine": 130, "type": "Infraction", "title": "Driving with an expired licence", "counts": 1, "points": 0, "fineMax": 200, "fineMin": 75, "jailMax": 0, "jailMin": 0, "offenceId": 17, "revisionId": 17, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Barnaby Quill", "bornOn": "Fri Dec 20", "characterId": 41}, "evidence": [], "location": "Del Perro Pier", "officers": [{"name": "Tariq Whitlock", "userId": 84, "identifier": "1B44"}], "vehicles": [], "callTitle": null, "narrative": "Entered the junction about two seconds after the light had turned red. Dash camera kept.", "occurredAt": "2026-09-20T10:36:29.772Z"}', 65, '2L25', '', '2026-09-20 11:25:29.772+00'),
	(4, 4, '{"callId": null, "fields": {}, "people": [], "postal": "9104", "charges": [{"code": "T-105", "fine": 195, "type": "Infraction", "title": "Failure to yield", "counts": 1, "points": 1, "fineMax": 200, "fineMin": 100, "jailMax": 0, "jailMin": 0, "offenceId": 5, "revisionId": 5, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Dexter Marlowe", "bornOn": "Sun Aug 03", "characterId": 39}, "evidence": [], "location": "Forum Dr", "officers": [{"name": "Petra Crane", "userId": 47, "identifier": "4S57"}], "vehicles": [], "callTitle": null, "narrative": "Rolled through the stop sign at walking pace, nobody else at the junction.", "occurredAt": "2026-09-20T19:09:57.853Z"}', 9, '2L19', '', '2026-09-20 19:57:57.853+00'),
	(7, 7, '{"callId": null, "fields": {"4": "Clear", "5": 48}, "people": [], "postal": "7214", "charges": [{"code": "T-117", "fine": 90, "type": "Infraction", "title": "Driving with an expired licence", "counts": 1, "points": 0, "fineMax": 200, "fineMin": 75, "jailMax": 0, "jailMin": 0, "offenceId": 17, "revisionId": 17, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Rhea Beckwith", "bornOn": "Sat Apr 09", "characterId": 243}, "evidence": [], "location": "Del Perro Fwy", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Overtook two vehicles across a double line on the bridge. No oncoming traffic, but no view either.", "occurredAt": "2026-09-22T19:04:24.500Z"}', 84, '1B44', '', '2026-09-22 20:07:24.5+00'),
	(8, 8, '{"callId": null, "fields": {}, "people": [], "postal": "1051", "charges": [{"code": "W-403", "fine": 1355, "type": "Misdemeanor", "title": "Unlawful discharge of a firearm", "counts": 1, "points": 0, "fineMax": 1500, "fineMin": 500, "jailMax": 20, "jailMin": 10, "offenceId": 54, "revisionId": 54, "jailMinutes": 15}, {"code": "P-210", "fine": 2655, "type": "Felony", "title": "Involuntary manslaughter", "counts": 1, "points": 0, "fineMax": 5000, "fineMin": 2000, "jailMax": 60, "jailMin": 30, "offenceId": 35, "revisionId": 35, "jailMinutes": 35}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Wanda Zimmer", "bornOn": "Sat Jan 04", "characterId": 273}, "evidence": [], "location": "Procopio Dr, Paleto Bay", "officers": [{"name": "Malik Iverson", "userId": 107, "identifier": "4S17"}], "vehicles": [], "callTitle": null, "narrative": "Responded to a robbery in progress. Subject left through the north door with a long gun and was ordered to the ground. Complied after the second command. Searched, rifle and cash secured, read their rights and transported to Mission Row.", "occurredAt": "2026-09-24T13:27:07.709Z"}', 17, '2S27', '', '2026-09-24 14:24:07.709+00'),
	(15, 15, '{"callId": null, "fields": {"7": "2027-01-12"}, "people": [], "postal": "6301", "charges": [{"code": "R-306", "fine": 1340, "type": "Felony", "title": "Burglary", "counts": 1, "points": 0, "fineMax": 3000, "fineMin": 1000, "jailMax": 35, "jailMin": 15, "offenceId": 44, "revisionId": 44, "jailMinutes": 20}, {"code": "P-211", "fine": 15150, "type": "Felony", "title": "Voluntary manslaughter", "counts": 2, "points": 0, "fineMax": 10000, "fineMin": 4000, "jailMax": 90, "jailMin": 45, "offenceId": 36, "revisionId": 36, "jailMinutes": 160}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Imani Merrick", "bornOn": "Fri Oct 11", "characterId": 91}, "evidence": [{"text": "Seven 9 mm casings", "holder": "Forensics, Davis", "heldSince": "2026-09-26T02:03:52.899Z", "pictureIds": []}], "location": "Palomino Fwy", "officers": [{"name": "Greta Grimshaw", "userId": 111, "identifier": "4L21"}], "vehicles": [], "callTitle": null, "narrative": "Responded to a robbery in progress. Subject left through the north door with a long gun and was ordered to the ground. Complied after the second command. Searched, rifle and cash secured, read their rights and transported to Mission Row.", "occurredAt": "2026-09-26T01:30:52.899Z"}', 41, '2L51', '', '2026-09-26 02:03:52.899+00'),
	(22, 22, '{"callId": null, "fields": {"7": "2027-01-12"}, "people": [], "postal": "2050", "charges": [{"code": "W-404", "fine": 2220, "type": "Felony", "title": "Possession of an unregistered firearm", "counts": 1, "points": 0, "fineMax": 3000, "fineMin": 1000, "jailMax": 30, "jailMin": 15, "offenceId": 55, "revisionId": 55, "jailMinutes": 25}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Wesley Amundsen", "bornOn": "Thu Jul 08", "characterId": 166}, "evidence": [], "location": "O’Neil Way, Grapeseed", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Subject was found behind the wheel of a vehicle reported stolen two hours before. Tried to leave on foot and was caught after a short chase through the alley. No injuries.", "occurredAt": "2026-10-02T03:46:55.547Z"}', 82, '3L42', '', '2026-10-02 04:31:55.547+00'),
	(32, 32, '{"callId": null, "fields": {"6": false}, "people": [], "postal": "8134", "charges": [{"code": "G-608", "fine": 2595, "type": "Felony", "title": "Impersonating a public servant", "counts": 1, "points": 0, "fineMax": 3000, "fineMin": 1000, "jailMax": 30, "jailMin": 15, "offenceId": 70, "revisionId": 70, "jailMinutes": 20}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Willa Baptiste", "bornOn": "Thu Jul 03", "characterId": 244}, "evidence": [], "location": "Vespucci Blvd", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Responded to a robbery in progress. Subject left through the north door with a long gun and was ordered to the ground. Complied after the second command. Searched, rifle and cash secured, read their rights and transported to Mission Row.", "occurredAt": "2026-10-07T03:10:12.129Z"}', 92, '1L52', '', '2026-10-07 04:07:12.129+00'),
	(189, 189, '{"callId": null, "fields": {"6": true, "7": "2026-12-15"}, "people": [], "postal": "2011", "charges": [{"code": "G-611", "fine": 595, "type": "Misdemeanor", "title": "Failure to appear", "counts": 1, "points": 0, "fineMax": 750, "fineMin": 250, "jailMax": 15, "jailMin": 5, "offenceId": 73, "revisionId": 73, "jailMinutes": 10}, {"code": "W-405", "fine": 4500, "type": "Felony", "title": "Possession of a prohibited weapon", "counts": 1, "points": 0, "fineMax": 5000, "fineMin": 1500, "jailMax": 45, "jailMin": 20, "offenceId": 56, "revisionId": 56, "jailMinutes": 40}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Wesley Coldwater", "bornOn": "Mon May 12", "characterId": 90}, "evidence": [], "location": "North Calafia Way", "officers": [], "vehicles": [], "callTitle": null, "narrative": "Called for a fight outside the bar. Subject struck the doorman with a bottle in front of two officers. Resisted when cuffed; one knee strike was used. Seen by medics, declined treatment.", "occurredAt": "2026-11-18T03:24:18.149Z"}', 52, '1B12', '', '2026-11-18 04:18:18.149+00'),
	(190, 190, '{"callId": null, "fields": {"4": "Clear", "5": 48}, "people": [], "postal": "4032", "charges": [{"code": "T-118", "fine": 210, "type": "Infraction", "title": "Unregistered vehicle", "counts": 1, "points": 0, "fineMax": 250, "fineMin": 100, "jailMax": 0, "jailMin": 0, "offenceId": 18, "revisionId": 18, "jailMinutes": 0}, {"code": "T-108", "fine": 50, "type": "Infraction", "title": "Illegal parking", "counts": 1, "points": 0, "fineMax": 150, "fineMin": 50, "jailMax": 0, "jailMin": 0, "offenceId": 8, "revisionId": 8, "jailMinutes": 0}], "medical": {"outcome": "", "takenTo": "", "findings": "", "complaint": "", "treatment": ""}, "subject": {"name": "Juno Keating", "bornOn": "Fri Apr 14", "characterId": 195}, "evidence": [], "location": "Route 68, Harmony", "officers": [{"name": "Priya Pemberton", "userId": 41, "identifier": "2L51"}], "vehicles": [], "callTitle": null, "narrative": "Entered the junction about two seconds after the light had turned red. Dash camera kept.", "occurredAt": "2026-11-18T04:15:17.503Z"}', 52, '1B12', '', '2026-11-18 04:30:17.503+00');



INSERT INTO public.reports OVERRIDING SYSTEM VALUE VALUES
	(1, 'citation', DEFAULT, 2026, 1, 'final', NULL, 1, NULL, 4, '1B14', 3, 1, 76, NULL, 'T-109 Driving on the wrong side of the road', 305, 0, 2, '{"4": "Rain"}', '2026-09-19 22:49:48.791+00', '2026-09-19 22:49:48.791+00', '2026-09-19 23:39:48.791+00', NULL, 1),
	(2, 'citation', DEFAULT, 2026, 2, 'final', NULL, 2, NULL, 70, '3B30', 3, 1, 140, NULL, 'D-505 Public intoxication, T-107 Illegal U-turn', 270, 0, 1, '{"5": 71}', '2026-09-19 23:23:54.858+00', '2026-09-19 23:23:54.858+00', '2026-09-19 23:33:54.858+00', NULL, 1),
	(3, 'citation', DEFAULT, 2026, 3, 'final', NULL, 3, NULL, 65, '2L25', 2, 1, 41, NULL, 'T-117 Driving with an expired licence', 130, 0, 0, '{"4": "Clear", "5": 71}', '2026-09-20 11:25:29.772+00', '2026-09-20 11:25:29.772+00', '2026-09-20 12:15:29.772+00', NULL, 1),
	(4, 'warning', DEFAULT, 2026, 1, 'returned', NULL, 4, NULL, 9, '2L19', 2, 1, 39, NULL, 'T-105 Failure to yield', 0, 0, 0, '{}', '2026-09-20 19:57:57.853+00', '2026-09-20 19:57:57.853+00', NULL, NULL, 1),
	(7, 'citation', DEFAULT, 2026, 4, 'final', NULL, 7, NULL, 84, '1B44', 3, 1, 243, NULL, 'T-117 Driving with an expired licence', 90, 0, 0, '{"4": "Clear", "5": 48}', '2026-09-22 20:07:24.5+00', '2026-09-22 20:07:24.5+00', '2026-09-22 22:47:24.5+00', NULL, 1),
	(8, 'arrest', DEFAULT, 2026, 1, 'final', NULL, 8, NULL, 17, '2S27', 4, 1, 273, NULL, 'W-403 Unlawful discharge of a firearm, P-210 Involuntary manslaughter', 4010, 50, 0, '{}', '2026-09-24 14:24:07.709+00', '2026-09-24 14:24:07.709+00', '2026-09-24 19:34:07.709+00', NULL, 1),
	(15, 'arrest', DEFAULT, 2026, 2, 'final', NULL, 15, NULL, 41, '2L51', 2, 1, 91, NULL, 'R-306 Burglary, P-211 Voluntary manslaughter x2', 16490, 180, 0, '{"7": "2027-01-12"}', '2026-09-26 02:03:52.899+00', '2026-09-26 02:03:52.899+00', '2026-09-26 02:43:52.899+00', NULL, 1),
	(22, 'arrest', DEFAULT, 2026, 3, 'final', NULL, 22, NULL, 82, '3L42', 2, 1, 166, NULL, 'W-404 Possession of an unregistered firearm', 2220, 25, 0, '{"7": "2027-01-12"}', '2026-10-02 04:31:55.547+00', '2026-10-02 04:31:55.547+00', '2026-10-02 07:11:55.547+00', NULL, 1),
	(32, 'arrest', DEFAULT, 2026, 4, 'final', NULL, 32, NULL, 92, '1L52', 2, 1, 244, NULL, 'G-608 Impersonating a public servant', 2595, 20, 0, '{"6": false}', '2026-10-07 04:07:12.129+00', '2026-10-07 04:07:12.129+00', '2026-10-07 07:57:12.129+00', NULL, 1),
	(189, 'arrest', DEFAULT, 2026, 27, 'final', NULL, 189, NULL, 52, '1B12', 3, 1, 90, NULL, 'G-611 Failure to appear, W-405 Possession of a prohibited weapon', 5095, 50, 0, '{"6": true, "7": "2026-12-15"}', '2026-11-18 04:18:18.149+00', '2026-11-18 04:18:18.149+00', '2026-11-18 04:40:17.523+00', NULL, 1),
	(190, 'citation', DEFAULT, 2026, 67, 'final', NULL, 190, NULL, 52, '1B12', 3, 1, 195, NULL, 'T-118 Unregistered vehicle, T-108 Illegal parking', 260, 0, 0, '{"4": "Clear", "5": 48}', '2026-11-18 04:30:17.503+00', '2026-11-18 04:30:17.503+00', '2026-11-18 04:40:17.523+00', NULL, 1);

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
	(1, 'foundation', '2026-11-18 04:40:16.899868+00'),
	(2, 'starting_community', '2026-11-18 04:40:17.058488+00'),
	(3, 'people', '2026-11-18 04:40:17.066282+00'),
	(4, 'people_rules', '2026-11-18 04:40:17.157031+00'),
	(5, 'members', '2026-11-18 04:40:17.161974+00'),
	(6, 'user_search', '2026-11-18 04:40:17.20346+00'),
	(7, 'rank_history', '2026-11-18 04:40:17.211651+00'),
	(8, 'user_count', '2026-11-18 04:40:17.213063+00'),
	(9, 'dispatch', '2026-11-18 04:40:17.214702+00'),
	(10, 'role_version', '2026-11-18 04:40:17.241912+00'),
	(11, 'key_revocation', '2026-11-18 04:40:17.243342+00'),
	(12, 'dispatch_details', '2026-11-18 04:40:17.244647+00'),
	(13, 'desk', '2026-11-18 04:40:17.2584+00'),
	(14, 'bridge', '2026-11-18 04:40:17.276789+00'),
	(15, 'whitelists', '2026-11-18 04:40:17.290258+00'),
	(16, 'server_map', '2026-11-18 04:40:17.296942+00'),
	(17, 'board_names', '2026-11-18 04:40:17.304233+00'),
	(18, 'managed_servers', '2026-11-18 04:40:17.305546+00'),
	(19, 'api_logs', '2026-11-18 04:40:17.307452+00'),
	(20, 'server_activity', '2026-11-18 04:40:17.313239+00'),
	(21, 'page_changes', '2026-11-18 04:40:17.318233+00'),
	(23, 'rights', '2026-11-18 04:40:17.320031+00'),
	(24, 'known_places', '2026-11-18 04:40:17.322407+00'),
	(25, 'settings', '2026-11-18 04:40:17.326381+00'),
	(26, 'pictures', '2026-11-18 04:40:17.329891+00'),
	(27, 'call_repair', '2026-11-18 04:40:17.335126+00'),
	(30, 'setting_versions', '2026-11-18 04:40:17.337796+00'),
	(31, 'staff', '2026-11-18 04:40:17.340171+00'),
	(32, 'theme', '2026-11-18 04:40:17.343101+00'),
	(33, 'rank_capabilities', '2026-11-18 04:40:17.344987+00'),
	(34, 'notices', '2026-11-18 04:40:17.346841+00'),
	(35, 'offences', '2026-11-18 04:40:17.351142+00'),
	(36, 'records', '2026-11-18 04:40:17.365517+00'),
	(37, 'lookups', '2026-11-18 04:40:17.418419+00'),
	(38, 'imports', '2026-11-18 04:40:17.440592+00'),
	(39, 'repairs', '2026-11-18 04:40:17.453817+00'),
	(40, 'fields', '2026-11-18 04:40:17.455364+00'),
	(41, 'reports', '2026-11-18 04:40:17.463495+00'),
	(42, 'penalties', '2026-11-18 04:40:17.499433+00');

INSERT INTO public.server_activity VALUES
	(2, 0, 0),
	(3, 0, 0),
	(1, 19, 9);

INSERT INTO public.server_links VALUES
	(1, '2026-11-18 04:40:24.773037+00', '2026-11-18 04:40:44.734867+00', true, 48, 48, 20, 0, '0.1.0', 'tenfour', 101, '2026-11-18 04:40:24.816359+00');





INSERT INTO public.server_player_counts VALUES
	(1, '2026-11-11 04:55:00+00', 48, 48),
	(1, '2026-11-11 04:50:00+00', 46, 48),
	(1, '2026-11-11 04:45:00+00', 46, 48),
	(1, '2026-11-11 04:40:00+00', 48, 48),
	(1, '2026-11-18 04:40:00+00', 48, 48);

INSERT INTO public.servers VALUES
	(1, 'San Andreas I', 'prod', NULL, 1, false, NULL, NULL),
	(2, 'San Andreas II', 'prod', NULL, 1, false, NULL, NULL),
	(3, 'Development', 'dev', NULL, 1, false, NULL, NULL);

INSERT INTO public.sessions VALUES
	(1, 24, '\xfc265baa6e0d9770af30ce70607312f2b3b37619909615c1545d05c91e0547e3', '127.0.0.1', 'Tenfour demo', '2026-11-18 04:40:19.106655+00', '2026-11-18 04:40:19.106655+00', '2026-12-18 04:40:19.107+00', NULL, 'password'),
	(2, 26, '\x7ed280e48833bd2533bcfd157ac2312e31ecf1e334ef099bab4273c26ce78774', '127.0.0.1', 'Tenfour demo', '2026-11-18 04:40:19.384319+00', '2026-11-18 04:40:19.384319+00', '2026-12-18 04:40:19.39+00', NULL, 'password'),
	(3, 27, '\x372ebe84c3c8434afcba570665f24108153dad3bce0a990f6f64342d0d018c90', '127.0.0.1', 'Tenfour demo', '2026-11-18 04:40:19.482312+00', '2026-11-18 04:40:19.482312+00', '2026-12-18 04:40:19.483+00', NULL, 'password'),
	(4, 32, '\x1d67dd1942a282e1f7fd66c34cdbe4bba7afcd0623976f9e244c40ea658267a6', '127.0.0.1', 'Tenfour demo', '2026-11-18 04:40:19.518902+00', '2026-11-18 04:40:19.518902+00', '2026-12-18 04:40:19.519+00', NULL, 'password'),
	(19, 29, '\x6c09dcf71b8c45d409e2fb9e5ea16d8afc26069ba4a97077498dad1b1061e692', '127.0.0.1', 'Tenfour demo', '2026-11-18 04:40:19.974047+00', '2026-11-18 04:40:19.974047+00', '2026-12-18 04:40:19.974+00', NULL, 'password');





INSERT INTO public.sign_ins VALUES
	(1, 1, '203.0.113.158', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', true, '2026-10-11 00:39:29.231+00', 'password'),
	(2, 1, '203.0.113.158', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', false, '2026-11-01 08:20:25.053+00', 'password'),
	(3, 1, '203.0.113.158', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', true, '2026-09-27 09:20:29.193+00', 'password'),
	(4, 1, '198.51.100.208', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', true, '2026-10-01 15:12:10.19+00', 'password'),
	(809, 29, '127.0.0.1', 'Tenfour demo', true, '2026-11-18 04:40:19.974047+00', 'password');

INSERT INTO public.staff_notes VALUES
	(1, 2, 13, 'Wrote the new pursuit summary with us. Thank them when you see them.', '2026-09-27 14:35:44.476+00', NULL),
	(2, 2, 13, 'Microphone trouble on two patrols in a row. Sent the set-up guide.', '2026-09-24 18:54:06.959+00', NULL),
	(3, 4, 16, 'Prefers late evenings; usually on from ten.', '2026-09-28 10:25:42.041+00', NULL),
	(4, 5, 15, 'Prefers late evenings; usually on from ten.', '2026-09-06 15:16:59.231+00', NULL),
	(60, 120, 2, 'Asked about a transfer to Communications in spring.', '2026-11-17 23:19:48.182+00', NULL);

INSERT INTO public.streams VALUES
	('board:2', 2),
	('board:3', 2),
	('whitelists', 1),
	('board:1', 338),
	('api-logs', 6);

INSERT INTO public.tones VALUES
	(1, 1, '{1,3}', 'Structure fire, all companies, Popular St', 1001, 30, '2026-11-17 18:56:38.45+00'),
	(2, 1, '{3}', 'Cardiac arrest, medics, Hawick Ave', 1006, 30, '2026-11-17 19:29:20.078+00'),
	(3, 1, '{3}', 'Cardiac arrest, medics, Popular St', 1007, 30, '2026-11-17 19:34:54.402+00'),
	(4, 1, '{3}', 'Cardiac arrest, medics, Alta St', 1016, 30, '2026-11-17 20:31:46.3+00'),
	(5, 1, '{1}', 'Robbery in progress, armed, Little Bighorn Ave', 1031, 43, '2026-11-18 03:42:18.88+00'),
	(6, 1, '{1}', 'Robbery in progress, armed, Great Ocean Hwy, Banham Canyon', 1036, 30, '2026-11-18 04:34:02.735+00'),
	(7, 1, '{1,3}', 'Structure fire, all companies, Grapeseed Ave', 1038, 30, '2026-11-18 04:37:21.735+00');

INSERT INTO public.units VALUES
	(21, 1, 7, 0, 'C-12', 1, NULL, NULL, 3, '2026-11-18 03:08:59.73+00', '2026-11-18 03:08:59.73+00', '', '2026-11-18 04:40:22.818+00'),
	(22, 1, 6, 3, 'E51', 1, 8, '2026-11-17 18:41:04.654+00', 6, '2026-11-18 04:38:13.731+00', '2026-11-18 03:04:11.73+00', '', '2026-11-18 04:40:23.655+00'),
	(25, 1, 3, 1, '2S08', 1, 6, '2026-11-17 18:36:04.654+00', 6, '2026-11-18 03:59:13.729+00', '2026-11-18 03:00:11.73+00', '', '2026-11-18 04:40:23.449+00'),
	(24, 1, 2, 1, '4L12', 1, 3, '2026-11-17 18:30:04.818+00', 6, '2026-11-18 04:36:38.732+00', '2026-11-18 02:55:23.73+00', '', '2026-11-18 04:40:23.567+00'),
	(47, 1, 2, 1, 'AIR1', 2, NULL, NULL, 5, '2026-11-18 04:40:44.242+00', '2026-11-18 02:59:23.731+00', '', '2026-11-18 04:40:23.038+00');

INSERT INTO public.user_departments VALUES
	(1, 7, 44, true),
	(2, 2, 8, true),
	(3, 4, 19, true),
	(4, 3, 16, true),
	(125, 6, 33, true);

INSERT INTO public.user_permissions VALUES
	(8, 'MANAGE_MEMBERS');

INSERT INTO public.user_roles VALUES
	(1, 1, NULL, '2026-11-18 04:40:17.573393+00'),
	(2, 2, NULL, '2026-11-18 04:40:17.573393+00'),
	(3, 3, NULL, '2026-11-18 04:40:17.573393+00'),
	(4, 4, NULL, '2026-11-18 04:40:17.573393+00'),
	(20, 7, NULL, '2026-11-18 04:40:17.573393+00');

INSERT INTO public.users VALUES
	(37, 'Kaia Strand', 'kaia.strand@demo.example', 'made-up-31', '1100001066b8589', true, false, NULL, NULL, '2026-08-12 09:28:55.846+00', 5, '10807', 'blue', '2026-11-18 04:40:19.730894+00', DEFAULT, NULL, 'system'),
	(34, 'Marisol Langford', 'marisol.langford@demo.example', 'made-up-29', '110000104b1dc1c', true, false, NULL, NULL, '2025-07-10 17:52:37.711+00', 5, '10808', 'red', '2026-11-18 04:40:19.762117+00', DEFAULT, NULL, 'system'),
	(22, 'Juno Montrose', 'juno.montrose@demo.example', 'made-up-21', NULL, true, false, NULL, NULL, '2025-04-29 03:12:59.089+00', 5, '10810', 'amber', '2026-11-18 04:40:19.822303+00', DEFAULT, NULL, 'system'),
	(39, 'Eliana Cordero', 'eliana.cordero@demo.example', 'made-up-33', '110000103311255', true, false, NULL, NULL, '2026-04-02 08:14:57.874+00', 5, '10811', 'teal', '2026-11-18 04:40:19.850586+00', DEFAULT, NULL, 'system'),
	(30, 'Ariel Jansson', 'ariel.jansson@demo.example', 'made-up-27', '1100001080ebe6b', true, false, NULL, NULL, '2025-07-12 04:27:02.779+00', 5, '10814', 'slate', '2026-11-18 04:40:19.922186+00', DEFAULT, NULL, 'system'),
	(21, 'Priya Ibarra', 'priya.ibarra@demo.example', 'made-up-20', '1100001094227e8', true, false, NULL, NULL, '2025-05-28 19:56:17.653+00', 5, '10816', 'teal', '2026-11-18 04:40:19.955351+00', DEFAULT, NULL, 'system'),
	(29, 'Priya Paxton', 'priya.paxton@demo.example', 'made-up-26', '110000103c94e3e', true, false, NULL, NULL, '2026-07-10 13:53:55.389+00', 5, '10817', 'slate', '2026-11-18 04:40:19.974047+00', DEFAULT, NULL, 'system'),
	(26, 'Hadley Zimmer', 'hadley.zimmer@demo.example', 'made-up-24', '11000010e3192db', true, false, NULL, NULL, '2025-01-05 15:11:46.158+00', 5, '10800', 'teal', '2026-11-18 04:40:19.384319+00', DEFAULT, NULL, 'system'),
	(120, 'Jonah Zimmer', 'jonah.zimmer@demo.example', 'made-up-66', NULL, false, false, NULL, NULL, '2026-11-16 23:40:17.523+00', 1, NULL, 'blue', '2026-11-18 04:40:17.523+00', DEFAULT, NULL, 'system'),
	(1, 'Maren Holt', 'root@demo.example', 'made-up-1', '11000010808a5c4', true, true, NULL, NULL, '2025-11-13 04:40:17.523+00', 2, '10515', 'pink', '2026-11-17 21:40:17.523+00', DEFAULT, NULL, 'system'),
	(2, 'Idris Vale', 'admin@demo.example', 'made-up-2', '1100001035681b9', true, true, NULL, NULL, '2025-12-20 04:40:17.523+00', 2, '10515', 'amber', '2026-11-17 23:44:17.523+00', DEFAULT, NULL, 'system'),
	(3, 'Lio Castaway', 'developer@demo.example', 'made-up-3', '1100001002335ee', true, true, NULL, NULL, '2025-02-25 04:40:17.523+00', 2, '10515', 'pink', '2026-11-18 01:59:17.523+00', DEFAULT, NULL, 'system'),
	(4, 'Nora Quist', 'senior@demo.example', 'made-up-4', '110000104cdcb45', true, true, NULL, NULL, '2025-07-22 04:40:17.523+00', 2, '10515', 'pink', '2026-11-17 05:52:17.523+00', DEFAULT, NULL, 'system'),
	(5, 'Theo Marlin', 'staff@demo.example', 'made-up-5', '11000010fa622d7', true, true, NULL, NULL, '2025-09-21 04:40:17.523+00', 2, '10515', 'blue', '2026-11-17 06:58:17.523+00', DEFAULT, NULL, 'system'),
	(6, 'Vera Oakes', 'supervisor@demo.example', 'made-up-6', '110000107ef8459', true, true, NULL, NULL, '2025-10-19 04:40:17.523+00', 2, '10515', 'amber', '2026-11-18 00:38:17.523+00', DEFAULT, NULL, 'system'),
	(7, 'Otto Brandt', 'legal@demo.example', 'made-up-7', '110000105f8a09f', true, true, NULL, NULL, '2025-12-31 04:40:17.523+00', 2, '10515', 'blue', '2026-11-17 23:50:17.523+00', DEFAULT, NULL, 'system'),
	(13, 'Marisol Wakefield', 'marisol.wakefield@demo.example', 'made-up-12', NULL, true, true, NULL, NULL, '2026-08-15 12:47:38.85+00', 2, '10515', 'blue', '2026-10-15 04:20:54.707+00', DEFAULT, NULL, 'system'),
	(14, 'Damon Falkner', 'damon.falkner@demo.example', 'made-up-13', '1100001038a806f', true, true, NULL, NULL, '2025-09-08 09:36:02.751+00', 2, '10515', 'green', '2026-10-14 05:52:19.792+00', DEFAULT, NULL, 'system'),
	(15, 'Felix Merrick', 'felix.merrick@demo.example', 'made-up-14', '11000010c969d2c', true, true, NULL, NULL, '2026-02-06 06:55:00.681+00', 2, '10515', 'teal', '2026-10-14 16:41:12.077+00', DEFAULT, NULL, 'system'),
	(16, 'Lars Castellan', 'lars.castellan@demo.example', 'made-up-15', '11000010be2489d', false, true, NULL, NULL, '2026-07-06 04:05:09.413+00', 2, '10515', 'teal', '2026-11-18 03:26:38.736+00', DEFAULT, NULL, 'system'),
	(17, 'Fiona Coldwater', 'fiona.coldwater@demo.example', 'made-up-16', '110000101527b18', true, true, NULL, NULL, '2026-03-09 08:13:11.091+00', 2, '10515', 'green', '2026-10-05 10:21:54.643+00', DEFAULT, NULL, 'system'),
	(18, 'Linnea Halloran', 'linnea.halloran@demo.example', 'made-up-17', '110000107e16aa8', true, true, NULL, NULL, '2025-01-30 16:47:03.794+00', 2, '10515', 'green', '2026-11-18 03:29:59.878+00', DEFAULT, NULL, 'system'),
	(19, 'Mabel Fenwick', 'mabel.fenwick@demo.example', 'made-up-18', '1100001092f22b7', true, true, NULL, NULL, '2025-05-26 04:13:10.476+00', 2, '10515', 'amber', '2026-11-11 03:09:57.168+00', DEFAULT, NULL, 'system'),
	(20, 'Rosalind Iverson', 'rosalind.iverson@demo.example', 'made-up-19', '110000109483c6a', true, true, NULL, NULL, '2025-07-29 01:43:26.323+00', 2, '10515', 'green', '2026-11-17 21:30:32.232+00', DEFAULT, NULL, 'system'),
	(8, 'Paz Moreau', 'members@demo.example', 'made-up-8', '11000010e81057a', true, false, NULL, NULL, '2025-12-20 04:40:17.523+00', 2, '10515', 'amber', '2026-11-17 14:42:17.523+00', DEFAULT, NULL, 'system'),
	(9, 'June Calder', 'officer@demo.example', 'made-up-9', '11000010b6421c3', true, false, NULL, NULL, '2025-12-09 04:40:17.523+00', 2, '10515', 'pink', '2026-11-17 22:06:17.523+00', DEFAULT, NULL, 'system'),
	(11, 'Asta Rowe', 'fire@demo.example', 'made-up-10', '110000102410c78', true, false, NULL, NULL, '2025-09-30 04:40:17.523+00', 2, '10515', 'violet', '2026-11-18 01:28:17.523+00', DEFAULT, NULL, 'system'),
	(12, 'Milo Finch', 'civilian@demo.example', 'made-up-11', '1100001043117f3', true, false, NULL, NULL, '2025-11-30 04:40:17.523+00', 2, '10515', 'violet', '2026-11-17 12:15:17.523+00', DEFAULT, NULL, 'system'),
	(27, 'Beatrix Coldwater', 'beatrix.coldwater@demo.example', 'made-up-25', '110000105819498', false, true, NULL, NULL, '2025-04-22 16:17:53.999+00', 5, '10801', 'violet', '2026-11-18 04:40:19.482312+00', DEFAULT, NULL, 'system'),
	(32, 'Orla Delacroix', 'orla.delacroix@demo.example', 'made-up-28', '110000106d2af9d', true, false, NULL, NULL, '2026-07-27 23:23:44.933+00', 5, '10802', 'slate', '2026-11-18 04:40:19.518902+00', DEFAULT, NULL, 'system'),
	(38, 'Daria Falkner', 'daria.falkner@demo.example', 'made-up-32', '1100001064b57fd', true, false, NULL, NULL, '2024-12-21 23:57:39.228+00', 5, '10803', 'violet', '2026-11-18 04:40:19.586906+00', DEFAULT, NULL, 'system'),
	(25, 'Marisol Dalgaard', 'marisol.dalgaard@demo.example', 'made-up-23', '110000109f3d321', false, false, NULL, NULL, '2026-08-25 23:07:43.271+00', 5, '10805', 'slate', '2026-11-18 04:40:19.67578+00', DEFAULT, NULL, 'system'),
	(41, 'Priya Pemberton', 'priya.pemberton@demo.example', 'made-up-34', '11000010a5cc40c', true, false, NULL, NULL, '2025-02-19 09:38:07.668+00', 2, '10515', 'violet', '2026-11-15 02:17:45.018+00', DEFAULT, NULL, 'system'),
	(44, 'Pavel Hawthorn', 'pavel.hawthorn@demo.example', 'made-up-37', '11000010ef6f8cf', true, false, NULL, NULL, '2025-04-29 16:07:17.508+00', 5, '10813', 'slate', '2026-11-18 04:40:19.903778+00', DEFAULT, NULL, 'system'),
	(43, 'Imani Kowalczyk', 'imani.kowalczyk@demo.example', 'made-up-36', '110000105cfe050', true, false, NULL, NULL, '2025-08-13 16:11:36.929+00', 5, '10815', 'red', '2026-11-18 04:40:19.939544+00', DEFAULT, NULL, 'system'),
	(45, 'Odette Sandoval', 'odette.sandoval@demo.example', 'made-up-38', '11000010cfd7210', true, false, NULL, NULL, '2025-09-30 09:37:22.783+00', 2, '10515', 'violet', '2026-11-18 02:02:03.498+00', DEFAULT, NULL, 'system'),
	(46, 'Celeste Seaver', 'celeste.seaver@demo.example', 'made-up-39', '1100001028fbad0', true, false, NULL, NULL, '2025-11-01 05:53:44.408+00', 2, '10515', 'blue', '2026-10-17 01:52:45.275+00', DEFAULT, NULL, 'system'),
	(42, 'Rafael Thorne', 'rafael.thorne@demo.example', 'made-up-35', '11000010d283ef1', true, false, NULL, NULL, '2024-12-18 00:36:29.511+00', 5, '10812', 'green', '2026-11-18 04:40:19.878132+00', DEFAULT, NULL, 'system'),
	(48, 'Caleb Osgood', 'caleb.osgood@demo.example', 'made-up-41', '11000010a79515e', true, false, NULL, NULL, '2025-05-09 16:57:05.363+00', 2, '10515', 'violet', '2026-11-13 01:40:03.094+00', DEFAULT, NULL, 'system'),
	(49, 'Asher Bellamy', 'asher.bellamy@demo.example', 'made-up-42', 'STEAM_0:1:48213', true, false, NULL, NULL, '2024-12-23 14:31:02.949+00', 2, '10515', 'violet', '2026-11-06 23:48:36.159+00', DEFAULT, NULL, 'system'),
	(52, 'Juno Weatherby', 'juno.weatherby@demo.example', 'made-up-43', '11000010a3ce6f2', true, false, NULL, NULL, '2024-12-20 20:58:49.982+00', 2, '10515', 'slate', '2026-11-18 02:47:10.538+00', DEFAULT, NULL, 'system'),
	(54, 'Malik Barlowe', 'malik.barlowe@demo.example', 'made-up-44', '1100001027ea422', true, false, NULL, NULL, '2026-03-21 02:03:50.026+00', 2, '10515', 'green', '2026-11-16 19:49:06.254+00', DEFAULT, NULL, 'system'),
	(57, 'Alden Abbotsford', 'alden.abbotsford@demo.example', 'made-up-45', '110000106d35f03', true, false, NULL, NULL, '2025-09-07 08:00:04.802+00', 2, '10515', 'violet', '2026-11-18 03:27:48.88+00', DEFAULT, NULL, 'system'),
	(65, 'Felix Sandoval', 'felix.sandoval@demo.example', 'made-up-46', '110000100e64cb1', true, true, NULL, NULL, '2025-08-20 06:38:11.878+00', 2, '10515', 'amber', '2026-11-18 01:21:35.683+00', DEFAULT, NULL, 'system'),
	(67, 'Hadley Hargrove', 'hadley.hargrove@demo.example', 'made-up-47', 'not sure, ask me', true, false, NULL, NULL, '2025-02-08 09:51:07.491+00', 2, '10515', 'teal', '2026-11-09 08:50:35.71+00', DEFAULT, NULL, 'system'),
	(68, 'Tamsin Lockwood', 'tamsin.lockwood@demo.example', 'made-up-48', '110000107438a99', true, false, NULL, NULL, '2026-04-05 07:32:10.936+00', 2, '10515', 'blue', '2026-11-17 13:21:30.663+00', DEFAULT, NULL, 'system'),
	(70, 'Wanda Radcliffe', 'wanda.radcliffe@demo.example', 'made-up-49', '1100001056137ac', true, false, NULL, NULL, '2026-04-06 22:00:37.591+00', 2, '10515', 'pink', '2026-10-20 00:44:32.831+00', DEFAULT, NULL, 'system'),
	(72, 'Dahlia Thorne', 'dahlia.thorne@demo.example', 'made-up-50', '11000010768e627', true, false, NULL, NULL, '2025-06-18 07:44:31+00', 2, '10515', 'red', '2026-11-01 22:11:22.846+00', DEFAULT, NULL, 'system'),
	(76, 'Niels Ibarra', 'niels.ibarra@demo.example', 'made-up-51', '11000010bc7a9a7', true, false, NULL, NULL, '2025-11-09 15:15:15.862+00', 2, '10515', 'pink', '2026-10-18 06:41:24.781+00', DEFAULT, NULL, 'system'),
	(77, 'Orla Kestrel', 'orla.kestrel@demo.example', 'made-up-52', '11000010531c88e', true, true, NULL, NULL, '2025-06-04 18:22:42.463+00', 2, '10515', 'teal', '2026-11-12 05:34:06.073+00', DEFAULT, NULL, 'system');
INSERT INTO public.users VALUES
	(82, 'Jasper Delacroix', 'jasper.delacroix@demo.example', 'made-up-53', '11000010108f4a4', true, false, NULL, NULL, '2025-10-01 08:43:52.032+00', 2, '10515', 'pink', '2026-10-27 07:31:57.612+00', DEFAULT, NULL, 'system'),
	(84, 'Tariq Whitlock', 'tariq.whitlock@demo.example', 'made-up-54', '11000010eff32da', true, false, NULL, NULL, '2025-03-06 01:14:12.987+00', 2, '10515', 'violet', '2026-11-05 22:48:08.263+00', DEFAULT, NULL, 'system'),
	(86, 'Damon Navarro', 'damon.navarro@demo.example', 'made-up-55', '11000010060e979', true, false, NULL, NULL, '2025-06-15 23:23:32.852+00', 2, '10515', 'red', '2026-11-11 07:46:55.094+00', DEFAULT, NULL, 'system'),
	(88, 'Camila Dalgaard', 'camila.dalgaard@demo.example', 'made-up-56', '11000010a2e4e34', true, false, NULL, NULL, '2026-06-02 12:26:58.179+00', 2, '10515', 'slate', '2026-11-17 23:12:34.264+00', DEFAULT, NULL, 'system'),
	(90, 'Edda Redfern', 'edda.redfern@demo.example', 'made-up-57', '11000010e511afc', true, false, NULL, NULL, '2026-01-16 19:05:51.2+00', 2, '10515', 'violet', '2026-11-16 14:55:54.086+00', DEFAULT, NULL, 'system'),
	(91, 'Tobias Whitlock', 'tobias.whitlock@demo.example', 'made-up-58', '11000010c0cb3b7', true, false, NULL, NULL, '2025-11-08 03:43:24.084+00', 2, '10515', 'teal', '2026-10-16 19:41:52.337+00', DEFAULT, NULL, 'system'),
	(92, 'Mabel Seaver', 'mabel.seaver@demo.example', 'made-up-59', '11000010d265899', true, false, NULL, NULL, '2025-10-02 12:54:23.562+00', 2, '10515', 'blue', '2026-10-12 21:27:40.354+00', DEFAULT, NULL, 'system'),
	(97, 'Samir Arkwright', 'samir.arkwright@demo.example', 'made-up-60', '11000010f96e7dd', true, false, NULL, NULL, '2025-03-04 05:18:46.217+00', 2, '10515', 'slate', '2026-11-02 13:16:01.117+00', DEFAULT, NULL, 'system'),
	(99, 'Linnea Crane', 'linnea.crane@demo.example', 'made-up-61', '1100001002d2683', true, false, NULL, NULL, '2026-10-19 07:35:29.735+00', 2, '10515', 'red', '2026-11-18 03:49:06.009+00', DEFAULT, NULL, 'system'),
	(111, 'Greta Grimshaw', 'greta.grimshaw@demo.example', 'made-up-62', '110000108c32fe3', false, false, NULL, NULL, '2025-01-04 05:26:48.944+00', 2, '10515', 'slate', '2026-11-04 20:58:37.531+00', DEFAULT, NULL, 'system'),
	(113, 'Alden Shepard', 'alden.shepard@demo.example', 'made-up-63', '110000106860cd3', true, false, NULL, NULL, '2026-03-14 17:22:26.949+00', 2, '10515', 'slate', '2026-10-12 16:18:19.269+00', DEFAULT, NULL, 'system'),
	(114, 'Asher Varga', 'asher.varga@demo.example', 'made-up-64', '11000010c3f7572', false, false, NULL, NULL, '2026-09-17 02:01:59.556+00', 2, '10515', 'pink', '2026-11-18 04:39:41.424+00', DEFAULT, NULL, 'system'),
	(117, 'Selma Redfern', 'selma.redfern@demo.example', 'made-up-65', '1100001099f7e63', true, false, NULL, NULL, '2026-07-04 19:36:49.036+00', 2, '10515', 'blue', '2026-11-11 03:30:04.496+00', DEFAULT, NULL, 'system'),
	(125, 'Petra Alcott', 'petra.alcott@demo.example', 'made-up-67', '11000010fde5316', false, false, NULL, '2026-11-18 04:40:17.523+00', '2025-06-12 14:03:35.146+00', 2, '10515', 'blue', '2026-11-18 03:09:59.495+00', DEFAULT, NULL, 'system'),
	(24, 'Gideon Strand', 'gideon.strand@demo.example', 'made-up-22', '11000010d72e8a8', true, true, NULL, NULL, '2026-09-16 15:17:46.446+00', 5, '10799', 'green', '2026-11-18 04:40:19.106655+00', DEFAULT, NULL, 'system'),
	(47, 'Petra Crane', 'petra.crane@demo.example', 'made-up-40', '1100001028e7b93', false, false, NULL, NULL, '2026-09-27 03:21:50.39+00', 5, '10804', 'blue', '2026-11-18 04:40:19.643804+00', DEFAULT, NULL, 'system'),
	(35, 'Asher Thackeray', 'asher.thackeray@demo.example', 'made-up-30', '11000010268ecd9', true, false, NULL, NULL, '2026-01-24 07:48:38.716+00', 5, '10806', 'amber', '2026-11-18 04:40:19.706283+00', DEFAULT, NULL, 'system');

INSERT INTO public.vehicle_transfers OVERRIDING SYSTEM VALUE VALUES
	(1, 654, 422, 40, '2026-11-18 04:40:17.573393+00');

INSERT INTO public.vehicles OVERRIDING SYSTEM VALUE VALUES
	(1, 2, '30AEC201', DEFAULT, 'SA000001DEMO92985', DEFAULT, 'Brute Boxville', 'Red', '2027-06-03', NULL, NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 04:40:17.573393+00', NULL, 1, '{"3": false}'),
	(2, 2, '66PYL488', DEFAULT, 'SA000002DEMO45552', DEFAULT, 'Vapid Stanier', 'Dark green', '2027-07-05', NULL, NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 04:40:17.573393+00', NULL, 1, '{}'),
	(3, 2, '66JKH532', DEFAULT, 'SA000003DEMO73041', DEFAULT, 'Bravado Bison', 'Bronze', '2026-11-27', '2027-09-11', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 04:40:17.573393+00', NULL, 1, '{}'),
	(4, 3, '10KSR319', DEFAULT, 'SA000004DEMO18074', DEFAULT, 'Albany Emperor', 'Dark green', '2027-08-29', '2027-05-23', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 04:40:17.573393+00', NULL, 1, '{"3": false}'),
	(20, 12, '38GFE614', DEFAULT, 'SA000020DEMO52386', DEFAULT, 'Vapid Stanier', 'White', '2027-10-10', '2027-01-24', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 04:40:17.573393+00', NULL, 1, '{"3": false}'),
	(78, 46, '53CUS155', DEFAULT, 'SA000078DEMO38868', DEFAULT, 'Dinka Blista', 'Grey', '2027-02-03', '2027-01-15', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 04:40:17.573393+00', NULL, 1, '{"3": true}'),
	(108, 62, '57JWU415', DEFAULT, 'SA000108DEMO62975', DEFAULT, 'Albany Emperor', 'Yellow', NULL, NULL, NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 04:40:17.573393+00', NULL, 1, '{}'),
	(110, 63, '50YGL422', DEFAULT, 'SA000110DEMO24918', DEFAULT, 'Benefactor Schafter', 'Dark green', '2027-01-10', NULL, NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 04:40:17.573393+00', NULL, 1, '{"3": false}'),
	(555, 351, '77EJW817', DEFAULT, 'SA000555DEMO95743', DEFAULT, 'Dinka Blista', 'Dark green', '2027-02-27', '2026-12-14', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 04:40:17.573393+00', NULL, 1, '{}'),
	(654, 422, '63AUV673', DEFAULT, 'SA000654DEMO77283', DEFAULT, 'Dinka Blista', 'White', '2027-08-26', '2026-11-17', NULL, NULL, NULL, 'portal', NULL, NULL, '2026-11-18 04:40:17.573393+00', NULL, 1, '{"3": true}');

INSERT INTO public.weapons OVERRIDING SYSTEM VALUE VALUES
	(1, 4, 'Heavy pistol', '5417-A000', DEFAULT, '2026-11-18 04:40:17.573393+00', NULL, 1),
	(2, 15, 'Vintage pistol', '2144-B001', DEFAULT, '2026-11-18 04:40:17.573393+00', NULL, 1),
	(3, 18, 'Pump shotgun', '9404-C002', DEFAULT, '2026-11-18 04:40:17.573393+00', NULL, 1),
	(4, 19, 'Revolver', '5396-D003', DEFAULT, '2026-11-18 04:40:17.573393+00', NULL, 1),
	(107, 422, 'Vintage pistol', '4168-R106', DEFAULT, '2026-11-18 04:40:17.573393+00', NULL, 1);

INSERT INTO public.whitelist_changes VALUES
	('dev', 2, '11000010808a5c4', true, '2026-11-18 04:40:17.573393+00'),
	('dev', 3, '1100001035681b9', true, '2026-11-18 04:40:17.573393+00'),
	('dev', 4, '1100001002335ee', true, '2026-11-18 04:40:17.573393+00'),
	('dev', 5, '110000104cdcb45', true, '2026-11-18 04:40:17.573393+00'),
	('prod', 101, '1100001099f7e63', true, '2026-11-18 04:40:17.573393+00');



INSERT INTO public.whitelist_versions VALUES
	('dev', 24),
	('prod', 101);

SELECT pg_catalog.setval('public.announcements_id_seq', 9, true);

SELECT pg_catalog.setval('public.api_keys_id_seq', 2, true);

SELECT pg_catalog.setval('public.api_logs_id_seq', 15, true);

SELECT pg_catalog.setval('public.audit_id_seq', 382, true);

SELECT pg_catalog.setval('public.beats_id_seq', 100, false);

SELECT pg_catalog.setval('public.bolos_id_seq', 4, true);

SELECT pg_catalog.setval('public.call_logs_id_seq', 266, true);

SELECT pg_catalog.setval('public.call_types_id_seq', 100, false);

SELECT pg_catalog.setval('public.call_units_id_seq', 59, true);

SELECT pg_catalog.setval('public.calls_id_seq', 1040, true);

SELECT pg_catalog.setval('public.cautions_id_seq', 20, true);

SELECT pg_catalog.setval('public.character_names_id_seq', 1, false);

SELECT pg_catalog.setval('public.characters_id_seq', 422, true);

SELECT pg_catalog.setval('public.departments_id_seq', 100, false);

SELECT pg_catalog.setval('public.dispatch_notes_id_seq', 3, true);

SELECT pg_catalog.setval('public.fines_id_seq', 79, true);

SELECT pg_catalog.setval('public.import_problems_id_seq', 1, false);

SELECT pg_catalog.setval('public.imports_id_seq', 1, false);

SELECT pg_catalog.setval('public.impounds_id_seq', 18, true);

SELECT pg_catalog.setval('public.jail_terms_id_seq', 22, true);

SELECT pg_catalog.setval('public.leaves_id_seq', 23, true);

SELECT pg_catalog.setval('public.licence_points_id_seq', 92, true);

SELECT pg_catalog.setval('public.licences_id_seq', 543, true);

SELECT pg_catalog.setval('public.lookups_id_seq', 1, false);

SELECT pg_catalog.setval('public.marks_id_seq', 48, true);

SELECT pg_catalog.setval('public.notices_id_seq', 1, false);

SELECT pg_catalog.setval('public.offence_revisions_id_seq', 74, true);

SELECT pg_catalog.setval('public.offences_id_seq', 74, true);

SELECT pg_catalog.setval('public.patrols_id_seq', 871, true);

SELECT pg_catalog.setval('public.penalty_messages_id_seq', 1, false);

SELECT pg_catalog.setval('public.pictures_id_seq', 1, false);

SELECT pg_catalog.setval('public.pings_id_seq', 1, false);

SELECT pg_catalog.setval('public.rank_changes_id_seq', 117, true);

SELECT pg_catalog.setval('public.ranks_id_seq', 44, true);

SELECT pg_catalog.setval('public.record_claims_id_seq', 1, false);

SELECT pg_catalog.setval('public.record_events_id_seq', 69, true);

SELECT pg_catalog.setval('public.record_fields_id_seq', 8, true);

SELECT pg_catalog.setval('public.report_drafts_id_seq', 3, true);

SELECT pg_catalog.setval('public.report_events_id_seq', 379, true);

SELECT pg_catalog.setval('public.report_pictures_id_seq', 1, false);

SELECT pg_catalog.setval('public.report_revisions_id_seq', 190, true);

SELECT pg_catalog.setval('public.reports_id_seq', 190, true);

SELECT pg_catalog.setval('public.role_groups_id_seq', 6, true);

SELECT pg_catalog.setval('public.roles_id_seq', 7, true);

SELECT pg_catalog.setval('public.servers_id_seq', 3, true);

SELECT pg_catalog.setval('public.sessions_id_seq', 19, true);

SELECT pg_catalog.setval('public.setting_versions', 1, true);

SELECT pg_catalog.setval('public.sign_in_tickets_id_seq', 1, false);

SELECT pg_catalog.setval('public.sign_ins_id_seq', 809, true);

SELECT pg_catalog.setval('public.staff_notes_id_seq', 60, true);

SELECT pg_catalog.setval('public.tones_id_seq', 7, true);

SELECT pg_catalog.setval('public.users_id_seq', 125, true);

SELECT pg_catalog.setval('public.vehicle_transfers_id_seq', 1, true);

SELECT pg_catalog.setval('public.vehicles_id_seq', 654, true);

SELECT pg_catalog.setval('public.weapons_id_seq', 107, true);

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

ALTER TABLE ONLY public.departments
    ADD CONSTRAINT departments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dispatch_notes
    ADD CONSTRAINT dispatch_notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.field_values
    ADD CONSTRAINT field_values_pkey PRIMARY KEY (field_id, value, subject_id);

ALTER TABLE ONLY public.fines
    ADD CONSTRAINT fines_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.fines
    ADD CONSTRAINT fines_report_id_key UNIQUE (report_id);

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

ALTER TABLE ONLY public.patrol_statuses
    ADD CONSTRAINT patrol_statuses_pkey PRIMARY KEY (patrol_id, at);

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

ALTER TABLE ONLY public.vehicle_transfers
    ADD CONSTRAINT vehicle_transfers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.vehicle_transfers
    ADD CONSTRAINT vehicle_transfers_vehicle_id_key UNIQUE (vehicle_id);

ALTER TABLE ONLY public.vehicles
    ADD CONSTRAINT vehicles_pkey PRIMARY KEY (id);

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

CREATE UNIQUE INDEX departments_name_key ON public.departments USING btree (lower(name)) WHERE (retired_at IS NULL);

CREATE INDEX dispatch_notes_server_id_idx ON public.dispatch_notes USING btree (server_id);

CREATE INDEX fines_contested ON public.fines USING btree (department_id, contested_at, id) WHERE (state = 'contested'::text);

CREATE INDEX fines_of ON public.fines USING btree (character_id, id DESC);

CREATE INDEX fines_open ON public.fines USING btree (character_id) WHERE (state = ANY (ARRAY['unpaid'::text, 'contested'::text]));

CREATE INDEX import_problems_of ON public.import_problems USING btree (import_id, "row", id);

CREATE INDEX imports_ready ON public.imports USING btree (uploaded_at) WHERE (state = 'ready'::text);

CREATE UNIQUE INDEX imports_running_key ON public.imports USING btree ((true)) WHERE (state = ANY (ARRAY['checking'::text, 'writing'::text]));

CREATE UNIQUE INDEX impounds_open_key ON public.impounds USING btree (vehicle_id) WHERE (released_at IS NULL);

CREATE INDEX jail_terms_of ON public.jail_terms USING btree (character_id, until_at DESC);

CREATE INDEX jail_terms_on ON public.jail_terms USING btree (server_id, until_at) WHERE (released_at IS NULL);

CREATE INDEX known_devices_last_at_idx ON public.known_devices USING btree (last_at);

CREATE INDEX leaves_user_id_idx ON public.leaves USING btree (user_id, starts_on DESC);

CREATE INDEX licence_points_of ON public.licence_points USING btree (licence_id, lapses_at);

CREATE INDEX licence_points_of_report ON public.licence_points USING btree (report_id) WHERE (report_id IS NOT NULL);

CREATE INDEX licences_applied ON public.licences USING btree (applied_at, id) WHERE (state = 'applied'::text);

CREATE INDEX lookups_at_idx ON public.lookups USING btree (at);

CREATE INDEX lookups_call_idx ON public.lookups USING btree (call_id) WHERE (call_id IS NOT NULL);

CREATE INDEX lookups_character_idx ON public.lookups USING btree (character_id, id DESC) WHERE (character_id IS NOT NULL);

CREATE INDEX lookups_department_idx ON public.lookups USING btree (department_id, at DESC, id DESC);

CREATE INDEX lookups_user_idx ON public.lookups USING btree (user_id, at DESC, id DESC);

CREATE INDEX marks_user_id_idx ON public.marks USING btree (user_id, created_at DESC);

CREATE INDEX name_variants_idx ON public.name_variants USING btree (variant, word);

CREATE INDEX notices_by_age ON public.notices USING btree (created_at);

CREATE INDEX notices_of_user ON public.notices USING btree (user_id, id DESC);

CREATE INDEX offence_revisions_of ON public.offence_revisions USING btree (offence_id, id DESC);

CREATE UNIQUE INDEX offences_code_key ON public.offences USING btree (lower(code)) WHERE (retired_at IS NULL);

CREATE INDEX own_calls_user_id_idx ON public.own_calls USING btree (user_id, call_id DESC);

CREATE INDEX patrols_department_id_idx ON public.patrols USING btree (department_id);

CREATE INDEX patrols_ended_at_idx ON public.patrols USING btree (ended_at);

CREATE UNIQUE INDEX patrols_one_open ON public.patrols USING btree (user_id) WHERE (ended_at IS NULL);

CREATE INDEX patrols_server_id_idx ON public.patrols USING btree (server_id);

CREATE INDEX patrols_started_at_idx ON public.patrols USING btree (started_at);

CREATE INDEX patrols_user_id_idx ON public.patrols USING btree (user_id, started_at DESC);

CREATE INDEX penalty_messages_waiting ON public.penalty_messages USING btree (server_id, id) WHERE (acknowledged_at IS NULL);

CREATE INDEX pictures_owner_idx ON public.pictures USING btree (owner_id);

CREATE INDEX pings_at_idx ON public.pings USING btree (at);

CREATE INDEX pings_from_user_id_idx ON public.pings USING btree (from_user_id);

CREATE UNIQUE INDEX pings_one_open ON public.pings USING btree (to_user_id, COALESCE(from_user_id, 0)) WHERE (closed_at IS NULL);

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

CREATE INDEX users_picture_idx ON public.users USING btree (picture_id) WHERE (picture_id IS NOT NULL);

CREATE INDEX users_search ON public.users USING gin (search_text public.gin_trgm_ops);

CREATE UNIQUE INDEX users_steam_id_key ON public.users USING btree (lower(steam_id)) WHERE (steam_id <> ''::text);

CREATE INDEX users_whitelisted_idx ON public.users USING btree (id) WHERE (is_whitelisted OR is_whitelisted_dev);

CREATE INDEX vehicle_transfers_from ON public.vehicle_transfers USING btree (from_character_id);

CREATE INDEX vehicle_transfers_to ON public.vehicle_transfers USING btree (to_character_id);

CREATE UNIQUE INDEX vehicles_external_key ON public.vehicles USING btree (external_id) WHERE ((external_id IS NOT NULL) AND (removed_at IS NULL));

CREATE INDEX vehicles_of ON public.vehicles USING btree (character_id) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX vehicles_plate_key ON public.vehicles USING btree (plate_key text_pattern_ops) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX vehicles_vin_key ON public.vehicles USING btree (vin_key text_pattern_ops) WHERE ((removed_at IS NULL) AND (vin_key <> ''::text));

CREATE INDEX weapons_of ON public.weapons USING btree (character_id) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX weapons_serial_key ON public.weapons USING btree (serial_key text_pattern_ops) WHERE (removed_at IS NULL);

CREATE INDEX whitelist_changes_at_idx ON public.whitelist_changes USING btree (at);

CREATE INDEX whitelist_pushes_server_id_idx ON public.whitelist_pushes USING btree (server_id, requested_at DESC);

CREATE TRIGGER api_keys_revocation_announced AFTER UPDATE ON public.api_keys FOR EACH ROW WHEN (((old.revoked_at IS DISTINCT FROM new.revoked_at) OR (old.expires_at IS DISTINCT FROM new.expires_at))) EXECUTE FUNCTION public.announce_key_revocation();

CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

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

CREATE TRIGGER departments_changed AFTER UPDATE ON public.departments FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.full_name IS DISTINCT FROM new.full_name)) OR (old.type IS DISTINCT FROM new.type)) OR (old.is_cad_enabled IS DISTINCT FROM new.is_cad_enabled))) EXECUTE FUNCTION public.touch_department_members();

CREATE TRIGGER name_words_added AFTER INSERT ON public.name_words REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.add_name_variants();

CREATE TRIGGER offence_revisions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.offence_revisions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER patrols_server_in_use BEFORE INSERT ON public.patrols FOR EACH ROW WHEN ((new.ended_at IS NULL)) EXECUTE FUNCTION public.refuse_patrol_on_retired_server();

CREATE TRIGGER portal_settings_page_announced AFTER INSERT OR DELETE OR UPDATE ON public.portal_settings FOR EACH STATEMENT EXECUTE FUNCTION public.announce_page();

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

CREATE TRIGGER users_changed BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((((((((((old.name IS DISTINCT FROM new.name) OR (old.email IS DISTINCT FROM new.email)) OR (old.avatar_color IS DISTINCT FROM new.avatar_color)) OR (old.picture_id IS DISTINCT FROM new.picture_id)) OR (old.theme IS DISTINCT FROM new.theme)) OR (old.steam_id IS DISTINCT FROM new.steam_id)) OR (old.is_whitelisted IS DISTINCT FROM new.is_whitelisted)) OR (old.is_whitelisted_dev IS DISTINCT FROM new.is_whitelisted_dev)) OR (old.disabled_at IS DISTINCT FROM new.disabled_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION public.user_changed();

CREATE TRIGGER users_keep_a_root AFTER UPDATE ON public.users FOR EACH ROW WHEN (((((old.disabled_at IS NULL) AND (new.disabled_at IS NOT NULL)) OR ((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) AND public.is_root_user(new.id))) EXECUTE FUNCTION public.keep_a_root();

CREATE TRIGGER users_name_on_boards AFTER UPDATE OF name ON public.users FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION public.advance_boards_of_user();

CREATE TRIGGER users_sessions_end AFTER UPDATE ON public.users FOR EACH ROW WHEN (((new.disabled_at IS NOT NULL) OR (new.deleted_at IS NOT NULL) OR (old.password_hash IS DISTINCT FROM new.password_hash))) EXECUTE FUNCTION public.end_sessions_of_user();

CREATE CONSTRAINT TRIGGER users_whitelist_noted AFTER INSERT OR DELETE OR UPDATE OF steam_id, is_whitelisted, is_whitelisted_dev, disabled_at, deleted_at ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note_whitelist_change();

CREATE TRIGGER vehicles_fields_added AFTER INSERT ON public.vehicles REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.follow_new_fields();

CREATE TRIGGER vehicles_fields_changed AFTER UPDATE ON public.vehicles REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.follow_changed_fields();

CREATE TRIGGER vehicles_fields_removed AFTER UPDATE OF removed_at ON public.vehicles FOR EACH ROW WHEN ((((old.removed_at IS NULL) <> (new.removed_at IS NULL)) AND (new.fields <> '{}'::jsonb))) EXECUTE FUNCTION public.follow_removal();

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

ALTER TABLE ONLY public.dispatch_notes
    ADD CONSTRAINT dispatch_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.dispatch_notes
    ADD CONSTRAINT dispatch_notes_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);

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

ALTER TABLE ONLY public.patrol_statuses
    ADD CONSTRAINT patrol_statuses_patrol_id_fkey FOREIGN KEY (patrol_id) REFERENCES public.patrols(id) ON DELETE CASCADE;

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

ALTER TABLE ONLY public.weapons
    ADD CONSTRAINT weapons_character_id_fkey FOREIGN KEY (character_id) REFERENCES public.characters(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.whitelist_changes
    ADD CONSTRAINT whitelist_changes_environment_fkey FOREIGN KEY (environment) REFERENCES public.whitelist_versions(environment);

ALTER TABLE ONLY public.whitelist_pushes
    ADD CONSTRAINT whitelist_pushes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.whitelist_pushes
    ADD CONSTRAINT whitelist_pushes_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.servers(id);
