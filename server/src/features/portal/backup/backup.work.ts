import { fork, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { BackupProgress } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'
import type { BackupMessage, BackupWork } from './backup.process.ts'
import { fetchFile, sendFile, type S3Place } from './backup.s3.ts'
import type { Keys } from './backup.write.ts'

const PROCESS = fileURLToPath(new URL('./backup.process.ts', import.meta.url))
type Tell = (progress: BackupProgress) => void
type Ended = Exclude<BackupMessage, { kind: 'progress' | 'failed' }>

/** Runs work in a process of its own. If this process ends, so does that one. */
export function createWorkers() {
  const running = new Set<ChildProcess>()
  const run = <K extends Ended['kind']>(kind: K, work: BackupWork, tell: Tell): Promise<Extract<Ended, { kind: K }>> =>
    new Promise((resolve, reject) => {
      // The work comes by the channel, because others on the machine can read arguments.
      const child = fork(PROCESS, [], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
      running.add(child)
      let complaint = ''
      let problem: string | undefined
      let done: Extract<Ended, { kind: K }> | undefined
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)))
      child.on('message', (message: BackupMessage) => {
        if (message.kind === 'progress') tell(message.progress)
        else if (message.kind === 'failed') problem = message.problem
        else if (isOf(kind, message)) done = message
      })
      child.once('error', (error) => (problem ??= error.message))
      child.once('close', (code, signal) => {
        running.delete(child)
        if (done) return resolve(done)
        const last = complaint.trim().split('\n').at(-1)
        reject(new AppError('unavailable', problem ?? `The process of the backup ended (${signal ?? code})${last ? `: ${last}` : ''}`))
      })
      child.send(work)
    })

  return {
    make: (work: { url: string; file: string; passPhrase: string; keys: Keys }, tell: Tell) => run('done', { kind: 'make', ...work }, tell),
    prove: (work: { url: string; file: string; passPhrase: string; spare: string }, tell: Tell) =>
      run('done', { kind: 'prove', ...work }, tell),
    preview: async (work: { file: string; passPhrase: string }, tell: Tell) =>
      (await run('preview', { kind: 'preview', ...work }, tell)).preview,
    close: async (): Promise<void> => {
      const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)))
      for (const child of running) child.kill('SIGTERM')
      await Promise.all(ended)
    },
  }
}
const isOf = <K extends Ended['kind']>(kind: K, message: Ended): message is Extract<Ended, { kind: K }> => message.kind === kind
export type Workers = ReturnType<typeof createWorkers>

/** Whether the disk has room for a file of about this size. */
export async function assertRoom(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes) return
  const gigabytes = (value: number) => (value / 1e9).toLocaleString('en', { maximumFractionDigits: 1 })
  throw new AppError('unavailable', `The disk is full: ${gigabytes(free)} GB free, ${gigabytes(bytes)} needed`)
}

export const sendAway = (place: S3Place, path: string, name: string, tell: Tell): Promise<void> =>
  sendFile(place, path, name, (share) => tell({ step: 'sending', share, table: '' }))

/** The path of a backup on this machine: its own, or that of a copy that was fetched, which the caller removes. */
export async function atHand(
  { folder, file, isInS3 }: { folder: string | null; file: string; isInS3: boolean },
  place: S3Place | null,
  spare: string,
  tell: Tell,
): Promise<{ path: string; isCopy: boolean }> {
  if (folder !== null && (await exists(join(folder, file)))) return { path: join(folder, file), isCopy: false }
  if (!isInS3 || !place) throw new AppError('not_found', `The file ${file} is not on this machine any more`)
  const path = join(spare, file)
  tell({ step: 'fetching', share: 0, table: '' })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await pipeline(await fetchFile(place, file), createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, isCopy: true }
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
