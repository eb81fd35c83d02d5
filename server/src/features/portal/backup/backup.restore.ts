import type { Withdrawn } from '@tenfour/contract'
import pg from 'pg'
import { CopyIn } from '../../../platform/database/copy.ts'
import { IN_UTC } from '../../../platform/database/database.ts'
import { bringUpToDate, makeTables, REPAIR, takeTurn } from '../../../platform/database/migrate.ts'
import { namesIn, readSchema, type Migration, type Schema } from '../../../platform/database/schema-files.ts'
import { AppError } from '../../../platform/errors.ts'
import { recordRestore, type KeptEnd } from '../../legal/warrants/warrants.port.ts'
import { removeTables, setTablesAside } from './backup.aside.ts'
import { LEFT_OUT, Sequences, type Head, type KEY_FILES, type Part } from './backup.format.ts'
import { endWhatWasUnderWay, type Ended } from './backup.ended.ts'
import { readBackup, type BackupContent, type ReadPart } from './backup.read.ts'
import { damaged } from './backup.seal.ts'
import { applyStanding, hasAccountOf, readStanding, type Standing } from './backup.standing.ts'
import { PLAIN_VALUES, TABLES } from './backup.snapshot.port.ts'
import { copyText, SEQUENCES, type Keys } from './backup.write.ts'

export type RestoreOptions = {
  readonly url: string
  readonly file: string
  readonly passPhrase: string
  /** Puts the keys in their places, or refuses them. Called last, before the database is committed. */
  readonly keepKeys: (keys: Keys) => void
  readonly onProgress?: (readBytes: number, fileBytes: number) => void
  /** Called before anything of the backup is restored: whether it is known who lost access since. */
  readonly onBegin?: (known: { readonly hasList: boolean }) => void
  /** Called once all rows are there as they were in the backup, before they are brought up to date. */
  readonly onRows?: (client: pg.Client, parts: readonly ReadPart[]) => Promise<void>
  readonly schema?: Schema
  /** Sets a portal that has accounts aside, instead of refusing. */
  readonly over?: boolean
  /** Who has access by the list that is kept outside the database, for a database that can't be asked. */
  readonly standing?: Standing | undefined
  /** The end of the history of warrants before, as it is kept outside the database. */
  readonly replaced?: KeptEnd | undefined
  /** The email address of an account that becomes Root, where none would be left. */
  readonly root?: string | undefined
}
export type Restored = BackupContent & {
  readonly ended: Ended
  /** The schema with what was there before. */
  readonly setAside: string | null
  readonly hadList: boolean
  readonly withdrawn: readonly Withdrawn[]
}

/**
 * Restores a backup into the database of an empty portal, in one transaction: a failure or a kill at any moment leaves the database as it was. Nothing
 * from the file is executed: tables are made by our own migrations, and rows are values for the columns that these tables have.
 */
