import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { fetchExport } from '@tenfour/contract'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { ExportMessage, ExportWork } from './export.process.ts'

type Deps = { readonly database: Pick<Database, 'url'>; readonly db: Db }

const PROCESS = fileURLToPath(new URL('./export.process.ts', import.meta.url))
/** An export holds its snapshot of the database: one that nobody reads any more ends. */
const IDLE_MS = 10 * 60_000

/** Everything of the community as one archive, for Root. */
export function exportFeature({ database, db }: Deps): Feature {
  let running: ChildProcess | undefined
  const fetch = async (actor: AuditActor) => {
    if (running) throw new AppError('conflict', 'Another export is being downloaded: wait until it is done')
    // The address of the database comes by the channel, because others on the machine can read arguments.
    const child = fork(PROCESS, [], { execArgv: [], stdio: ['ignore', 'pipe', 'ignore', 'ipc'] })
    running = child
    child.once('close', () => (running = undefined))
    child.send({ url: database.url } satisfies ExportWork)
    const stream = await begun(child)
    await db.transaction().execute((tx) => recordAudit(tx, actor, 'backup.exported', { subjectType: 'portal', subjectId: 'portal' }))
    return { stream, name: `tenfour-export-${new Date().toISOString().slice(0, 10)}.zip` }
  }
  return {
    name: 'export',
    routes: async (app) => route(app, fetchExport, fetch),
    close: async () => {
      if (!running) return
      const ended = once(running, 'close')
      running.kill()
      await ended
    },
  }
}

/** The archive, once the process has its snapshot. It breaks off with an error if the process does not come to its end. */
async function begun(child: ChildProcess): Promise<Readable> {
  // Read from the first moment on: Node drops what a process that has ended wrote before.
  const archive = child.stdout?.pipe(new PassThrough()) ?? new PassThrough().end()
  let state: ExportMessage['kind'] | undefined
  let problem = 'its process ended'
  const ended = new Promise<void>((resolve) => child.once('close', resolve))
  const start = new Promise<void>((resolve) => {
    child.on('message', (message: ExportMessage) => {
      state = message.kind
      if (message.kind === 'failed') ({ problem } = message)
      resolve()
    })
  })
  child.once('error', (error) => (problem = error.message))
  const failure = () => new AppError('unavailable', `The export could not be made: ${problem}`)
  const content = async function* () {
    const idle = setTimeout(() => child.kill(), IDLE_MS)
    try {
      for await (const piece of archive) {
        idle.refresh()
        yield piece as Buffer
      }
      await ended
      if (state !== 'done') throw failure()
    } finally {
      clearTimeout(idle)
    }
  }
  await Promise.race([start, ended])
  if (state === undefined || state === 'failed') throw failure()
  const stream = Readable.from(content(), { objectMode: false })
  stream.once('close', () => child.kill())
  return stream
}
