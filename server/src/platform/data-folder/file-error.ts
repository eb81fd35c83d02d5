import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The meaning of a file system error, and how the operator can fix it. */
const WORDS: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  ENOSPC: ['the disk is full', 'Make room on it'],
  EDQUOT: ['the disk quota is used up', 'Make room'],
  EROFS: ['the disk is read-only', 'Make it writable'],
  EACCES: ['this user has no right to', 'Give it the right, or start as the user that has it'],
  EPERM: ['this user has no right to', 'Give it the right, or start as the user that has it'],
  EISDIR: ['a folder is in its place', 'Move it away'],
  ENOTDIR: ['a file is where a folder should be', 'Move that file away'],
  EEXIST: ['a file is where a folder should be', 'Move that file away'],
  EIO: ['the disk reports an error', 'Check the disk'],
}

const codeOf = (error: unknown): string | undefined => (error instanceof Error && 'code' in error ? String(error.code) : undefined)

const pathOf = (error: unknown): string => (error instanceof Error && 'path' in error ? String(error.path) : '')

export const isCode = (error: unknown, ...codes: readonly string[]): boolean => codes.includes(codeOf(error) ?? '')

/** Why a file could not be used, for the operator. */
export function fileReason(error: unknown): string {
  const code = codeOf(error)
  const strangers = isCode(error, 'EACCES', 'EPERM') ? foreignFile(pathOf(error)) : undefined
  if (strangers) return `${strangers.reason} (${code}). ${strangers.advice}`
  const [reason, advice] = WORDS[code ?? ''] ?? []
  return reason === undefined ? (code ?? String(error)) : `${reason} (${code}). ${advice}`
}

/**
 * Who owns a file that this user may not use, and the command that fixes it; undefined if the file is the user's own, or if the user is
 * root.
 */
export function foreignFile(path: string, uid = process.getuid?.()): { readonly reason: string; readonly advice: string } | undefined {
  const found = statOf(path)
  if (uid === undefined || uid === 0 || !found || found.stats.uid === uid) return undefined
  const folder = found.stats.isDirectory() ? found.path : dirname(found.path)
  return {
    reason: `it belongs to ${userName(found.stats.uid)}, and the portal runs as ${userName(uid)}`,
    advice: `Type: sudo chown -R ${userName(uid)}: ${quoted(folder)}`,
  }
}

/** The file, or the nearest folder above it that can be read. */
function statOf(path: string) {
  for (let each = path; ; each = dirname(each)) {
    try {
      return { path: each, stats: statSync(each) }
    } catch {
      if (each === dirname(each)) return undefined
    }
  }
}

/** The user as `chown` takes it: the name, or the number of a user without a name. */
export function userName(uid: number): string {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.split(':')[2] === String(uid))
    return line?.split(':')[0] ?? String(uid)
  } catch {
    return String(uid)
  }
}

export const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`)
