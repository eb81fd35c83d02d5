import { setPriority } from 'node:os'
import { readExport } from './export.read.ts'
import { zipped } from './export.zip.ts'

/** An export is read and packed in a process of its own, so that members notice nothing of it. The archive goes to its standard output. */
export type ExportWork = { readonly url: string }
export type ExportMessage = { readonly kind: 'begun' | 'done' } | { readonly kind: 'failed'; readonly problem: string }

const LOW_PRIORITY = 10
const send = (message: ExportMessage) => void process.send?.(message)

async function run({ url }: ExportWork): Promise<void> {
  let hasBegun = false
  const begun = () => {
    if (!hasBegun) send({ kind: 'begun' })
    hasBegun = true
  }
  // A table is begun once the snapshot is there.
  for await (const piece of zipped(readExport({ url, onProgress: begun }))) await written(piece)
  send({ kind: 'done' })
}

const written = (piece: Buffer) =>
  new Promise<void>((resolve, reject) => process.stdout.write(piece, (error) => (error ? reject(error) : resolve())))

// The portal is gone, or nobody reads the export any more.
process.on('disconnect', () => process.exit(1))
process.once('message', (work: ExportWork) => {
  run(work)
    .catch((error: unknown) => {
      send({ kind: 'failed', problem: (error instanceof Error ? error.message : String(error)).slice(0, 500) })
    })
    .finally(() => process.disconnect())
})
try {
  setPriority(LOW_PRIORITY)
} catch {
  // Not allowed on this system: the export is made at normal priority.
}
