-- Numbers that callers dial. A call keeps the number that was called; it is empty in calls of before, and in those that are no 911 calls.
insert into cad_values (id, kind, content, sort_order, shipped)
select 121, 'emergency-number', content, 1, jsonb_build_object('content', content, 'position', 1)
from (select jsonb_build_object('code', '911', 'name', 'Emergency', 'callType', null) as content) as made;

alter table calls add column number text;
create index calls_number on calls (number) where number is not null;
