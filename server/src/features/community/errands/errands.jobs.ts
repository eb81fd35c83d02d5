import type { DiscordJobs } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'

export async function readJobs(db: Db | Tx): Promise<DiscordJobs> {
  const { rows } = await sql<Omit<DiscordJobs, 'limitedUntil'> & { limitedUntil: Date | null }>`
    select
      (select count(*)::integer from discord_errands where state = 'done' and ended_at >= (select community_midnight(community_today()))) as "doneToday",
      count(*) filter (where state = 'waiting')::integer as waiting,
      (select count(*)::integer from discord_ledger where state = 'held') as held,
      count(*) filter (where state = 'failed')::integer as failed,
      (select limited_until from discord_bot where limited_until > now()) as "limitedUntil"
    from discord_errands where state in ('waiting', 'failed')`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A count has one row')
  return { ...row, limitedUntil: row.limitedUntil?.toISOString() ?? null }
}

const TELL_MS = 500

/** Tells the room what waits, at most twice a second. */
export function createJobsTeller({ db, publish, onError }: { db: Db; publish: Publish; onError: (error: unknown) => void }) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const tell = () => inTransaction(db, publish, async (tx, emit) => emit('discord', {}, 'jobs.changed', await readJobs(tx))).catch(onError)
  return {
    soon: (): void => {
      if (isStopped) return
      timer ??= setTimeout(() => {
        timer = undefined
        void tell()
      }, TELL_MS)
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
