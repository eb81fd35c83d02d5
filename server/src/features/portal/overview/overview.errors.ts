import type { HealthError } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'

const MAX_ERRORS = 50
const MAX_ERROR_LENGTH = 300

/** Addresses of people, links and long runs of letters and digits, such as tokens, are left out of what an error says. */
export const withoutSecrets = (text: string): string =>
  text
    .replaceAll(/\b[a-z][a-z+]*:\/\/\S+/gi, '<address>')
    .replaceAll(/\S+@\S+/g, '<email>')
    .replaceAll(/[\w+/=.-]{24,}/g, '<removed>')
    .slice(0, MAX_ERROR_LENGTH)

type Row = { readonly at: Date; readonly what: string; readonly error: string }

/** The last errors that the database knows, and those of log lines; newest first, without secrets. */
export async function readErrors(db: Db, lines: readonly string[] = []): Promise<HealthError[]> {
  // Without a portal that has ever run here there is no queue.
  const { rows: queue } = await sql<{ found: boolean }>`select to_regclass('graphile_worker.jobs') is not null as found`.execute(db)
  const { rows: jobs } = queue[0]?.found
    ? await sql<Row>`
        select updated_at as at, task_identifier as what, last_error as error from graphile_worker.jobs
        where last_error is not null order by updated_at desc limit ${MAX_ERRORS}`.execute(db)
    : { rows: [] }
  const { rows: others } = await sql<Row>`
    (select ended_at as at, 'discord ' || kind as what, problem as error from discord_errands where state = 'failed' and problem <> ''
      order by ended_at desc limit ${MAX_ERRORS})
    union all (select ended_at, 'mail ' || kind, answer from mails where state = 'failed' and answer is not null order by ended_at desc limit ${MAX_ERRORS})
    union all (select ended_at, 'backup', problem from backups where problem <> '' order by ended_at desc limit ${MAX_ERRORS})
    union all (select ended_at, 'proof of a backup', proof_problem from backups where proof_problem <> '' order by ended_at desc limit ${MAX_ERRORS})`.execute(
    db,
  )
  return [...jobs, ...others, ...lines.flatMap((line) => rowOf(line) ?? [])]
    .toSorted((a, b) => Number(b.at) - Number(a.at))
    .slice(0, MAX_ERRORS)
    .map(({ at, what, error }) => ({ at: at.toISOString(), what, error: withoutSecrets(error) }))
}

const LogLine = z.object({ time: z.coerce.date(), msg: z.string().default(''), err: z.object({ message: z.string() }).optional() })

function rowOf(line: string): Row | undefined {
  try {
    const { time, msg, err } = LogLine.parse(JSON.parse(line))
    return { at: time, what: 'portal', error: [msg, err?.message].filter(Boolean).join(': ') }
  } catch {
    // A line that was cut is not JSON.
    return undefined
  }
}
