-- After how many minutes in a status a unit is due for a status check. The first one in the list that fits a unit counts.
insert into cad_values (id, kind, content, sort_order, shipped)
select 110 + place, 'welfare-time', content, place, jsonb_build_object('content', content, 'position', place)
from (
  select place, jsonb_build_object('name', name, 'statuses', jsonb_build_array(status), 'priorities', '[]'::jsonb, 'amber', amber, 'red', red) as content
  from (values
    (1, 'Busy', 4, 20, 40),
    (2, 'En route', 5, 10, 20),
    (3, 'On scene', 6, 15, 30),
    (4, 'Subject in custody', 7, 30, 60)
  ) as times (place, name, status, amber, red)
) as made
order by place;
