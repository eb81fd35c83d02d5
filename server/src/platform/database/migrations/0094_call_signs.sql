-- Patterns of call signs for a rank, a unit type, or both; departments.call_sign_template is the pattern for everybody else.
alter table departments drop constraint departments_call_sign_template_check;
alter table departments add constraint departments_call_sign_template_check check (length(call_sign_template) <= 40);

create table call_sign_patterns (
  id integer generated always as identity primary key,
  department_id integer not null references departments (id),
  rank_id integer,
  unit_type smallint check (unit_type between 1 and 3),
  pattern text not null check (length(pattern) between 1 and 40),
  check (rank_id is not null or unit_type is not null),
  foreign key (department_id, rank_id) references ranks (department_id, id)
);
create unique index call_sign_patterns_one on call_sign_patterns (department_id, coalesce(rank_id, 0), coalesce(unit_type, 0));

-- The call signs that members keep. No two are the same anywhere in the community, and they end with the membership.
create table member_call_signs (
  id integer generated always as identity primary key,
  user_id integer not null,
  department_id integer not null,
  unit_type smallint check (unit_type between 1 and 3),
  call_sign text not null check (length(call_sign) between 1 and 16),
  version integer not null default 1,
  foreign key (user_id, department_id) references user_departments (user_id, department_id) on delete cascade
);
create unique index member_call_signs_one on member_call_signs (user_id, department_id, coalesce(unit_type, 0));
create unique index member_call_signs_unshared on member_call_signs (lower(call_sign));
