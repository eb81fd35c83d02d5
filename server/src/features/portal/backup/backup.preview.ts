import { communityNameSetting, type BackupPreview } from '@tenfour/contract'
import { z } from 'zod'
import { readSchema } from '../../../platform/database/schema-files.ts'
import type { Part } from './backup.format.ts'
import { readBackup, type BackupContent } from './backup.read.ts'
import { migrationsOf } from './backup.restore.ts'

/** Tables whose rows people know. */
const NAMED_TABLES = ['users', 'calls', 'patrols', 'characters', 'reports', 'warrants', 'pictures', 'audit'] as const

/** The number of tables and rows of a backup, and the rows of tables that people know. */
export function countsOf({ parts }: Pick<BackupContent, 'parts'>) {
  const tables = parts.filter(({ kind }) => kind === 'table')
  return {
    tables: tables.length,
    rows: tables.reduce((sum, each) => sum + each.rows, 0),
    bytes: parts.reduce((sum, each) => sum + each.bytes, 0),
    counts: NAMED_TABLES.flatMap((table) => {
      const found = tables.find(({ name }) => name === table)
      return found ? [{ table, rows: found.rows }] : []
    }),
  }
}

/** Reads a whole backup, compares every checksum, and says what is in it. Refuses one that this version can't restore. */
export async function previewBackup(
  file: string,
  passPhrase: string,
  progress: (readBytes: number, fileBytes: number) => void,
): Promise<Omit<BackupPreview, 'hasList'>> {
  const settings = keepRows('settings')
  const content = await readBackup(file, passPhrase, {
    head: (head) => void migrationsOf(head, readSchema()),
    start: settings.start,
    data: settings.data,
    progress,
  })
  const name = z.string().safeParse(valueOf(settings.rows(), communityNameSetting.key))
  const { head, fileBytes } = content
  return { ...countsOf(content), bytes: fileBytes, communityName: name.data ?? null, madeAt: head.madeAt, version: head.version }
}

const MOST_KEPT_BYTES = 1024 * 1024

/** Keeps the rows of one small table while a backup is read, as objects of texts. */
function keepRows(table: string) {
  let columns: readonly string[] | undefined
  let isThere = false
  const chunks: Buffer[] = []
  let bytes = 0
  return {
    start: (part: Part): void => {
      isThere = part.kind === 'table' && part.name === table
      if (isThere && part.kind === 'table') ({ columns } = part)
    },
    data: (chunk: Buffer): void => {
      if (!isThere || bytes > MOST_KEPT_BYTES) return
      bytes += chunk.length
      chunks.push(Buffer.from(chunk))
    },
    rows: (): Record<string, string>[] =>
      Buffer.concat(chunks)
        .toString('utf8')
        .split('\n')
        .map((line) => Object.fromEntries(line.split('\t').map((value, index) => [columns?.[index] ?? '', unescaped(value)]))),
  }
}

function valueOf(rows: readonly Record<string, string>[], key: string): unknown {
  const text = rows.find((row) => row['key'] === key)?.['value']
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
/** A value of COPY's text format. */
const unescaped = (value: string): string => value.replaceAll(/\\(.)/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped)
