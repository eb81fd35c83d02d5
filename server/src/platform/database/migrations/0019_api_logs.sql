-- What game servers and integrations call, for as long as API_LOG_DAYS says. Written in batches, and never refused: nothing here refers to
-- another table, so that no batch can fail because of one row.
create table api_logs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  server_id integer,
  key_id integer,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms real not null,
  bytes_in integer not null,
  bytes_out integer not null,
  error_code text,
  error text,
  request_id text not null
);
create index api_logs_at_idx on api_logs (at desc, id);
create index api_logs_server_id_idx on api_logs (server_id, id desc);
create index api_logs_key_id_idx on api_logs (key_id, id desc);
create index api_logs_request_id_idx on api_logs (request_id);
create index api_logs_failed_idx on api_logs (id desc) where status >= 400;

-- How many in each minute, so that a chart of a day does not count them again. Server 0: a call that speaks for none. Dropped: what came
-- faster than it could be written.
create table api_log_minutes (
  minute timestamptz not null,
  server_id integer not null,
  calls integer not null default 0,
  errors integer not null default 0,
  dropped integer not null default 0,
  primary key (minute, server_id)
);
