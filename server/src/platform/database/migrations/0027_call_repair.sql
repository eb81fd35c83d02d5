alter table call_logs
  -- A note added after the call was cleared.
  add column is_late boolean not null default false,
  -- What the action of this entry changed, for those that can be taken back for a short time.
  add column take_back jsonb,
  -- The entry whose action this one took back.
  add column takes_back_id bigint references call_logs (id) on delete cascade;
create unique index call_logs_taken_back_once on call_logs (takes_back_id) where takes_back_id is not null;
create index call_logs_take_back_idx on call_logs (author_id, at) where take_back is not null;
