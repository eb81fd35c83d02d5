import { z } from 'zod'
import { open } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'

/**
 * How far an upgrade of the database is: it is backed up, the backup is read back, then it is changed. `restoring`: a backup is restored at set-up.
 */
export const UpgradeProgress = z.object({
  step: z.enum(['waiting', 'reading', 'checking', 'migrating', 'restoring']),
  /** Of the step, from 0 to 1. */
  share: z.number(),
})
export type UpgradeProgress = z.infer<typeof UpgradeProgress>

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the portal is alive and ready to serve',
  access: open,
  response: z.object({
    live: z.literal(true),
    ready: z.boolean(),
    /** Services that are away while the portal runs without them. Without Redis, this node shares nothing with the others. */
    degraded: z.array(z.enum(['redis'])),
    version: z.string(),
    /** Null once the portal runs. Until then an upgrade or a restore takes as long as it needs, and nothing else is answered. */
    migrating: UpgradeProgress.nullable(),
  }),
})
