-- Layouts of the desktop that members keep under a name. The areas are as the contract's DesktopLayout has them.
create table desktop_layouts (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  unit_class smallint not null check (unit_class between 0 and 3),
  name text not null check (length(name) between 1 and 40),
  layout jsonb not null check (jsonb_typeof(layout) = 'object'),
  saved_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index desktop_layouts_name on desktop_layouts (user_id, unit_class, lower(name));

-- A department's default layouts: what members have who never arranged their desktop, by unit class and size of window. Null for the
-- layout that the portal came with.
create table department_layouts (
  department_id integer not null references departments (id) on delete cascade,
  unit_class smallint not null check (unit_class between 0 and 3),
  size text not null check (size in ('narrow', 'medium', 'wide', 'vast')),
  layout jsonb check (jsonb_typeof(layout) = 'object'),
  set_by_id integer references users (id) on delete set null,
  set_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (department_id, unit_class, size)
);
create index department_layouts_set_by_id_idx on department_layouts (set_by_id);
