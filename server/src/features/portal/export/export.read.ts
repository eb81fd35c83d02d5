import pg from 'pg'
import { CopyOut } from '../../../platform/database/copy.ts'
import { IN_UTC } from '../../../platform/database/database.ts'
import { VERSION } from '../../../version.ts'
import { beginSnapshot } from '../backup/backup.snapshot.port.ts'
import { kindOf, type Column } from './export.columns.ts'
import { README } from './export.readme.ts'

/** A file of an export. Its content is read before the next entry is asked for. */
export type ExportEntry = { readonly path: string; readonly content: AsyncIterable<Buffer> | Iterable<Buffer> }
type Options = {
  readonly url: string
  readonly onProgress?: (progress: { readonly share: number; readonly table: string }) => void
  /** A table continues in another file after about this many bytes. */
  readonly fileBytes?: number
}

/** Well below what a zip file and a spreadsheet program can take. */
const FILE_BYTES = 512 * 1024 ** 2
const PICTURES_AT_ONCE = 4

/** Everything that a community has written, in one snapshot, as files. Whatever the size of the database, little of it is in memory. */
export async function* readExport({ url, onProgress, fileBytes = FILE_BYTES }: Options): AsyncGenerator<ExportEntry> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'tenfour-export',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(IN_UTC)
    const tables = await beginSnapshot(client)
    const { rows } = await client.query<{ at: Date }>('select now() as at')
    yield { path: 'README.md', content: [Buffer.from(README)] }
    const total = tables.reduce((sum, { bytes }) => sum + bytes, 0) || 1
    const described: object[] = []
    let before = 0
    for (const { name, bytes } of tables) {
      onProgress?.({ share: before / total, table: name })
      const table = await describeTable(client, name)
      const json = yield* filesOf(client, table, 'jsonl', fileBytes)
      const csv = yield* filesOf(client, table, 'csv', fileBytes)
      yield* picturesOf(client, table)
      const columns = table.columns.filter((column) => kindOf(name, column) !== 'left-out')
      const leftOut = table.columns.filter((column) => kindOf(name, column) === 'left-out').map((column) => column.name)
      described.push({ name, rows: json.rows, key: table.key, columns, leftOut, files: [...json.files, ...csv.files] })
      before += bytes
    }
    await client.query('commit')
    const head = { format: 1, version: VERSION, madeAt: rows[0]?.at.toISOString(), tables: described }
    yield { path: 'tables.json', content: [Buffer.from(`${JSON.stringify(head, null, 2)}\n`)] }
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Table = { readonly name: string; readonly key: readonly string[]; readonly columns: readonly Column[] }

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
    (select format('%s.%s', f.relname, fa.attname) from pg_constraint k join pg_class f on f.oid = k.confrelid
      join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = k.confkey[1]
      where k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum] order by k.conname limit 1) as references
  from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`
const KEY = `
  select a.attname as name from pg_index i cross join unnest(i.indkey) with ordinality as k (number, place)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
  where i.indrelid = $1::regclass and i.indisprimary order by k.place`

async function describeTable(client: pg.Client, name: string): Promise<Table> {
  const table = pg.escapeIdentifier(name)
  const { rows: columns } = await client.query<Column>(COLUMNS, [table])
  const { rows: key } = await client.query<{ name: string }>(KEY, [table])
  return { name, key: key.map((column) => column.name), columns }
}

/** The name of a picture's file, from the key of its row and its first bytes. */
function picturePath({ name, key }: Table, column: string): string {
  const content = pg.escapeIdentifier(column)
  const id = key.map((each) => `regexp_replace(${pg.escapeIdentifier(each)}::text, '[^A-Za-z0-9_-]', '_', 'g')`).join(` || '-' || `)
  return `'pictures/' || ${pg.escapeLiteral(name)} || '/' || ${id} || case substring(${content} from 1 for 3)
    when '\\x524946' then '.webp' when '\\x89504e' then '.png' when '\\xffd8ff' then '.jpg' else '.bin' end`
}

/** Spreadsheets would run a text that begins like this as a formula. */
const asPlainText = (column: string) => `case when ${column} ~ '^[-=+@\\t\\r\\n]' then '''' || ${column} else ${column} end as ${column}`

function selectOf(table: Table, format: 'jsonl' | 'csv'): string {
  const columns = table.columns.flatMap((column) => {
    const name = pg.escapeIdentifier(column.name)
    const kind = kindOf(table.name, column)
    if (kind === 'left-out') return []
    if (kind === 'picture') return [`${picturePath(table, column.name)} as ${name}`]
    return [kind === 'text' && format === 'csv' ? asPlainText(name) : name]
  })
  const from = `from ${pg.escapeIdentifier(table.name)} as t`
  const order = table.key.length === 0 ? '' : ` order by ${table.key.map((name) => `t.${pg.escapeIdentifier(name)}`).join(', ')}`
  return `select ${columns.join(', ')} ${from}${order}`
}

/** JSON has no control characters, so that nothing in it is quoted with these. */
const AS_IS = `(format csv, quote e'\\x01', delimiter e'\\x02', encoding 'UTF8')`

async function* filesOf(
  client: pg.Client,
  table: Table,
  format: 'jsonl' | 'csv',
  fileBytes: number,
): AsyncGenerator<ExportEntry, { rows: number; files: string[] }> {
  const select = selectOf(table, format)
  const text =
    format === 'csv'
      ? `copy (${select}) to stdout (format csv, encoding 'UTF8')`
      : `copy (select row_to_json(r) from (${select}) as r) to stdout ${AS_IS}`
  const header = table.columns.filter((column) => kindOf(table.name, column) !== 'left-out').map(({ name }) => name)
  const copy = client.query(new CopyOut(text))
  // A piece ends where a row ends.
  const pieces = copy[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const files: string[] = []
  let isOver = false
  async function* content(): AsyncGenerator<Buffer> {
    if (format === 'csv') yield Buffer.from(`${header.join(',')}\n`)
    for (let bytes = 0; bytes < fileBytes;) {
      const piece = await pieces.next()
      if (piece.done === true) {
        isOver = true
        return
      }
      bytes += piece.value.length
      yield piece.value
    }
  }
  try {
    while (!isOver) {
      const path = `tables/${table.name}${files.length === 0 ? '' : `.${files.length + 1}`}.${format}`
      files.push(path)
      yield { path, content: content() }
    }
  } finally {
    copy.destroy()
  }
  return { rows: copy.rows, files }
}

async function* picturesOf(client: pg.Client, table: Table): AsyncGenerator<ExportEntry> {
  for (const column of table.columns.filter((each) => kindOf(table.name, each) === 'picture')) {
    const name = pg.escapeIdentifier(column.name)
    const from = `from ${pg.escapeIdentifier(table.name)} where ${name} is not null`
    await client.query(
      `declare pictures no scroll cursor for select ${picturePath(table, column.name)} as path, ${name} as content ${from}`,
    )
    for (;;) {
      const { rows } = await client.query<{ path: string; content: Buffer }>(`fetch ${PICTURES_AT_ONCE} from pictures`)
      if (rows.length === 0) break
      for (const { path, content } of rows) yield { path, content: [content] }
    }
    await client.query('close pictures')
  }
}
