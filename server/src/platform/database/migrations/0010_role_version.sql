-- Of two admins who edit one role, the second is told instead of overwriting the first.
alter table roles add column version integer not null default 1;
