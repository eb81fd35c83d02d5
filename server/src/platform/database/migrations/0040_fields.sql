-- Fields that a community adds to characters, vehicles and each kind of report.
create table record_fields (
  id integer generated always as identity primary key,
  of text not null check (of in ('character', 'vehicle', 'warning', 'citation', 'arrest', 'incident', 'patient', 'treatment')),
  type text not null check (type in ('text', 'number', 'date', 'choice', 'flag')),
  name text not null,
  help text not null default '',
  options text[] not null default '{}',
  is_required boolean not null,
  audience text[] not null check (audience <@ '{owner,police,fire}' and cardinality(audience) > 0),
  position integer not null,
  retired_at timestamptz,
  version integer not null default 1,
  check ((type = 'choice') = (cardinality(options) > 0))
);
create unique index record_fields_name_key on record_fields (of, lower(name)) where retired_at is null;

-- By the field's id. A retired field stays on what has it.
alter table characters add column fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object');
alter table vehicles add column fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object');

-- Values by which records are found, kept by triggers. `subject_id` is the character, vehicle or report that the field is of.
create table field_values (
  field_id integer not null references record_fields (id),
  value text collate "C" not null,
  subject_id integer not null,
  primary key (field_id, value, subject_id)
);

-- How values are compared: the first 100 characters of a text without regard to case and accents, in every locale, as names are; yes and no
-- for flags.
create function field_key(value jsonb) returns text language sql immutable strict parallel safe as $$
  select case value
    when 'true'::jsonb then 'yes'
    when 'false'::jsonb then 'no'
    else left(translate(
      lower(regexp_replace(normalize(trim(value #>> '{}'), NFKD), '[\u0300-\u036f]', '', 'g')),
      'ØŁĐÐĦŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЂЈЉЊЋЏҐÆŒÞ',
      'øłđðħŧαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіђјљњћџґæœþ'), 100) end
$$;

-- What a character, vehicle or report is found by: nothing once it is removed or voided. A column that a table does not have is null.
create function found_by(record jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when record ->> 'removed_at' is null and record ->> 'voided_at' is null then record -> 'fields' else '{}' end
$$;

create function follow_new_fields() returns trigger language plpgsql as $$
begin
  insert into field_values (field_id, value, subject_id)
  select f.key::int, field_key(f.value), a.id
  from added a cross join lateral jsonb_each(found_by(to_jsonb(a))) f where a.fields <> '{}'
  on conflict do nothing;
  return null;
end $$;
create function follow_changed_fields() returns trigger language plpgsql as $$
begin
  delete from field_values v using (
    select b.id, f.key::int as field_id, field_key(f.value) as value from before b join after a on a.id = b.id
    cross join lateral jsonb_each(found_by(to_jsonb(b))) f
    where b.fields <> '{}' and found_by(to_jsonb(a)) <> found_by(to_jsonb(b))) gone
  where v.field_id = gone.field_id and v.value = gone.value and v.subject_id = gone.id;
  insert into field_values (field_id, value, subject_id)
  select f.key::int, field_key(f.value), a.id from before b join after a on a.id = b.id
  cross join lateral jsonb_each(found_by(to_jsonb(a))) f
  where a.fields <> '{}' and found_by(to_jsonb(a)) <> found_by(to_jsonb(b))
  on conflict do nothing;
  return null;
end $$;
create trigger characters_fields_added after insert on characters referencing new table as added
  for each statement execute function follow_new_fields();
create trigger characters_fields_changed after update on characters referencing old table as before new table as after
  for each statement execute function follow_changed_fields();
create trigger vehicles_fields_added after insert on vehicles referencing new table as added
  for each statement execute function follow_new_fields();
create trigger vehicles_fields_changed after update on vehicles referencing old table as before new table as after
  for each statement execute function follow_changed_fields();

-- Those of the values that a reader (owner, police or fire) may see.
create function visible_fields(given jsonb, reader text) returns jsonb language sql stable parallel safe as $$
  select case when given = '{}' then given else coalesce(
    (select jsonb_object_agg(v.key, v.value) from jsonb_each(given) v join record_fields f on f.id = v.key::int and reader = any(f.audience)),
    '{}') end
$$;

-- What units note in fields that the owner does not see is not on the owner's record either.
alter table record_events add column audience text[] not null default '{owner,police}'
  check (audience <@ '{owner,police,fire}' and cardinality(audience) > 0);
