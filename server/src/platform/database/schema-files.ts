import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Everything this version ships to create a database: see CONTRIBUTING.md, 'A change of the schema'. */
export type Schema = {
  readonly migrations: readonly Migration[]
  /** In the order in which they can be created. */
  readonly objects: readonly SchemaObject[]
  /** Raised by every new migration and every change of an object. */
  readonly number: number
  /** The lowest schema number of a portal that may run on a database which this version has brought up to date. */
  readonly oldest: number
}

export type Migration = { readonly number: number; readonly name: string; readonly sql: string; readonly sha256: string }

export type SchemaObject = {
  readonly kind: 'function' | 'view' | 'trigger'
  readonly name: string
  /** The table of a trigger. */
  readonly table: string | null
  readonly sql: string
  /** The comment above the statement, which says what the object does. */
  readonly comment: string
  /** The file without its ending, such as `people/access`. */
  readonly file: string
}

const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url))
const OBJECTS = fileURLToPath(new URL('./objects/', import.meta.url))
/** The checksums of all landed files, with the schema's numbers. `npm run schema` keeps it. */
export const LIST = fileURLToPath(new URL('./schema-list.json', import.meta.url))

export type SchemaList = {
  readonly number: number
  readonly oldest: number
  readonly objects: string
  readonly migrations: Readonly<Record<string, string>>
}

export const readList = (): SchemaList => JSON.parse(readFileSync(LIST, 'utf8')) as SchemaList

export function readSchema(): Schema {
  const { number, oldest } = readList()
  return { migrations: readMigrations(), objects: readObjects(), number, oldest }
}

// A checkout on Windows may have other line endings.
const readText = (file: string) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const sqlFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()

export const readMigrations = (folder = MIGRATIONS): Migration[] =>
  sqlFiles(folder).map((file) => {
    const sql = readText(`${folder}/${file}`)
    return { number: Number(file.slice(0, 4)), name: file.slice(5, -4), sql, sha256: sha256(sql) }
  })

export const readObjects = (folder = OBJECTS): SchemaObject[] =>
  inOrder(sqlFiles(folder).flatMap((file) => parseObjects(file.slice(0, -4), readText(`${folder}/${file}`))))

/** The names that migrations have ever given to tables, sequences and functions; some were dropped or renamed later. */
export function namesIn(migrations: readonly Migration[]): Readonly<Record<'tables' | 'sequences' | 'functions', ReadonlySet<string>>> {
  const text = migrations.map(({ sql }) => sql).join('\n')
  const found = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))
  return {
    tables: found(/^(?:create table (?:if not exists )?|alter table \w+ rename to )(\w+)/gm),
    sequences: found(/^create sequence (\w+)/gm),
    functions: found(/^create (?:or replace )?function (\w+)/gm),
  }
}

/** The same checksum whatever the order of files and objects. */
export const objectsSum = (objects: readonly SchemaObject[]): string =>
  sha256(
    objects
      .map(({ sql }) => sql)
      .toSorted()
      .join('\n'),
  )

const STATEMENT = /^create (?:constraint )?(function|view|trigger) (\w+)/
const TABLE = /\son (\w+)\s/

/** A file of objects holds `create` statements that begin in the first column, each below its comment, and nothing else. */
export function parseObjects(file: string, text: string): SchemaObject[] {
  const starts = [...text.matchAll(/^create /gm)].map(({ index }) => index)
  const pieces = [text.slice(0, starts[0]), ...starts.map((start, index) => text.slice(start, starts[index + 1]))]
  return pieces.slice(1).map((piece, index) => {
    const sql = withoutTrailingComment(piece)
    const match = STATEMENT.exec(sql)
    const [, kind, name] = match ?? []
    if (kind === undefined || name === undefined || !sql.endsWith(';')) {
      throw new Error(`${file}.sql: '${sql.split('\n')[0]}' is not one whole function, view or trigger`)
    }
    const table =
      kind === 'trigger' ? (TABLE.exec(sql.slice(match?.[0].length).replace(/\bupdate of [\w, ]+? on /, 'update on '))?.[1] ?? null) : null
    return { kind: kind as SchemaObject['kind'], name, table, sql, comment: trailingComment(pieces[index] ?? ''), file }
  })
}

const withoutTrailingComment = (piece: string) => piece.replace(/(\n(--.*)?)+$/, '')
const trailingComment = (piece: string) =>
  (/((?:^|\n)--.*)+\n$/.exec(piece)?.[0] ?? '')
    .split('\n')
    .map((line) => line.replace(/^-- ?/, ''))
    .join(' ')
    .trim()

/**
 * Views, and functions whose body is SQL rather than a string, are bound to the objects they use when they are created; other functions
 * only when they are called. So the order is: other functions, then bound ones in the order of their use, then triggers.
 */
function inOrder(objects: readonly SchemaObject[]): SchemaObject[] {
  const names = objects.map(({ kind, name, table }) => `${kind} ${name} ${table}`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`The schema has two objects '${twice}'`)
  const isBound = ({ kind, sql }: SchemaObject) => kind === 'view' || (kind === 'function' && !/\bas \$\w*\$/.test(sql))
  const bound = new Map(objects.filter(isBound).map((each) => [each.name, each]))
  const made = new Set<SchemaObject>(objects.filter((each) => each.kind === 'function' && !isBound(each)))
  const make = (each: SchemaObject, users: readonly string[]) => {
    if (made.has(each)) return
    if (users.includes(each.name)) throw new Error(`Objects of the schema need each other: ${[...users, each.name].join(', ')}`)
    for (const word of each.sql.match(/\w+/g) ?? []) {
      const used = bound.get(word)
      if (used && used !== each) make(used, [...users, each.name])
    }
    made.add(each)
  }
  for (const each of bound.values()) make(each, [])
  for (const each of objects) if (each.kind === 'trigger') made.add(each)
  return [...made]
}
