-- The seven statuses with the labels of the community, and statuses of its own that each count as one of the seven.
-- The seven keep the specification's numbers as their ids.
insert into cad_values (id, kind, content, sort_order, shipped)
select counts_as, 'status', content, place, jsonb_build_object('content', content, 'position', place)
from (
  select counts_as, place, jsonb_build_object('name', name, 'short', short, 'tone', tone, 'countsAs', counts_as) as content
  from (values
    (1, 3, 'In service', 'In service', 'available'),
    (2, 4, 'Busy', 'Busy', 'busy'),
    (3, 5, 'En route', 'En route', 'en-route'),
    (4, 6, 'On scene', 'On scene', 'on-scene'),
    (5, 7, 'Subject in custody', 'Custody', 'custody'),
    (6, 2, 'Out of service', 'Out', 'off'),
    (7, 1, 'Off duty', 'Off duty', 'off')
  ) as seven (place, counts_as, name, short, tone)
) as made
order by place;

-- Empty while a unit has one of the seven.
alter table units add column status_id integer references cad_values (id);
create index units_status_id_idx on units (status_id) where status_id is not null;

-- A value with a code is told from others by its code.
drop index cad_values_name_key;
create unique index cad_values_name_key on cad_values (kind, lower(coalesce(content ->> 'code', content ->> 'name'))) where retired_at is null;

insert into cad_values (kind, content, sort_order, shipped)
select 'radio-code', content, place, jsonb_build_object('content', content, 'position', place)
from (
  select place, jsonb_build_object('code', code, 'means', means, 'target', target) as content
  from (values
    (1, '10-8', 'status', '3'),
    (2, '10-6', 'status', '4'),
    (3, '10-76', 'status', '5'),
    (4, '10-23', 'status', '6'),
    (5, '10-97', 'status', '6'),
    (6, '10-15', 'status', '7'),
    (7, '10-95', 'status', '7'),
    (8, '10-7', 'status', '2'),
    (9, '10-42', 'status', '1'),
    (10, 'Code 4', 'command', 'c <call> clear'),
    (11, '10-98', 'command', 'c <call> clear'),
    (12, '10-27', 'command', 'p'),
    (13, '10-28', 'command', 'v'),
    (14, '10-29', 'command', 'p'),
    (15, '10-99', 'command', 'panic'),
    (16, 'Code 99', 'command', 'panic'),
    (17, 'Signal 100', 'command', 'tone all Emergency traffic only.'),
    (18, '10-10', 'call-type', 'ASSAULT'),
    (19, '10-11', 'call-type', 'TRAFFIC'),
    (20, '10-16', 'call-type', 'DOMESTIC'),
    (21, '10-31', 'call-type', 'ROBBERY'),
    (22, '10-37', 'call-type', 'SUSPICIOUS'),
    (23, '10-38', 'call-type', 'TRAFFIC'),
    (24, '10-46', 'call-type', 'ASSIST'),
    (25, '10-50', 'call-type', 'CRASH'),
    (26, '10-50 PI', 'call-type', 'CRASHINJ'),
    (27, '10-52', 'call-type', 'MEDICAL'),
    (28, '10-54', 'call-type', 'MEDICAL'),
    (29, '10-57', 'call-type', 'CRASH'),
    (30, '10-62', 'call-type', 'BURGLARY'),
    (31, '10-66', 'call-type', 'SUSPICIOUS'),
    (32, '10-70', 'call-type', 'STRUCTFIRE'),
    (33, '10-71', 'call-type', 'SHOTS'),
    (34, '10-72', 'call-type', 'STABBING'),
    (35, '10-80', 'call-type', 'PURSUIT'),
    (36, '10-90', 'call-type', 'ALARM')
  ) as codes (place, code, means, target)
) as made
order by place;
