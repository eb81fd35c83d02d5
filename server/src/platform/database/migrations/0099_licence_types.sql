-- Licence types of the community beside the specification's three, which keep their ids in `type`.

insert into cad_values (id, kind, content, sort_order, shipped)
select 20 + place, 'licence-type', content, place, jsonb_build_object('content', content, 'position', place)
from (
  select place, jsonb_build_object('name', name, 'format', format, 'days', 0, 'concerns', concerns, 'meaning', meaning) as content
  from (values
    (1, 'Driver''s licence', 'D#######', 'vehicle', 'May not drive'),
    (2, 'Concealed carry', 'CCW-#####', 'weapon', 'May not carry a concealed weapon'),
    (3, 'Commercial driver', 'CDL-#####', 'vehicle', 'May not drive for hire')
  ) as types (place, name, format, concerns, meaning)
) as made
order by place;

alter table licences
  drop constraint licences_type_check,
  drop constraint licences_character_id_type_key,
  -- Empty for the specification's three.
  add column community_type_id integer references cad_values (id),
  add column type_id integer not null
    generated always as (coalesce(community_type_id, case type when 'DRIVERS' then 21 when 'CCW' then 22 when 'CDL' then 23 end)) stored,
  add column number text,
  add constraint licences_type_check check (type in ('DRIVERS', 'CCW', 'CDL', 'OTHER') and (type = 'OTHER') = (community_type_id is not null)),
  add constraint licences_character_id_type_key unique (character_id, type_id);
create unique index licences_number_key on licences (number);
create index licences_type_id on licences (type_id);
