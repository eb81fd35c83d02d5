-- How many units of which unit types a call of a type needs: [{"typeId": 101, "count": 1}].
alter table call_types add column needs jsonb not null default '[]';
update call_types set shipped = jsonb_set(shipped, '{content,needs}', '[]') where shipped is not null;
