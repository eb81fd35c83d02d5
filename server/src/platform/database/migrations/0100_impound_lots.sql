-- Impound lots of the community. An impound keeps the words of the lot as they were.

insert into cad_values (id, kind, content, sort_order, shipped)
select 30 + place, 'impound-lot', content, place, jsonb_build_object('content', content, 'position', place)
from (
  select place, jsonb_build_object('name', name, 'address', address) as content
  from (values
    (1, 'Davis impound lot', 'Innocence Blvd, Davis'),
    (2, 'Sandy Shores impound lot', 'Alhambra Dr, Sandy Shores'),
    (3, 'Paleto Bay impound lot', 'Paleto Blvd, Paleto Bay')
  ) as lots (place, name, address)
) as made
order by place;

alter table impounds add column lot_id integer references cad_values (id);
create index impounds_lot on impounds (lot_id) where released_at is null and lot_id is not null;
