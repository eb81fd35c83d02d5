-- How names are compared: without regard to case, accents, apostrophes and punctuation. Works the same in every locale, where lower() alone
-- would leave Greek and Cyrillic letters as they are in the locale C.
create function words_of_name(name text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(word order by place), '{}') from (
    select word, min(place) as place
    from regexp_split_to_table(
      replace(replace(replace(replace(
        translate(
          lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f''`\u00b4\u2018\u2019\u02bc]', '', 'g')),
          'ØŁĐÐĦıŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЂЈЉЊЋЏҐÆŒÞøłđðħŧ',
          'olddhitαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіђјљњћџґæœþolddht'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+') with ordinality as split (word, place)
    where word <> '' group by word order by min(place) limit 6) first_six
$$;

-- Every two words of a name, both ways round, so that two words typed in any order are one range of the index.
create function pairs_of_name(name text) returns table (word text, other text) language sql immutable strict parallel safe rows 2 as $$
  select one, other from words_of_name(name) words, unnest(words) one, unnest(words) other where one <> other
  union all select words[1], '' from words_of_name(name) words where cardinality(words) = 1
$$;

-- Names by which characters are found, kept by triggers: present and former names of those not removed or merged.
create table name_words (
  word text collate "C" not null,
  -- Another word of the name; empty where there is none.
  other text collate "C" not null,
  character_id integer not null,
  -- Part of former names alone.
  is_former boolean not null,
  primary key (word, other, character_id)
);

-- Each word that occurs in names, and what is left of it without one of its letters: finds misspelt words by exact reads. Words stay when
-- the last name that has them is gone. Not unique, so that two transactions which add the same word never wait for each other.
create table name_variants (variant text collate "C" not null, word text collate "C" not null);
create index name_variants_idx on name_variants (variant, word);

create function add_name_variants() returns trigger language plpgsql as $$
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
create trigger name_words_added after insert on name_words referencing new table as added
  for each statement execute function add_name_variants();

-- Adds what is missing for these characters.
create function add_name_words(ids integer[]) returns void language sql as $$
  insert into name_words (word, other, character_id, is_former)
  select p.word, p.other, n.id, bool_and(n.is_former)
  from (
    select c.id, c.name, false as is_former from characters c where c.id = any(ids) and c.removed_at is null and c.merged_into_id is null
    union all
    select c.id, f.name, true from character_names f join characters c on c.id = f.character_id
    where c.id = any(ids) and c.removed_at is null and c.merged_into_id is null) n
  cross join lateral pairs_of_name(n.name) p
  group by p.word, p.other, n.id
  on conflict (word, other, character_id) do update set is_former = excluded.is_former where name_words.is_former <> excluded.is_former
$$;

create function follow_new_characters() returns trigger language plpgsql as $$
begin
  insert into name_words (word, other, character_id, is_former)
  select p.word, p.other, n.id, false from added n cross join lateral pairs_of_name(n.name) p
  where n.removed_at is null and n.merged_into_id is null
  on conflict do nothing;
  return null;
end $$;
create trigger characters_added after insert on characters referencing new table as added
  for each statement execute function follow_new_characters();

create function follow_changed_characters() returns trigger language plpgsql as $$
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
create trigger characters_changed after update on characters referencing old table as before new table as after
  for each statement execute function follow_changed_characters();

create function follow_deleted_characters() returns trigger language plpgsql as $$
begin
  delete from name_words w using (select o.id, p.word, p.other from before o cross join lateral pairs_of_name(o.name) p) d
  where w.word = d.word and w.other = d.other and w.character_id = d.id;
  return null;
end $$;
create trigger characters_deleted after delete on characters referencing old table as before
  for each statement execute function follow_deleted_characters();

create function follow_new_names() returns trigger language plpgsql as $$
begin
  perform add_name_words(array(select distinct character_id from after));
  return null;
end $$;
create trigger character_names_added after insert on character_names referencing new table as after
  for each statement execute function follow_new_names();

create function follow_deleted_names() returns trigger language plpgsql as $$
begin
  delete from name_words w using (select o.character_id, p.word, p.other from before o cross join lateral pairs_of_name(o.name) p) d
  where w.word = d.word and w.other = d.other and w.character_id = d.character_id;
  perform add_name_words(array(select distinct character_id from before));
  return null;
end $$;
create trigger character_names_deleted after delete on character_names referencing old table as before
  for each statement execute function follow_deleted_names();
create trigger character_names_append_only before update on character_names for each statement execute function refuse_change();

select add_name_words(array(select id from characters));

-- Who looked up what. A search is what was typed and seen without opening anything.
create table lookups (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('search', 'lookup', 'patient', 'plate-read')),
  user_id integer not null references users (id),
  -- As they were then.
  identifier text not null,
  department_id integer not null references departments (id),
  server_id integer not null references servers (id),
  call_id integer,
  at timestamptz not null default now(),
  query text not null,
  found text[] not null default '{}',
  flags text[] not null default '{}',
  character_id integer,
  vehicle_id integer,
  weapon_id integer
);
create index lookups_department_idx on lookups (department_id, at desc, id desc);
create index lookups_user_idx on lookups (user_id, at desc, id desc);
create index lookups_character_idx on lookups (character_id, id desc) where character_id is not null;
create index lookups_call_idx on lookups (call_id) where call_id is not null;
create index lookups_at_idx on lookups (at);

create table bolos (
  id integer generated always as identity primary key,
  server_id integer not null references servers (id),
  kind text not null check (kind in ('person', 'vehicle')),
  plate text not null,
  name text not null,
  -- By what it is found before it is compared: the plate, with a closing * where more may follow, or the longest word of the name.
  match_key text collate "C" not null,
  words text[] not null,
  character_id integer references characters (id),
  vehicle_id integer references vehicles (id),
  description text not null,
  reason text not null,
  call_id integer,
  by_user_id integer not null references users (id),
  by_identifier text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by integer references users (id),
  end_reason text not null default '',
  hits integer not null default 0,
  last_hit_at timestamptz,
  version integer not null default 1
);
create index bolos_open_idx on bolos (server_id, id desc) where ended_at is null;
create index bolos_match_idx on bolos (match_key) where ended_at is null and match_key <> '';
create index bolos_character_idx on bolos (character_id) where ended_at is null and character_id is not null;
create index bolos_vehicle_idx on bolos (vehicle_id) where ended_at is null and vehicle_id is not null;

-- When a unit last hit a BOLO: again within a minute is the same hit.
create table bolo_hits (
  bolo_id integer not null references bolos (id) on delete cascade,
  user_id integer not null references users (id),
  at timestamptz not null default now(),
  primary key (bolo_id, user_id)
);
