-- The community's time zones: each applies from its first day on, which begins at `begins_at`. Weeks and months that were over when the time
-- zone was changed keep the moments at which they began and ended. The first row has no beginning.
create table calendar_zones (
  first_day date primary key,
  begins_at timestamptz not null,
  zone text not null
);
insert into calendar_zones (first_day, begins_at, zone) values ('-infinity', '-infinity', 'UTC');
