import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../errors.ts'
import { fileReason, isCode } from './file-error.ts'

/** The same format as PORTAL_API_KEY. */
const WEB_KEY = /^[\w.~-]{24,200}$/

const SEALING_KEY = /^\S{32,200}$/

/** Content of a file in the data folder; undefined if it does not exist. */
export function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw new StartupError(`${file} can't be read: ${fileReason(error)}`)
  }
}

/** Writes a new file and renames it, so that a power loss leaves either the old content or the new. */
export function writeKept(file: string, content: string): void {
  const fresh = `${file}.new`
  try {
    const descriptor = openSync(fresh, 'w', 0o600)
    try {
      writeFileSync(descriptor, content)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(fresh, file)
    syncFolder(dirname(file))
  } catch (error) {
    if (statSync(fresh, { throwIfNoEntry: false })?.isFile()) rmSync(fresh)
    throw new StartupError(`${file} can't be written: ${fileReason(error)}`)
  }
}

/** Renames an unusable file instead of deleting it, and returns the new name. */
export function setAside(file: string, ending = 'damaged'): string {
  let aside = `${file}.${ending}`
  for (let i = 2; existsSync(aside); i += 1) aside = `${file}.${ending}-${i}`
  renameSync(file, aside)
  return aside
}

/** Makes a rename survive a power loss. Windows can't open folders and doesn't need this. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The web client's key, created on the first start. Open pages fetch it again, so replacing it is harmless. */
export function keepWebKey(path: string, warn: (line: string) => void): string {
  const file = join(path, 'api-key')
  const kept = readKept(file)
  if (kept !== undefined && WEB_KEY.test(kept)) return kept
  if (kept !== undefined) warn(`${file} is damaged: a new key was made, and the old file is kept as ${setAside(file)}`)
  const key = `web_${randomBytes(24).toString('base64url')}`
  writeKept(file, `${key}\n`)
  return key
}

const readKey = (path: string, name: string): string | undefined => {
  const kept = readKept(join(path, name))
  return kept !== undefined && SEALING_KEY.test(kept) ? kept : undefined
}
/** The key that seals histories, if it exists and is valid. Never creates one. */
export const readHistoryKey = (path: string): string | undefined => readKey(path, 'history-key')
/** The key that seals stored secrets, if it exists and is valid. Never creates one. */
export const readSecretsKey = (path: string): string | undefined => readKey(path, 'secrets-key')

/** An invalid key is never silently replaced, because values sealed with the old key can't be opened with another. */
function keepKey(path: string, name: string, loss: string, warn: (line: string) => void): string {
  const file = join(path, name)
  const kept = readKept(file)
  if (kept !== undefined && SEALING_KEY.test(kept)) return kept
  if (kept !== undefined) warn(`${file} is damaged: a new key was made, and the old file is kept as ${setAside(file)}. ${loss}`)
  const key = randomBytes(48).toString('base64url')
  writeKept(file, `${key}\n`)
  return key
}
export const keepHistoryKey = (path: string, warn: (line: string) => void): string =>
  keepKey(path, 'history-key', "Histories sealed before can't be checked without it", warn)
export const keepSecretsKey = (path: string, warn: (line: string) => void): string =>
  keepKey(path, 'secrets-key', 'The bot token and client secret of Discord have to be entered again without it', warn)
