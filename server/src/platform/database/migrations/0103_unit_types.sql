-- Further properties of call types and beats, and the unit types of the community, each of which counts as one of the specification's.

alter table call_types
  add column opening text not null default '',
  add column sound text not null default 'usual',
  add column colour text not null default 'none',
  -- Ids of unit types, in no order of their own.
  add column recommend integer[] not null default '{}';
update call_types
set shipped = jsonb_set(shipped, '{content}', shipped -> 'content' || '{"opening": "", "sound": "usual", "colour": "none", "recommend": []}')
where shipped is not null;

-- Ids of the departments that have a beat; none for all of them.
alter table beats add column departments integer[] not null default '{}';
update beats set shipped = jsonb_set(shipped, '{content}', shipped -> 'content' || '{"departments": []}') where shipped is not null;

-- What a class calls the specification's three types. The other ids of the portal's own values begin at 1001.
insert into cad_values (id, kind, content, sort_order, shipped)
select 100 + place, 'unit-type', content, place, jsonb_build_object('content', content, 'position', place)
from (
  select place, jsonb_build_object('name', name, 'about', about, 'class', class, 'countsAs', counts_as) as content
  from (values
    (1, 'Patrol', 'On the road or on foot', 1, 1),
    (2, 'Air', 'In the air', 1, 2),
    (3, 'Engine or ambulance', 'A crew on the road', 3, 1),
    (4, 'Air rescue', 'In the air', 3, 2),
    (5, 'Dispatcher', 'Directs units: sends, releases and pings them', 2, 3),
    (6, 'Call taker', 'Takes calls and sees the board, without directing units', 2, 1),
    (7, 'Civilian', '', 0, 1)
  ) as types (place, name, about, class, counts_as)
) as made
order by place;

-- Empty while a unit has a type that the portal came with.
alter table units add column type_id integer references cad_values (id);
create index units_type_id_idx on units (type_id) where type_id is not null;
