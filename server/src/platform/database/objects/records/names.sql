-- How names are compared: without regard to case, accents, apostrophes and punctuation. Works the same in every locale, where lower() alone
-- would leave Greek and Cyrillic letters as they are in the locale C.
-- The first six words, each once.
create function words_of_name(name text) returns text[] language plpgsql immutable strict parallel safe as $$
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

-- Every two words of a name, both ways round, so that two words typed in any order are one range of the index.
create function pairs_of_name(name text) returns table (word text, other text) language sql immutable parallel safe rows 2 as $$
  select one, coalesce(other, '') from (select words_of_name(name) as words offset 0) split
  cross join lateral unnest(words) one left join lateral unnest(words) other on other <> one
$$;

-- Each new word of a name is found with one letter missing, too.
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

-- Adds the missing words of these characters' names, present and former.
create function add_name_words(ids integer[]) returns void language sql as $$
  insert into name_words (word, other, character_id)
  select p.word, p.other, c.id
  from characters c
  cross join lateral (select c.name union all select f.name from character_names f where f.character_id = c.id) names
  cross join lateral pairs_of_name(names.name) p
  where c.id = any(ids) and c.removed_at is null and c.merged_into_id is null
  on conflict do nothing
$$;

-- New characters are found by their names.
create function follow_new_characters() returns trigger language plpgsql as $$
begin
  insert into name_words (word, other, character_id)
  select p.word, p.other, n.id from added n cross join lateral pairs_of_name(n.name) p
  where n.removed_at is null and n.merged_into_id is null
  on conflict do nothing;
  return null;
end $$;
create trigger characters_added after insert on characters referencing new table as added
  for each statement execute function follow_new_characters();

-- A character that is renamed, removed, restored or merged is found accordingly.
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

-- Deleted characters are no longer found.
create function follow_deleted_characters() returns trigger language plpgsql as $$
begin
  delete from name_words w using (select o.id, p.word, p.other from before o cross join lateral pairs_of_name(o.name) p) d
  where w.word = d.word and w.other = d.other and w.character_id = d.id;
  return null;
end $$;
create trigger characters_deleted after delete on characters referencing old table as before
  for each statement execute function follow_deleted_characters();

-- A character is found by its former names, too.
create function follow_new_names() returns trigger language plpgsql as $$
begin
  perform add_name_words(array(select distinct character_id from after));
  return null;
end $$;
create trigger character_names_added after insert on character_names referencing new table as after
  for each statement execute function follow_new_names();

-- A former name that was deleted is no longer found, unless another name of the character has the same words.
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

-- Characters whose name has all words typed; the last one may be the beginning of a word. Several rows for those with more than two words.
create function find_names(typed text, most integer)
  returns setof integer language plpgsql stable parallel safe
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off set jit = off as $$
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

-- Words that may be what was meant, one letter missing, too many, another, or two swapped; also where only their beginning was typed. The
-- caller compares.
create function near_words(typed text, is_prefix boolean)
  returns setof text language plpgsql stable parallel safe
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off set jit = off as $$
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

-- Characters whose name has one of the first and one of the second words, or a first one and another that begins with the prefix. Without
-- second words and prefix, one of the first is enough.
create function find_near_names(firsts text[], seconds text[], prefix text, most integer)
  returns setof integer language plpgsql stable parallel safe
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off set jit = off as $$
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
