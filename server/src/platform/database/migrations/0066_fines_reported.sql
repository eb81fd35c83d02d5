-- When the owner said that a fine is paid; it is paid once an approver of the department or the game confirms it.
alter table fines
  add column reported_at timestamptz,
  add check (reported_at is null or state = 'unpaid');
create index fines_reported on fines (department_id, reported_at, id) where reported_at is not null;
