import {
  BACKUP_PIECE_BYTES,
  beginSetupRestore,
  getHealth,
  getSetup,
  getSetupRestore,
  readSetupBackup,
  sendBackupPiece,
  type SetupRestore,
} from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { ApiError } from '../../../platform/api/api-error.ts'

const LOOK_MS = 700
const TRIES = 5
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Sent = { readonly restoreId: string; readonly file: File }
/** The step of the work, and its share from 0 to 1. */
type Tell = (words: string, share: number) => void

/** Sends a backup piece by piece. A piece that gets no answer is sent again. */
export async function sendBackup(file: File, code: string, tell: Tell): Promise<Sent> {
  tell('Sending the file', 0)
  const { restoreId } = await call(beginSetupRestore, { body: { code, bytes: file.size }, quiet: true })
  for (let piece = 0; piece * BACKUP_PIECE_BYTES < file.size; piece += 1) {
    const from = piece * BACKUP_PIECE_BYTES
    const content = file.slice(from, from + BACKUP_PIECE_BYTES, 'application/octet-stream')
    await again(() => call(sendBackupPiece, { params: { restoreId, piece }, file: content, quiet: true }))
    tell('Sending the file', Math.min(1, (from + BACKUP_PIECE_BYTES) / file.size))
  }
  return { restoreId, file }
}

/** Waits until the portal has read the whole backup. */
export async function readBackup({ restoreId }: Sent, passPhrase: string, tell: Tell): Promise<SetupRestore> {
  const params = { restoreId }
  tell('Reading the backup', 0)
  let current = await call(readSetupBackup, { params, body: { passPhrase }, quiet: true })
  while (current.state === 'reading') {
    await wait(LOOK_MS)
    current = await again(() => call(getSetupRestore, { params, quiet: true }))
    tell('Reading the backup', current.share)
  }
  return current
}

/** Waits until the restore is over, while the portal answers nothing but how far it is. Returns why it failed; an empty text if it did not. */
export async function followRestore(restoreId: string, tell: (share: number) => void): Promise<string> {
  for (;;) {
    await wait(LOOK_MS)
    try {
      await call(getHealth, { quiet: true })
      if (!(await call(getSetup, { quiet: true })).needed) return ''
      const { state, problem } = await call(getSetupRestore, { params: { restoreId }, quiet: true })
      if (state !== 'restoring') return problem || 'The restore did not begin'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The key of this page was the empty portal's: the restored one has its own.
      if (error.status === 401 || error.status === 403) return ''
      if (error.status === 404)
        return 'The portal was started again before the restore was done, and is as empty as before: send the backup again'
      const share = restoredShare(error.text)
      if (share !== undefined) tell(share)
    }
  }
}

function restoredShare(text: string): number | undefined {
  try {
    return getHealth.response.parse(JSON.parse(text)).migrating?.share
  } catch {
    // No answer, or that of a proxy.
    return undefined
  }
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const mayPass = error instanceof ApiError && (error.status === 0 || error.status >= 502)
      if (!mayPass || attempt === TRIES) throw error
      await wait(attempt * LOOK_MS)
    }
  }
}
