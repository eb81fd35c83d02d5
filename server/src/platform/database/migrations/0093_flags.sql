-- Flags of the community on people, vehicles and weapons. A caution is the flag of that name, so that flags are kept with cautions.

insert into cad_values (id, kind, content, sort_order, shipped)
select 10 + place, 'flag', content, place, jsonb_build_object('content', content, 'position', place)
from (
  select place, jsonb_build_object('name', name, 'on', targets, 'tone', tone, 'severity', severity, 'warns', warns) as content
  from (values
    (1, 'Caution', array['person', 'vehicle', 'weapon'], 'busy', 'medium', true),
    (2, 'Armed and dangerous', array['person', 'vehicle'], 'on-scene', 'high', true),
    (3, 'Violent towards officers', array['person'], 'on-scene', 'high', true),
    (4, 'Flees from police', array['person', 'vehicle'], 'busy', 'medium', true),
    (5, 'Mental health', array['person'], 'custody', 'medium', true),
    (6, 'Gang member', array['person', 'vehicle'], 'custody', 'low', false),
    (7, 'Used in a crime', array['vehicle', 'weapon'], 'on-scene', 'high', true)
  ) as flags (place, name, targets, tone, severity, warns)
) as made
order by place;

-- The words are those that the flag had when it was set.
alter table cautions
  alter column character_id drop not null,
  add column vehicle_id integer references vehicles (id) on delete cascade,
  add column weapon_id integer references weapons (id) on delete cascade,
  add column value_id integer not null default 11 references cad_values (id),
  add column name text not null default 'Caution',
  add column tone text not null default 'busy',
  add column severity text not null default 'medium',
  add column warns boolean not null default true,
  add constraint cautions_on_one_record check (num_nonnulls(character_id, vehicle_id, weapon_id) = 1);
create index cautions_of_vehicle on cautions (vehicle_id) where withdrawn_at is null and vehicle_id is not null;
create index cautions_of_weapon on cautions (weapon_id) where withdrawn_at is null and weapon_id is not null;
create index cautions_value on cautions (value_id) where withdrawn_at is null;
