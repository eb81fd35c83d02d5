-- What a new community starts with, so that it can play the same evening. All of it can be changed afterwards.

insert into departments (id, name, full_name, type, is_cad_enabled, sort_order) values
  (2, 'LSPD', 'Los Santos Police Department', 'Leo', true, 10),
  (3, 'BCSO', 'Blaine County Sheriff''s Office', 'Leo', true, 20),
  (4, 'SAHP', 'San Andreas Highway Patrol', 'Leo', true, 30),
  (5, 'COMM', 'Communications', 'Comms', true, 40),
  (6, 'FIRE', 'San Andreas Fire Rescue', 'Fire', true, 50),
  (7, 'CIV', 'Civilian Operations', 'Civilian', true, 60);

insert into ranks (department_id, name, sort_order, is_reserve)
select department_id, name, sort_order * 10, is_reserve
from (values
  (2, 1, 'Reserve Officer', true), (2, 2, 'Cadet', false), (2, 3, 'Officer I', false), (2, 4, 'Officer II', false),
  (2, 5, 'Sergeant', false), (2, 6, 'Lieutenant', false), (2, 7, 'Captain', false), (2, 8, 'Chief', false),
  (3, 1, 'Reserve Deputy', true), (3, 2, 'Recruit', false), (3, 3, 'Deputy', false), (3, 4, 'Senior Deputy', false),
  (3, 5, 'Corporal', false), (3, 6, 'Sergeant', false), (3, 7, 'Lieutenant', false), (3, 8, 'Sheriff', false),
  (4, 1, 'Reserve Trooper', true), (4, 2, 'Trooper Cadet', false), (4, 3, 'Trooper', false), (4, 4, 'Senior Trooper', false),
  (4, 5, 'Sergeant', false), (4, 6, 'Lieutenant', false), (4, 7, 'Captain', false), (4, 8, 'Colonel', false),
  (5, 1, 'Reserve Dispatcher', true), (5, 2, 'Trainee Dispatcher', false), (5, 3, 'Dispatcher', false),
  (5, 4, 'Senior Dispatcher', false), (5, 5, 'Dispatch Supervisor', false), (5, 6, 'Director of Communications', false),
  (6, 1, 'Reserve Firefighter', true), (6, 2, 'Probationary Firefighter', false), (6, 3, 'Firefighter', false),
  (6, 4, 'Engineer', false), (6, 5, 'Lieutenant', false), (6, 6, 'Captain', false), (6, 7, 'Battalion Chief', false),
  (6, 8, 'Fire Chief', false),
  (7, 1, 'Reserve Civilian', true), (7, 2, 'Civilian I', false), (7, 3, 'Civilian II', false), (7, 4, 'Civilian III', false),
  (7, 5, 'Civilian Supervisor', false), (7, 6, 'Director of Civilian Operations', false)
) as start (department_id, sort_order, name, is_reserve)
order by department_id, sort_order;

insert into role_groups (id, name) values
  (1, 'Root'), (2, 'Admin'), (3, 'Staff'), (4, 'Legal Services Supervisor'), (5, 'Legal Services'), (6, 'Developer');
select setval(pg_get_serial_sequence('role_groups', 'id'), 6);

insert into roles (id, role_group_id, name, level) values
  (1, 1, 'Root', 100),
  (2, 2, 'Admin', 80),
  (3, 6, 'Developer', 70),
  (4, 3, 'Senior Staff', 60),
  (5, 3, 'Staff', 50),
  (6, 4, 'Legal Services Supervisor', 40),
  (7, 5, 'Legal Services', 30);
select setval(pg_get_serial_sequence('roles', 'id'), 7);

insert into servers (name, environment) values ('Server 1', 'prod');
insert into streams (key, seq) values ('servers', 1);
insert into portal_settings (key, value) values ('community.name', '"My Community"');
