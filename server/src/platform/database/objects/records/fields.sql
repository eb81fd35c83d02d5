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

-- New records are found by the values of the community's own fields.
create function follow_new_fields() returns trigger language plpgsql as $$
begin
  insert into field_values (field_id, value, subject_id)
  select f.key::int, field_key(f.value), a.id from added a cross join lateral jsonb_each(a.fields) f where a.fields <> '{}'
  on conflict do nothing;
  return null;
end $$;
create trigger characters_fields_added after insert on characters referencing new table as added
  for each statement execute function follow_new_fields();
create trigger vehicles_fields_added after insert on vehicles referencing new table as added
  for each statement execute function follow_new_fields();
create trigger reports_fields_added after insert on reports referencing new table as added
  for each statement execute function follow_new_fields();

-- Records are found by the new values of the community's own fields, and no longer by the old ones.
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
create trigger characters_fields_changed after update on characters referencing old table as before new table as after
  for each statement execute function follow_changed_fields();
create trigger vehicles_fields_changed after update on vehicles referencing old table as before new table as after
  for each statement execute function follow_changed_fields();
create trigger reports_fields_changed after update on reports referencing old table as before new table as after
  for each statement execute function follow_changed_fields();

-- A removed record is not found by its fields, and takes no place in the index.
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
create trigger characters_fields_removed after update of removed_at on characters for each row
  when ((old.removed_at is null) <> (new.removed_at is null) and new.fields <> '{}') execute function follow_removal();
create trigger vehicles_fields_removed after update of removed_at on vehicles for each row
  when ((old.removed_at is null) <> (new.removed_at is null) and new.fields <> '{}') execute function follow_removal();

-- The values that a reader (owner, police or fire) may see.
create function visible_fields(given jsonb, reader text) returns jsonb language sql stable parallel safe as $$
  select case when given = '{}' then given else coalesce(
    (select jsonb_object_agg(v.key, v.value) from jsonb_each(given) v join record_fields f on f.id = v.key::int and reader = any(f.audience)),
    '{}') end
$$;
