import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../errors.ts'
import { fileReason } from './file-error.ts'
import { lockFolder, type FolderLock } from './folder-lock.ts'

export type DataFolder = FolderLock & { readonly path: string }

/** Makes the data folder where it is missing and takes it for this process. `onLost` hears why, should it no longer be ours. */
export async function openDataFolder(path: string, onLost: (reason: string) => void): Promise<DataFolder> {
  try {
    mkdirSync(path, { recursive: true })
    // The embedded database runs as another user when we are root, and has to pass through; each secret in here is private by itself.
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
