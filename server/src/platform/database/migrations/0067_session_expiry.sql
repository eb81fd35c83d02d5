-- One job a minute revokes the sessions that have expired. Each used to have a job of its own.
create index sessions_open on sessions (expires_at) where revoked_at is null;
drop index sessions_expires_at_idx;

-- Databases from before have these jobs; the queue is not there yet in a new one.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'session-expire' and j.locked_at is null;
  end if;
end $$;
