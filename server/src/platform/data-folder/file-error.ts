import { strangersFile } from './file-owner.ts'

/** What a file system error means and how the operator can fix it. */
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
  const strangers = isCode(error, 'EACCES', 'EPERM') ? strangersFile(pathOf(error)) : undefined
  if (strangers) return `${strangers.reason} (${code}). ${strangers.advice}`
  const [reason, advice] = WORDS[code ?? ''] ?? []
  return reason === undefined ? (code ?? String(error)) : `${reason} (${code}). ${advice}`
}
