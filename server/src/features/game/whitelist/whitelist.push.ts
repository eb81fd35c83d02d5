import { isWhitelistedFor, type ServerEnvironment, type UserRecord } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { AuditActor } from '../../../platform/audit/audit.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { defineJob, enqueue, type Job } from '../../../platform/jobs/jobs.ts'
import { pruneTrials } from './whitelist.trials.ts'

type Environment = z.infer<typeof ServerEnvironment>

/** The bridge feature handles this job. */
export const whitelistPush = { name: 'whitelist-push', payload: z.object({ serverId: z.int() }) } as const

/** Pushes the whitelists to all game servers of these environments after commit; returns the server ids. */
export async function requestWhitelistPush(tx: Tx, actor: AuditActor, environments: readonly Environment[]): Promise<number[]> {
  if (environments.length === 0) return []
  const pushes = await tx
    .insertInto('whitelist_pushes')
    .columns(['server_id', 'requested_by'])
    .expression((eb) =>
      eb
        .selectFrom('servers')
        .select(['id', sql<number | null>`${actor.userId ?? null}::integer`.as('requested_by')])
        .where('retired_at', 'is', null)
        .where('is_simulated', '=', false)
        .where('environment', 'in', environments)
        .orderBy('id'),
    )
    .returning('server_id')
    .execute()
  for (const { server_id: serverId } of pushes) {
    // The job sends the current list, so a pending push also covers later requests.
    await enqueue(tx, whitelistPush, { serverId }, { key: `whitelist-push:${serverId}` })
  }
  return pushes.map(({ server_id }) => server_id)
}

/** Environments whose whitelist includes this account. */
const whitelistsNaming = (user: UserRecord): Environment[] => (['prod', 'dev'] as const).filter((each) => isWhitelistedFor(user, each))

/** Pushes the whitelists that named an account, or do now, after a change of its Steam hex or of whether it is enabled. */
export async function pushChangedAccount(tx: Tx, actor: AuditActor, before: UserRecord, after: UserRecord): Promise<void> {
  const isSame = before.steamId === after.steamId && before.isDisabled === after.isDisabled && before.isDeleted === after.isDeleted
  if (!isSame) await requestWhitelistPush(tx, actor, [...new Set([...whitelistsNaming(before), ...whitelistsNaming(after)])])
}

const CHANGES_DAYS = 30

export const whitelistJobs = (db: Db): Job[] => [
  defineJob({
    name: 'whitelist-prune',
    payload: z.object({}),
    dailyAt: '04:41',
    // A server that was offline for longer gets the whole list.
    work: async () => {
      await pruneTrials(db)
      await sql`delete from whitelist_changes where at < now() - make_interval(days => ${CHANGES_DAYS})`.execute(db)
    },
  }),
]
