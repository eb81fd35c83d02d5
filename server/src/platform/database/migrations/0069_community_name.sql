-- The community's name is a setting: a name that was chosen moves there.
insert into settings (key, value) select key, value from portal_settings where key = 'community.name' and value <> '"My Community"';
delete from portal_settings where key = 'community.name';

-- The founder's checklist is for new portals. Where there are accounts already it is put away, and admins can call it back.
insert into portal_settings (key, value)
select 'first-evening', '{"shown": "putAway", "hasChosenDepartments": true}' where exists (select from users);
