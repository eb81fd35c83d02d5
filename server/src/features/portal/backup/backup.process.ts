import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { BackupPreview, BackupProgress } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'
import { previewBackup } from './backup.preview.ts'
import { proveBackup } from './backup.proof.ts'
import { readBackup } from './backup.read.ts'
import { writeBackup, type Keys } from './backup.write.ts'

/** Work of a process of its own, so that members notice nothing of it. It comes by the channel between the processes, as it has secrets. */
export type BackupWork = { readonly file: string; readonly passPhrase: string } & (
  | { readonly kind: 'make'; readonly url: string; readonly keys: Keys }
  /** `spare` is a folder for a database where the given one lets us create none. */
  | { readonly kind: 'prove'; readonly url: string; readonly spare: string }
  | { readonly kind: 'preview' }
)
export type BackupMessage =
  | { readonly kind: 'progress'; readonly progress: BackupProgress }
  | { readonly kind: 'done'; readonly bytes: number; readonly rows: number; readonly differs: string }
  | { readonly kind: 'preview'; readonly preview: Omit<BackupPreview, 'hasList'> }
  | { readonly kind: 'failed'; readonly problem: string }

const TELL_MS = 500
const LOW_PRIORITY = 10

async function run(work: BackupWork, tell: (message: BackupMessage) => void): Promise<void> {
  let toldAt = 0
  const progress = (step: BackupProgress['step'], share: number, table = '') => {
    if (Date.now() - toldAt < TELL_MS) return
    toldAt = Date.now()
    tell({ kind: 'progress', progress: { step, share: Math.min(1, share), table } })
  }
  const { file, passPhrase } = work
  if (work.kind === 'preview') {
    return tell({ kind: 'preview', preview: await previewBackup(file, passPhrase, (read, all) => progress('checking', read / all)) })
  }
  if (work.kind === 'prove') {
    const onProgress = (read: number, all: number) => progress('proving', read / all)
    const differs = await proveBackup({ url: work.url, file, passPhrase, spare: work.spare, onProgress })
    return tell({ kind: 'done', bytes: 0, rows: 0, differs })
  }
  const { fileBytes, rows } = await writeBackup({
    url: work.url,
    file,
    passPhrase,
    keys: work.keys,
    onProgress: ({ share, table }) => progress('reading', share, table),
  })
  // A file that can't be read back is no backup.
  await readBackup(file, passPhrase, { progress: (read, all) => progress('checking', read / all) }).catch(async (error: unknown) => {
    await rm(file, { force: true })
    throw error
  })
  return tell({ kind: 'done', bytes: fileBytes, rows, differs: '' })
}

const send = (message: BackupMessage) => void process.send?.(message)
// The portal is gone: the file stays unfinished, and is removed by the next portal.
process.on('disconnect', () => process.exit(1))
process.once('message', (work: BackupWork) => {
  run(work, send)
    .catch((error: unknown) => {
      const problem = error instanceof AppError || error instanceof Error ? error.message : String(error)
      send({ kind: 'failed', problem: problem.slice(0, 500) })
    })
    .finally(() => process.disconnect())
})
try {
  setPriority(LOW_PRIORITY)
} catch {
  // Not allowed on this system: the work is done at normal priority.
}
