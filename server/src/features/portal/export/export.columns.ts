/** Columns that prove who somebody is, or are hashes of such proofs, in whichever table a later migration adds one. */
const SECRET = /(^|_)(hash|secret|token|nonce|password|passphrase|pass_phrase|private_key)$/
/** Bytes are left out unless they are known: most are secrets, sealed texts or smaller copies of pictures. */
const KNOWN_BYTES: ReadonlySet<string> = new Set([
  'import_chunks.content',
  'sound_files.content',
  'track_blocks.data',
  'warrant_chain.last_seal',
  'warrant_chain.seal',
  'warrant_entries.seal',
  'warrant_entries.seal_before',
])
/** Bytes that are files of their own in an export; the row has their names. */
const PICTURES: ReadonlySet<string> = new Set(['look_pictures.content', 'pictures.content', 'server_map_images.content'])

export type Column = {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly references: string | null
}
export type ColumnKind = 'value' | 'text' | 'picture' | 'left-out'

/** How an export has a column. */
export function kindOf(table: string, { name, type }: Pick<Column, 'name' | 'type'>): ColumnKind {
  const path = `${table}.${name}`
  if (PICTURES.has(path)) return 'picture'
  if (SECRET.test(name) || (type === 'bytea' && !KNOWN_BYTES.has(path))) return 'left-out'
  return type === 'text' || type.startsWith('character') ? 'text' : 'value'
}
