import { z } from 'zod'
import { Instant } from '../values.ts'

/** In a file of their own because rooms carry these schemas, and every page loads the rooms. */

/** `schedule` by the clock, `request` by a person, `upgrade` before a new version changed the database. */
export const BackupReason = z.enum(['schedule', 'request', 'upgrade'])
export type BackupReason = z.infer<typeof BackupReason>

/** How far the work on a backup is: its rows are read from the database, it is read back, sent away, or restored into a scratch database and compared. */
export const BackupProgress = z.object({
  step: z.enum(['reading', 'checking', 'sending', 'fetching', 'proving']),
  /** Of the step, from 0 to 1. */
  share: z.number(),
  /** The table that is read; empty in other steps. */
  table: z.string(),
})
export type BackupProgress = z.infer<typeof BackupProgress>

export const Backup = z.object({
  backupId: z.int(),
  reason: BackupReason,
  /** Who asked for it; null for the portal itself. */
  by: z.object({ userId: z.int(), name: z.string() }).nullable(),
  state: z.enum(['running', 'made', 'failed']),
  /** Why it failed, or could not be sent away; empty otherwise. */
  problem: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  version: z.string(),
  bytes: z.int(),
  rows: z.int(),
  places: z.array(z.enum(['folder', 's3'])),
  /** When it was last restored into a scratch database and compared row by row; null if it never was. */
  provedAt: Instant.nullable(),
  /** Why the restored rows were not those of the backup; empty if they were. */
  proofProblem: z.string(),
  /** The work on it right now. */
  progress: BackupProgress.nullable(),
})
export type Backup = z.infer<typeof Backup>

/** A problem of the backups as a whole. `unproved`: the newest one that was restored for a proof was not equal. */
export const BackupAlarm = z.enum(['failed', 'missing', 'unproved'])
export type BackupAlarm = z.infer<typeof BackupAlarm>

export const BackupOverview = z.object({
  isOn: z.boolean(),
  /** Whether there is a pass phrase, without which no backup is made. */
  isReady: z.boolean(),
  /** The hour of the community's day. */
  hour: z.int(),
  kept: z.int(),
  /** Where copies go besides the folder; null for nowhere. */
  bucket: z.string().nullable(),
  alarm: BackupAlarm.nullable(),
  /** The running one, those that are there, and the latest ones that failed; newest first. */
  backups: z.array(Backup),
})
export type BackupOverview = z.infer<typeof BackupOverview>
