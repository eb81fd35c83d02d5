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

create function follow_new_fields() returns trigger language plpgsql as $$
begin
  insert into field_values (field_id, value, subject_id)
  select f.key::int, field_key(f.value), a.id from added a cross join lateral jsonb_each(a.fields) f where a.fields <> '{}'
  on conflict do nothing;
  return null;
end $$;
create function follow_changed_fields() returns trigger language plpgsql as $$
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
-- What is removed is not found, and takes no place in the index.
create function follow_removal() returns trigger language plpgsql as $$
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
create trigger characters_fields_added after insert on characters referencing new table as added
  for each statement execute function follow_new_fields();
create trigger characters_fields_changed after update on characters referencing old table as before new table as after
  for each statement execute function follow_changed_fields();
create trigger characters_fields_removed after update of removed_at on characters for each row
  when ((old.removed_at is null) <> (new.removed_at is null) and new.fields <> '{}') execute function follow_removal();
create trigger vehicles_fields_added after insert on vehicles referencing new table as added
  for each statement execute function follow_new_fields();
create trigger vehicles_fields_changed after update on vehicles referencing old table as before new table as after
  for each statement execute function follow_changed_fields();
create trigger vehicles_fields_removed after update of removed_at on vehicles for each row
  when ((old.removed_at is null) <> (new.removed_at is null) and new.fields <> '{}') execute function follow_removal();

-- Those of the values that a reader (owner, police or fire) may see.
create function visible_fields(given jsonb, reader text) returns jsonb language sql stable parallel safe as $$
  select case when given = '{}' then given else coalesce(
    (select jsonb_object_agg(v.key, v.value) from jsonb_each(given) v join record_fields f on f.id = v.key::int and reader = any(f.audience)),
    '{}') end
$$;

-- What units note in fields that the owner does not see is not on the owner's record either.
alter table record_events add column audience text[] not null default '{owner,police}'
  check (audience <@ '{owner,police,fire}' and cardinality(audience) > 0);
