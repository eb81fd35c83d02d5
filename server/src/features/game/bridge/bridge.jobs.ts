import { EVENT_MEMORY_DAYS } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import { penaltyPush } from '../../records/reports/reports.port.ts'
import { aceGroupsPush } from '../ace-groups/ace-groups.port.ts'
import { whitelistPush } from '../whitelist/whitelist.port.ts'
import { pruneHistory } from './bridge.status.repo.ts'

type Push = (serverId: number) => Promise<void>

type Pushes = { readonly whitelist: Push; readonly penalties: Push; readonly aceGroups: Push }

/** Pushes whitelists, penalties and groups, and prunes what game servers report. */
export const bridgeJobs = (db: Db, push: Pushes): Job[] => [
  defineJob({ ...whitelistPush, work: ({ serverId }) => push.whitelist(serverId) }),
  defineJob({ ...penaltyPush, work: ({ serverId }) => push.penalties(serverId) }),
  defineJob({ ...aceGroupsPush, work: ({ serverId }) => push.aceGroups(serverId) }),
  defineJob({
    name: 'bridge-prune',
    payload: z.object({}),
    schedule: '23 * * * *',
    work: async () => {
      await pruneHistory(db)
      await sql`delete from bridge_events where received_at < now() - make_interval(days => ${EVENT_MEMORY_DAYS})`.execute(db)
      await sql`delete from sign_in_tickets where expires_at < now() - interval '1 day'`.execute(db)
    },
  }),
]
