import { z } from 'zod'
import { keyOnly } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { bytes, Count, Instant, numberParam, text, trimmed } from '../values.ts'
import { SetupPayload } from './setup.endpoints.ts'

/** A backup is sent in pieces, so that neither its size nor a proxy's limit of bodies matters. */
export const BACKUP_PIECE_BYTES = 4 * 1024 * 1024
/** More than any disk of a game community has; the free room of the disk is the limit. */
export const MAX_BACKUP_PIECES = 1_000_000

export const BackupPreview = z.object({
  /** Null where the backup is of a community that never had a name. */
  communityName: z.string().nullable(),
  madeAt: Instant,
  version: z.string(),
  tables: z.int(),
  rows: z.int(),
  bytes: z.int(),
  /** Rows of the tables that people know. */
  counts: z.array(z.object({ table: z.string(), rows: z.int() })),
  /** Whether this machine knows who lost access since the backup. */
  hasList: z.boolean(),
})
export type BackupPreview = z.infer<typeof BackupPreview>

/** A restore at set-up. `reading`: the whole file is read and compared; `failed`: the restore failed, and the portal is as empty as before. */
export const SetupRestore = z.object({
  restoreId: z.string(),
  state: z.enum(['receiving', 'received', 'reading', 'read', 'restoring', 'failed']),
  /** Bytes that have arrived. */
  received: z.int(),
  bytes: z.int(),
  /** How much of the file was read, from 0 to 1. */
  share: z.number(),
  /** Why the file could not be read or restored; empty otherwise. */
  problem: z.string(),
  preview: BackupPreview.nullable(),
})
export type SetupRestore = z.infer<typeof SetupRestore>

const { code } = SetupPayload.shape

/** `conflict` once there are accounts. A backup that was sent before is dropped. */
/** The size of a backup, which may be more than a column of numbers keeps. It is not kept in one. */
export const BackupBytes = z
  .int()
  .min(1, 'The file is empty')
  .max(MAX_BACKUP_PIECES * BACKUP_PIECE_BYTES, 'The file is too large')

export const beginSetupRestore = defineEndpoint({
  method: 'POST',
  path: '/api/setup/restore',
  summary: 'Announce a backup that is restored instead of a new community, with the one-time code printed in the console',
  access: keyOnly,
  body: z.object({
    code,
    bytes: BackupBytes,
  }),
  response: SetupRestore,
})

/** The portal makes the id up; a caller who has it may send the announced bytes and read the preview. */
const byRestore = z.object({ restoreId: trimmed(64).regex(/^[\w-]+$/, 'This is not the id of a restore') })

export const sendBackupPiece = defineEndpoint({
  method: 'PUT',
  path: '/api/setup/restore/:restoreId/pieces/:piece',
  summary: 'Send a piece of the announced backup, of 4 MB but for the last; in order, from 0',
  access: keyOnly,
  params: byRestore.extend({ piece: numberParam(0, MAX_BACKUP_PIECES) }),
  body: bytes('Send a piece of the file'),
  takes: { types: ['application/octet-stream'], bytes: BACKUP_PIECE_BYTES, atOnce: 4 },
  response: z.object({ received: Count }),
})

export const getSetupRestore = defineEndpoint({
  method: 'GET',
  path: '/api/setup/restore/:restoreId',
  summary: 'How far a restore at set-up is, and what is in its backup',
  access: keyOnly,
  params: byRestore,
  response: SetupRestore,
})

export const readSetupBackup = defineEndpoint({
  method: 'POST',
  path: '/api/setup/restore/:restoreId/preview',
  summary: 'Read the whole backup and compare every checksum; nothing is restored yet',
  access: keyOnly,
  params: byRestore,
  body: z.object({ passPhrase: text(1000).min(1, 'Enter the pass phrase of the backup') }),
  response: SetupRestore,
})

/** The portal ends what it does and answers with `migrating` on `/api/health` until the community is there. */
export const startSetupRestore = defineEndpoint({
  method: 'POST',
  path: '/api/setup/restore/:restoreId/start',
  summary: 'Restore the backup that was read, with the one-time code printed in the console',
  access: keyOnly,
  params: byRestore,
  body: z.object({ code }),
  response: SetupRestore,
})
