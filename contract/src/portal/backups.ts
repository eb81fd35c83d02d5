import { z } from 'zod'
import { admin, root } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, Instant, text, trimmed, Version } from '../values.ts'
import { Backup, BackupOverview } from './backups.live.ts'

export const MAX_KEPT_BACKUPS = 365
export const MIN_PASS_PHRASE = 12

export const BackupPlan = z.object({
  isOn: z.boolean(),
  hour: z.int(),
  kept: z.int(),
  /** Null for the folder `backups` of the data folder. */
  folder: z.string().nullable(),
  s3: z.object({ endpoint: z.string(), region: z.string(), bucket: z.string(), prefix: z.string(), accessKeyId: z.string() }).nullable(),
  /** Where the pass phrase comes from. The pass phrase itself is never sent. */
  passPhrase: z.enum(['environment', 'portal', 'none']),
  version: z.int(),
  changedAt: Instant.nullable(),
})
export type BackupPlan = z.infer<typeof BackupPlan>

export const getBackups = defineEndpoint({
  method: 'GET',
  path: '/api/backups',
  summary: 'The backups that there are, which of them were proved by a restore, and what is wrong',
  access: admin,
  response: BackupOverview,
})

export const getBackupPlan = defineEndpoint({
  method: 'GET',
  path: '/api/backups/plan',
  summary: 'When backups are made and where they go, without any secret',
  access: root,
  response: BackupPlan,
})

const NO_SPACES = /^[\x21-\x7e]*$/
const Folder = trimmed(400, 'At most 400 characters').min(1, 'Enter a folder').nullable()
const S3 = z.object({
  endpoint: trimmed(300).regex(
    /^https?:\/\/[^\s/?#@]+\/?$/,
    'Enter an address such as https://s3.eu-central-1.amazonaws.com, without a path',
  ),
  region: trimmed(60)
    .min(1, 'Enter the region; services without regions take us-east-1')
    .regex(/^[\w-]+$/, 'Letters, digits and - only'),
  bucket: trimmed(63)
    .min(3, 'At least 3 characters')
    .regex(/^[a-z0-9][a-z0-9.-]*$/, 'Lower-case letters, digits, . and - only'),
  prefix: trimmed(200).regex(/^[\w./-]*$/, 'Letters, digits and . _ - / only'),
  accessKeyId: trimmed(200).min(1, 'Enter the access key').regex(NO_SPACES, 'No spaces'),
  /** Left out to keep the one that is stored. */
  secretAccessKey: trimmed(200).min(1, 'Enter the secret key').regex(NO_SPACES, 'No spaces').optional(),
})

export const BackupPlanInput = z.object({
  isOn: z.boolean(),
  hour: z.int().min(0, 'From 0 to 23').max(23, 'From 0 to 23'),
  kept: z.int().min(1, 'At least 1').max(MAX_KEPT_BACKUPS, `At most ${MAX_KEPT_BACKUPS}`),
  folder: Folder,
  s3: S3.nullable(),
  /** Left out to keep the one that is stored. */
  passPhrase: text(1000).min(MIN_PASS_PHRASE, `At least ${MIN_PASS_PHRASE} characters: the keys of the portal are inside`).optional(),
  version: Version,
})

/** The place is tried before anything is saved: a small file is written, read and deleted. */
export const saveBackupPlan = defineEndpoint({
  method: 'PUT',
  path: '/api/backups/plan',
  summary: 'Set when backups are made, how many are kept, where they go and their pass phrase',
  access: root,
  body: BackupPlanInput,
  response: BackupPlan,
})

/** `conflict` while another one is being made or proved, or where no pass phrase is set. */
export const startBackup = defineEndpoint({
  method: 'POST',
  path: '/api/backups',
  summary: 'Back up now; the room `backups` tells how far it is',
  access: admin,
  body: z.object({}),
  response: Backup,
})

const byBackup = z.object({ backupId: IdParam })

export const proveBackup = defineEndpoint({
  method: 'POST',
  path: '/api/backups/:backupId/proof',
  summary: 'Restore a backup into a scratch database and compare it row by row; the room `backups` tells how far it is',
  access: admin,
  params: byBackup,
  body: z.object({}),
  response: Backup,
})

export const fetchBackup = defineEndpoint({
  method: 'GET',
  path: '/api/backups/:backupId/file',
  summary: 'The file of a backup, encrypted with its pass phrase',
  access: root,
  params: byBackup,
  response: z.unknown(),
  gives: ['application/octet-stream'],
})
