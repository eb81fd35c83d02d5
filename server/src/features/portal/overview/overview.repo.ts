import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

type JobCounts = {
  readonly waiting: number
  readonly failing: number
  readonly failingNames: string[]
  readonly failed: number
  readonly failedNames: string[]
}

/** Jobs that are due, jobs that failed and are tried again, and jobs that are not tried again. */
export async function readJobCounts(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where not is_over and run_at <= now())::integer as waiting,
      count(*) filter (where not is_over and has_failed)::integer as failing,
      count(*) filter (where is_over)::integer as failed,
      coalesce(array_agg(distinct task_identifier) filter (where not is_over and has_failed), '{}') as "failingNames",
      coalesce(array_agg(distinct task_identifier) filter (where is_over), '{}') as "failedNames"
    from (
      select task_identifier, run_at, attempts >= max_attempts as is_over, last_error is not null as has_failed
      from graphile_worker.jobs where locked_at is null
    ) job`.execute(db)
  return rows[0] ?? { waiting: 0, failing: 0, failingNames: [], failed: 0, failedNames: [] }
}

export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
