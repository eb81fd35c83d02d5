import { absenceMinutes, absenceRule } from '@tenfour/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { runAfterCommit } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { lockUnsettled, settlePatrols, type AbsencePolicy, type Settle, type Settled } from './settling.repo.ts'

type Deps = { readonly background: { readonly db: Db }; readonly settings: Pick<Settings, 'get'> }

/** Features that change a settled patrol call `settle`. */
export function settlingFeature({ background, settings }: Deps): Feature & Pick<Settling, 'settle' | 'onSettled'> {
  const { settle, onSettled, run } = createSettling({
    db: background.db,
    policy: () => ({ rule: settings.get(absenceRule), minutes: settings.get(absenceMinutes) }),
  })
  return { name: 'settling', settings: [absenceRule, absenceMinutes], jobs: [settleJob({ run })], settle, onSettled }
}

/** Longer than a lost bridge is waited for, and than presence takes to be written. */
const AFTER_SECONDS = 90
const BATCH = 200
/** After this the job stops, and its next run continues: after an upgrade there may be years of patrols to settle. */
const MAX_RUN_MS = 45_000

export type Settling = ReturnType<typeof createSettling>

/** Settles patrols that have ended: computes presence, absences, and which absences count. */
export function createSettling({ db, policy }: { readonly db: Db; readonly policy: () => AbsencePolicy }) {
  const listeners = new Set<(settled: readonly Settled[]) => void>()
  const settle: Settle = (tx, patrolIds) => settlePatrols(tx, patrolIds, policy())

  return {
    settle,
    /** Called after the commit of each batch of the job. */
    onSettled: (listener: (settled: readonly Settled[]) => void): void => void listeners.add(listener),
    run: async (): Promise<void> => {
      for (const deadline = Date.now() + MAX_RUN_MS; Date.now() < deadline;) {
        const settled = await db.transaction().execute(async (tx) => settle(tx, await lockUnsettled(tx, AFTER_SECONDS, BATCH)))
        if (settled.length === 0) return
        runAfterCommit([...listeners].map((listener) => () => listener(settled)))
      }
    },
  }
}

/** Runs every minute, on one of the nodes. */
export const settleJob = ({ run }: Pick<Settling, 'run'>): Job =>
  defineJob({ name: 'patrols-settle', payload: z.object({}), schedule: '* * * * *', work: run })
