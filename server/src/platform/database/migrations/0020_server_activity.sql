-- How many units and calls each server was last said to have: what is still the same is not told again, whichever portal has counted.
create table server_activity (
  server_id integer primary key references servers (id),
  units_on_duty integer not null,
  active_calls integer not null
);

-- The API logs by when a call was made, so that an old day is found as quickly as today; and a text in a million of them.
drop index api_logs_at_idx, api_logs_server_id_idx, api_logs_key_id_idx, api_logs_failed_idx;
create index api_logs_at_idx on api_logs (at desc, id desc);
create index api_logs_server_id_idx on api_logs (server_id, at desc, id desc);
create index api_logs_key_id_idx on api_logs (key_id, at desc, id desc);
create index api_logs_failed_idx on api_logs (at desc, id desc) where status >= 400;
create index api_logs_text_idx on api_logs using gin (path gin_trgm_ops, error gin_trgm_ops, error_code gin_trgm_ops);
