-- How each portal of the community and its machine were, every five minutes for a month: the charts of Admin, Health.
create table health_figures (
  at timestamptz not null,
  node text not null,
  people integer not null,
  units_on_duty integer not null,
  links_online integer not null,
  jobs_waiting integer not null,
  -- Errors in the portal's log since the figures before.
  errors integer not null,
  memory_bytes bigint not null,
  database_bytes bigint not null,
  -- Of the disk with the data folder; null where there is none.
  disk_free_bytes bigint,
  primary key (at, node)
);
