import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../errors.ts'
import { fileReason } from './file-error.ts'
import { lockFolder, type FolderLock } from './folder-lock.ts'

export type DataFolder = FolderLock & { readonly path: string }

/** Creates the data folder if needed and locks it for this process. `onLost` is called with the reason if the lock is lost. */
export async function openDataFolder(path: string, onLost: (reason: string) => void): Promise<DataFolder> {
  try {
    mkdirSync(path, { recursive: true })
    // When we are root the embedded database runs as another user and must be able to traverse the folder; secrets in it have their own
    // permissions.
    if (process.getuid?.() === 0) chmodSync(path, 0o711)
  } catch (error) {
    throw new StartupError(`PORTAL_DATA_DIR ${path} can't be made: ${fileReason(error)}`)
  }
  try {
    return { path, ...(await lockFolder(join(path, 'portal.lock'), onLost)) }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`PORTAL_DATA_DIR ${path} can't be written to: ${fileReason(error)}`)
  }
}
