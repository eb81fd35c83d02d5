import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BACKUP_PIECE_BYTES, type BackupPreview, type SetupRestore } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'
import { assertRoom } from './backup.work.ts'

/** A file that nobody has sent to or asked about for this long is dropped. */
const FORGET_MS = 60 * 60 * 1000
const FOLDER = 'restore'
const NAME = 'arrived.backup'

type Read = (file: string, passPhrase: string, tell: (share: number) => void) => Promise<BackupPreview>
type Options = {
  readonly dataDir: string
  readonly read: Read
  /** Called when the restore is to begin; the portal then ends what it does. */
  readonly begin: (backup: { readonly file: string; readonly passPhrase: string }) => void
}
export type Arrival = ReturnType<typeof createArrival>

/**
 * The backup that arrives at set-up, one at a time. It outlives the app, which ends for the restore and begins anew. The pieces are written to
 * one file of a fixed name in the data folder, and never more than was announced.
 */
export function createArrival({ dataDir, read, begin }: Options) {
  const folder = join(dataDir, FOLDER)
  const file = join(folder, NAME)
  let current: SetupRestore | undefined
  let passPhrase: string | undefined
  let isWriting = false
  let forgetting: NodeJS.Timeout | undefined

  const change = (to: Partial<SetupRestore>) => {
    if (current) current = { ...current, ...to }
  }
  const remove = async () => {
    clearTimeout(forgetting)
    current = undefined
    passPhrase = undefined
    await rm(folder, { recursive: true, force: true })
  }
  const found = (restoreId: string): SetupRestore => {
    if (current?.restoreId !== restoreId) {
      throw new AppError(
        'not_found',
        'This backup is not here any more: send it again. With several portals, run one alone for the restore',
      )
    }
    if (current.state !== 'restoring') {
      clearTimeout(forgetting)
      forgetting = setTimeout(() => void remove().catch(() => undefined), FORGET_MS).unref()
    }
    return current
  }

  return {
    announce: async (bytes: number): Promise<SetupRestore> => {
      if (isWriting || current?.state === 'reading' || current?.state === 'restoring') throw busy()
      isWriting = true
      try {
        await remove()
        await assertRoom(folder, bytes)
        await (await open(file, 'wx', 0o600)).close()
      } finally {
        isWriting = false
      }
      const restoreId = randomBytes(24).toString('base64url')
      current = { restoreId, state: 'receiving', received: 0, bytes, share: 0, problem: '', preview: null }
      return found(restoreId)
    },

    /** Adds a piece at its place. A piece that was taken and whose answer was lost may come again. */
    take: async (restoreId: string, piece: number, content: Uint8Array): Promise<{ received: number }> => {
      const { received, bytes } = found(restoreId)
      const at = piece * BACKUP_PIECE_BYTES
      if (at + content.length <= received) return { received }
      if (isWriting || at !== received || content.length !== Math.min(BACKUP_PIECE_BYTES, bytes - at)) {
        throw new AppError('conflict', `The portal waits for the piece ${Math.floor(received / BACKUP_PIECE_BYTES)} of this backup`)
      }
      isWriting = true
      try {
        const target = await open(file, 'r+')
        try {
          await target.write(content, 0, content.length, at)
        } finally {
          await target.close()
        }
      } finally {
        isWriting = false
      }
      const reached = at + content.length
      change({ received: reached, ...(reached === bytes ? { state: 'received' } : {}) })
      return { received: reached }
    },

    show: (restoreId: string): SetupRestore => found(restoreId),

    /** Reads the whole file in the background; a wrong pass phrase can be entered again. */
    read: (restoreId: string, phrase: string): SetupRestore => {
      const { state } = found(restoreId)
      if (state === 'receiving') throw new AppError('conflict', 'The backup has not arrived as a whole')
      if (state === 'reading' || state === 'restoring') throw busy()
      change({ state: 'reading', share: 0, problem: '', preview: null })
      const isSame = () => current?.restoreId === restoreId && current.state === 'reading'
      read(file, phrase, (share) => {
        if (isSame()) change({ share })
      }).then(
        (preview) => {
          if (!isSame()) return
          passPhrase = phrase
          change({ state: 'read', share: 1, preview })
        },
        (error: unknown) => {
          if (isSame()) change({ state: 'received', problem: error instanceof Error ? error.message : String(error) })
        },
      )
      return found(restoreId)
    },

    start: (restoreId: string): SetupRestore => {
      const { state } = found(restoreId)
      if (state !== 'read' && state !== 'failed') throw new AppError('conflict', 'Read the backup with its pass phrase first')
      if (passPhrase === undefined) throw new AppError('conflict', 'Read the backup with its pass phrase first')
      clearTimeout(forgetting)
      change({ state: 'restoring', share: 0, problem: '' })
      begin({ file, passPhrase })
      return found(restoreId)
    },

    failed: (problem: string): void => change({ state: 'failed', problem }),
    /** Drops what has arrived, also what an earlier portal left. */
    remove,
  }
}

const busy = () => new AppError('conflict', 'The portal is busy with a backup: try again in a moment')