export async function restoreBackup({
  url,
  file,
  passPhrase,
  keepKeys,
  onBegin,
  onProgress,
  onRows,
  schema = readSchema(),
  over = false,
  standing,
  replaced,
  root,
}: RestoreOptions): Promise<Restored> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'tenfour-restore',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`${IN_UTC}; ${PLAIN_VALUES}`)
    await takeTurn(client)
    const used = await isUsed(client)
    if (used && !over) throw new AppError('conflict', USED)
    await client.query('begin')
    // The database knows better than the list outside it, which may be a minute old.
    const known = (used ? await standingIn(client) : undefined) ?? standing
    const setAside = used ? await setTablesAside(client, schema) : null
    if (!used) await removeTables(client, schema)
    const target = createTarget(client, schema)
    const content = await readBackup(file, passPhrase, {
      ...target,
      head: (head) => {
        onBegin?.({ hasList: isOfLater(known, head) })
        return target.head(head)
      },
      ...(onProgress ? { progress: onProgress } : {}),
    })
    await target.complete()
    await onRows?.(client, content.parts)
    await target.bringUpToDate()
    const list = await fitting(client, content.head, known)
    const counting = root === undefined ? list : await nameRoot(client, root, list)
    const withdrawn = counting ? await applyStanding(client, counting).catch(withoutRoot) : []
    const ended = await endWhatWasUnderWay(client, content, { setAside, hadList: list !== undefined, withdrawn })
    const { 'history-key': historyKey } = target.keys
    if (historyKey !== undefined) await recordRestore(client, Buffer.from(historyKey), content.head.madeAt, replaced)
    keepKeys(target.keys)
    await client.query('commit')
    await client.query('analyze')
    return { ...content, ended, setAside, hadList: list !== undefined, withdrawn }
  } catch (error) {
    if (error instanceof pg.DatabaseError) {
      const where = error.where?.split('\n')[0]
      throw new AppError(
        'invalid_input',
        `The backup can’t be restored, and the database is as it was: ${error.message}${where ? ` (${where})` : ''}`,
      )
    }
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

const USED =
  'This portal has accounts: add --over to set it aside and restore over it, or name another PORTAL_DATA_DIR or DATABASE_URL. Nothing was changed'

/** Undefined where the tables are damaged or of an early version: then the list outside the database counts. */
async function standingIn(client: pg.Client): Promise<Standing | undefined> {
  await client.query('savepoint standing')
  try {
    return await readStanding(client)
  } catch {
    await client.query('rollback to savepoint standing')
    return undefined
  }
}

/** A list from before the backup does not know who lost access since. */
export const isOfLater = (standing: Standing | undefined, { madeAt }: Pick<Head, 'madeAt'>): standing is Standing =>
  standing !== undefined && standing.at >= madeAt

/** The list of who has access, if it is of the community of the backup and not older than it. Otherwise it says nothing about this backup. */
async function fitting(client: pg.Client, head: Head, standing: Standing | undefined): Promise<Standing | undefined> {
  if (!isOfLater(standing, head)) return undefined
  return (await hasAccountOf(client, standing)) ? standing : undefined
}

/** Makes an account of the backup Root. The list of who has access does not count for it. */
async function nameRoot(client: pg.Client, email: string, standing: Standing | undefined): Promise<Standing | undefined> {
  const { rows } = await client.query<{ id: number }>(
    'update users set disabled_at = null, deleted_at = null where lower(email) = lower($1) returning id',
    [email],
  )
  const [named] = rows
  if (!named) throw new AppError('not_found', `No account of the backup has the address ${email}. Nothing was changed`)
  await client.query(
    `insert into user_roles (user_id, role_id) select $1, r.id from roles r join role_groups g on g.id = r.role_group_id
    where g.name = 'Root' order by r.level desc limit 1 on conflict do nothing`,
    [named.id],
  )
  return standing && { ...standing, except: named.id }
}

/** Nobody could ever administer a portal without a Root: the database refuses to take the last one away. */
const withoutRoot = (error: unknown): never => {
  if (error instanceof pg.DatabaseError && error.code === LAST_ROOT) {
    throw new AppError(
      'conflict',
      'No Root of the backup is one today: name an account of the backup that becomes Root, with --root <address>. Nothing was changed',
    )
  }
  throw error
}
const LAST_ROOT = 'TF001'

export async function isPortalRunning(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'tenfour' and pid <> pg_backend_pid() limit 1`,
  )
  return rows.length > 0
}

/** Whether a portal with accounts is there, which has to be meant. Refuses while a portal runs. */
async function isUsed(client: pg.Client): Promise<boolean> {
  if (await isPortalRunning(client)) throw new AppError('conflict', 'A portal is using this database: stop it first')
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('users') is not null as found`)
  if (rows[0]?.found !== true) return false
  return (await client.query('select from users limit 1')).rows.length > 0
}

