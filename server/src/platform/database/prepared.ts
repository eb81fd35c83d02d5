import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from './database.ts'
import { PREPARED, TOGETHER, type Statement } from './portal-client.ts'

/** Placeholder for a value that is bound when the statement runs. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
/** One step (CTE) of a statement. If it has nothing to do it is omitted, and `answers` gives the columns of its empty result. */
export type Step = { readonly answers?: RawBuilder<unknown>; readonly does: RawBuilder<unknown> }
export type Slots<Values> = (name: keyof Values & string) => RawBuilder<unknown>

/**
 * A prepared statement: compiled once, and planned once per connection. For statements that take longer to parse and plan than to execute.
 */
export function prepare<Values extends Readonly<Record<string, unknown>>, Row>(build: (slot: Slots<Values>) => RawBuilder<Row>) {
  let compiled: CompiledQuery<Row> | undefined
  const bind = (db: Db | Tx, values: Values): Statement => {
    compiled ??= sql<Row>`${sql.raw(PREPARED)} ${build((name) => sql.val(new Slot(name)))}`.compile(db)
    return { text: compiled.sql, values: compiled.parameters.map((each) => (each instanceof Slot ? values[each.name] : each)) }
  }
  return {
    bind,
    run: async (db: Db | Tx, values: Values): Promise<Row[]> => (await runStatement(db, bind(db, values))) as Row[],
  }
}

export async function runStatement(db: Db | Tx, { text, values }: Statement): Promise<unknown[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
  return rows
}

/**
 * Runs the statements in one round trip and returns the rows of each. Each one sees what was committed when it ran, as if sent separately.
 */
export async function runTogether(tx: Tx, statements: readonly Statement[]): Promise<unknown[][]> {
  const { rows } = await tx.executeQuery<unknown[]>(CompiledQuery.raw(TOGETHER, [statements]))
  return rows
}

const BEGIN: Statement = { text: 'begin', values: [] }
const COMMIT: Statement = { text: 'commit', values: [] }

/**
 * A transaction in two round trips: the first statements are sent with `begin` and the last ones with `commit`, to hold locks as briefly as
 * possible. If one of the last statements fails, the `commit` after it acts as a rollback.
 */
export const runInTransaction = <T>(
  db: Db,
  first: readonly Statement[],
  decide: (tx: Tx, read: readonly unknown[][]) => Promise<{ last: readonly Statement[]; done: (...rows: readonly unknown[][]) => T }>,
): Promise<T> =>
  db.connection().execute(async (connection) => {
    const tx = connection as Tx
    let isOpen = true
    try {
      const [, ...read] = await runTogether(tx, [BEGIN, ...first])
      const { last, done } = await decide(tx, read)
      isOpen = false
      return done(...(await runTogether(tx, [...last, COMMIT])))
    } catch (error) {
      if (isOpen) await sql`rollback`.execute(tx)
      throw error
    }
  })
