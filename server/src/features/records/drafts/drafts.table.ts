import { sql, type RawBuilder } from 'kysely'
import { assertOwnership } from '../../../platform/acts/acts.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'

export const noSuchDraft = () => new AppError('not_found', 'There is no such draft of yours', 'draftId')
export const draftChanged = () => new AppError('conflict', 'This draft was saved elsewhere since you opened it')

type Options<Row, Summary> = {
  readonly table: 'report_drafts' | 'warrant_drafts'
  /** The column with the document that a draft changes. */
  readonly document: 'report_id' | 'warrant_id'
  readonly act: Parameters<typeof assertOwnership>[0]
  readonly columns: RawBuilder<unknown>
  /** How a draft `d` is listed. */
  readonly summary: {
    readonly columns: RawBuilder<unknown>
    readonly joins: RawBuilder<unknown>
    readonly toSummary: (row: Row) => Summary
  }
}

/** Queries of a table of drafts. A draft exists only for its writer. */
export function draftTable<D extends { readonly writerId: number; readonly version: number }, Content, Row, Summary>(
  options: Options<Row, Summary>,
) {
  const { act, columns, summary } = options
  const [table, document] = [sql.table(options.table), sql.ref(options.document)]
  const read = async (db: Db | Tx, userId: number, draftId: number, lock: RawBuilder<unknown>): Promise<D> => {
    const { rows } = await sql<D>`select ${columns} from ${table} where id = ${draftId} ${lock}`.execute(db)
    const [draft] = rows
    if (!draft) throw noSuchDraft()
    assertOwnership(act, { userId }, draft)
    return draft
  }
  /** Drafts of a writer, or one draft; the one saved last comes first. */
  const list = async (db: Db | Tx, of: { readonly writerId: number } | { readonly draftId: number }): Promise<Summary[]> => {
    const { rows } = await sql<Row>`
      select ${summary.columns} from ${table} d ${summary.joins}
      where ${'writerId' in of ? sql`d.writer_id = ${of.writerId}` : sql`d.id = ${of.draftId}`}
      order by d.saved_at desc, d.id desc`.execute(db)
    return rows.map(summary.toSummary)
  }
  return {
    list,

    readSummary: async (db: Db | Tx, draftId: number): Promise<Summary> => {
      const [found] = await list(db, { draftId })
      if (!found) throw noSuchDraft()
      return found
    },

    find: (db: Db | Tx, writerId: number, draftId: number): Promise<D> => read(db, writerId, draftId, sql``),

    /** Locks a draft until the transaction ends. Refuses another version than the one given. */
    lock: async (tx: Tx, writerId: number, draftId: number, version?: number): Promise<D> => {
      const draft = await read(tx, writerId, draftId, sql`for update`)
      if (version !== undefined && draft.version !== version) throw draftChanged()
      return draft
    },

    /** The id of the draft that changes a document. */
    findOf: async (tx: Tx, documentId: number): Promise<number | undefined> => {
      const { rows } = await sql<{ id: number }>`select id from ${table} where ${document} = ${documentId}`.execute(tx)
      return rows[0]?.id
    },

    /** Counts a writer's drafts under a lock that is held until the transaction ends, so that the limit holds when several are started at once. */
    count: async (tx: Tx, writerId: number): Promise<number> => {
      await sql`select pg_advisory_xact_lock(hashtext(${options.table}), ${writerId})`.execute(tx)
      const { rows } = await sql<{ count: number }>`select count(*) from ${table} where writer_id = ${writerId}`.execute(tx)
      return rows[0]?.count ?? 0
    },

    /** Saves a draft. Returns false, without a new version, if the content is the same. */
    update: async (tx: Tx, draftId: number, content: Content): Promise<boolean> => {
      const { numAffectedRows = 0n } = await sql`
        update ${table} set content = ${JSON.stringify(content)}::jsonb, version = version + 1, saved_at = now()
        where id = ${draftId} and content <> ${JSON.stringify(content)}::jsonb`.execute(tx)
      return numAffectedRows > 0n
    },

    remove: (tx: Tx, draftId: number) => sql`delete from ${table} where id = ${draftId}`.execute(tx),
  }
}
