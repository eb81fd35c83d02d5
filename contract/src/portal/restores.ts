import { z } from 'zod'
import { admin } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, Instant } from '../values.ts'

/** A loss after the backup that the restore repeated: of a person, or of a key. */
export const WithdrawnKind = z.enum(['disabled', 'deleted', 'barred', 'roles', 'permissions', 'departments', 'rank', 'whitelist', 'key'])
export type WithdrawnKind = z.infer<typeof WithdrawnKind>
export const Withdrawn = z.object({
  kind: WithdrawnKind,
  /** Null for a key. */
  userId: z.int().nullable(),
  name: z.string(),
})
export type Withdrawn = z.infer<typeof Withdrawn>

export const Restore = z.object({
  restoreId: z.int(),
  at: Instant,
  /** When the backup was made. */
  madeAt: Instant,
  version: z.string(),
  /** The schema of the database with what was there before; null if nothing was. */
  setAside: z.string().nullable(),
  /** Whether it was known who lost access since the backup. */
  hadList: z.boolean(),
  withdrawn: z.array(Withdrawn),
  isSeen: z.boolean(),
})
export type Restore = z.infer<typeof Restore>

export const HELD = ['mails', 'penalties'] as const
export const RestoreOverview = z.object({
  /** The last one; null if no backup was ever restored. */
  restore: Restore.nullable(),
  /** How many of each wait for a person's decision since then. */
  held: z.object({ mails: z.int(), penalties: z.int() }),
})
export type RestoreOverview = z.infer<typeof RestoreOverview>

export const getRestore = defineEndpoint({
  method: 'GET',
  path: '/api/restores/last',
  summary: 'The last backup that was restored, who lost access again with it, and what is held until somebody decides',
  access: admin,
  response: RestoreOverview,
})

export const decideHeld = defineEndpoint({
  method: 'POST',
  path: '/api/restores/held',
  summary: 'Send or drop the mails, or the messages about fines and jail terms, that a restore found under way',
  access: admin,
  body: z.object({ what: z.enum(HELD), decision: z.enum(['send', 'drop']) }),
  response: RestoreOverview,
})

export const seeRestore = defineEndpoint({
  method: 'POST',
  path: '/api/restores/:restoreId/seen',
  summary: 'Note that the list of a restore was looked through',
  access: admin,
  params: z.object({ restoreId: IdParam }),
  body: z.object({}),
  response: RestoreOverview,
})