const escaped = (names: readonly string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ')

/** The migrations that the database of the backup had run: the first of ours, with the same texts. */
export function migrationsOf({ schema: { migrations }, version }: Head, schema: Schema): readonly Migration[] {
  const newest = Math.max(0, ...migrations.map(({ number }) => number))
  const own = Math.max(0, ...schema.migrations.map(({ number }) => number))
  if (newest > own) {
    throw new AppError(
      'invalid_input',
      `The backup was made by a newer version of Tenfour (${version}): upgrade this one first. Nothing was changed`,
    )
  }
  const first = schema.migrations.filter(({ number }) => number <= newest)
  const isSame = ({ number, name, sha256 }: Migration, index: number) => {
    const theirs = migrations[index]
    return theirs?.number === number && theirs.name === name && theirs.sha256 === sha256
  }
  if (newest < REPAIR || migrations.length !== first.length || !first.every(isSame)) {
    throw new AppError(
      'invalid_input',
      `The backup was made by a version of Tenfour (${version}) whose schema this version does not know. Nothing was changed`,
    )
  }
  return first
}

type Constraint = { readonly table: string; readonly name: string; readonly definition: string }

/** Takes the parts of a backup, in the transaction of the restore. */
export function createTarget(client: pg.Client, schema: Schema, leftOut = LEFT_OUT) {
  const keys: Partial<Record<(typeof KEY_FILES)[number], string>> = {}
  const missing = new Map<string, ReadonlySet<string>>()
  let foreignKeys: Constraint[] = []
  let pending: readonly Migration[] = []
  let values: Sequences = {}
  let current: Part | undefined
  let copy: CopyIn | undefined
  let text: Buffer[] = []

  const start = (part: Part): void => {
    current = part
    text = []
    if (part.kind !== 'table') return
    const columns = missing.get(part.name)
    if (!columns) throw damaged(`${part.name} is not a table of this version`)
    if (columns.size !== part.columns.length || !part.columns.every((column) => columns.has(column))) {
      throw damaged(`the columns of ${part.name} are not those of this version`)
    }
    missing.delete(part.name)
    copy = client.query(new CopyIn(copyText(part, 'from stdin')))
    // Reported by the write or the end that fails.
    copy.on('error', () => undefined)
  }

  const end = async (part: ReadPart): Promise<void> => {
    if (part.kind === 'table' && copy) {
      const { rows } = await closed(copy)
      if (rows !== part.rows) throw damaged(`${part.name} has ${part.rows} rows, and the database took ${rows}`)
    } else if (part.kind === 'key') keys[part.name] = Buffer.concat(text).toString('utf8')
    else values = sequencesIn(Buffer.concat(text))
    copy = undefined
  }

  return {
    keys,
    head: async (head: Head): Promise<void> => {
      const migrations = migrationsOf(head, schema)
      pending = schema.migrations.filter((each) => !migrations.includes(each))
      await makeTables(client, migrations, schema)
      const { rows } = await client.query<{ name: string; columns: string[] }>(TABLES)
      const ours = namesIn(migrations).tables
      for (const { name, columns } of rows) if (ours.has(name) && !leftOut.has(name)) missing.set(name, new Set(columns))
      // Rows come table by table, in no order that references could follow.
      foreignKeys = (await client.query<Constraint>(FOREIGN_KEYS, [[...ours]])).rows
      for (const { table, name } of foreignKeys) await client.query(`alter table ${escaped([table])} drop constraint ${escaped([name])}`)
      await client.query(`truncate ${escaped([...missing.keys()])}`)
    },
    start,
    data: async (chunk: Buffer): Promise<void> => {
      if (current?.kind === 'table' && copy) await written(copy, chunk)
      else text.push(Buffer.from(chunk))
    },
    end,
    complete: async (): Promise<void> => {
      const [table] = missing.keys()
      if (table !== undefined) throw damaged(`the table ${table} is missing`)
      await setSequences(client, values)
      for (const { table: of, name, definition } of foreignKeys) {
        await client.query(`alter table ${escaped([of])} add constraint ${escaped([name])} ${definition}`)
      }
      await client.query('set constraints all immediate')
    },
    bringUpToDate: () => bringUpToDate(client, pending, schema),
  }
}

const FOREIGN_KEYS = `
  select t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace and t.relname = any($1)`

function sequencesIn(content: Buffer): Sequences {
  const parsed = Sequences.safeParse(JSON.parse(content.toString('utf8')))
  if (!parsed.success) throw damaged('the values of sequences are not in their format')
  return parsed.data
}

async function setSequences(client: pg.Client, values: Sequences): Promise<void> {
  const { rows } = await client.query<{ name: string; sequence: string }>(SEQUENCES)
  const sequences = new Map(rows.map(({ name, sequence }) => [name, sequence]))
  for (const [name, value] of Object.entries(values)) {
    const sequence = sequences.get(name)
    if (sequence === undefined) throw damaged(`${name} is not a sequence of this version`)
    await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(sequence), value])
  }
}

const written = (copy: CopyIn, chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => copy.write(chunk, (error) => (error ? reject(copy.errored ?? error) : resolve())))

const closed = (copy: CopyIn): Promise<CopyIn> =>
  new Promise((resolve, reject) => {
    if (copy.errored) reject(copy.errored)
    else copy.end(() => (copy.errored ? reject(copy.errored) : resolve(copy)))
  })
