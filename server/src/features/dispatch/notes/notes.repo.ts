import { DISPATCH_NOTES_LIMIT, type DispatchNote } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

type Row = {
  id: number
  server_id: number
  text: string
  author_id: number
  author_name: string
  created_at: Date
  updated_at: Date
  version: number
}
const columns = sql`n.id, n.server_id, n.text, n.created_at, n.updated_at, n.version, u.id as author_id, u.name as author_name`

async function select(db: Db | Tx, query: RawBuilder<Row>): Promise<DispatchNote[]> {
  const { rows } = await query.execute(db)
  return rows.map((row) => ({
    noteId: row.id,
    serverId: row.server_id,
    text: row.text,
    author: { userId: row.author_id, name: row.author_name },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }))
}

export const notesOf = (db: Db | Tx, serverId: number): Promise<DispatchNote[]> =>
  select(
    db,
    sql`select ${columns} from dispatch_notes n join users u on u.id = n.author_id where n.server_id = ${serverId} order by n.id desc`,
  )

/** Locked until the transaction ends, so that notes of one server are written sequentially. */
export const lockServer = async (tx: Tx, serverId: number): Promise<boolean> =>
  (await tx
    .selectFrom('servers')
    .select('id')
    .where('id', '=', serverId)
    .where('retired_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/** Undefined if the server has reached its limit. */
export async function insertNote(tx: Tx, serverId: number, authorId: number, text: string): Promise<DispatchNote | undefined> {
  const [note] = await select(
    tx,
    sql`
    with n as (
      insert into dispatch_notes (server_id, author_id, text)
      select ${serverId}::integer, ${authorId}::integer, ${text}::text
      where (select count(*) from dispatch_notes where server_id = ${serverId}) < ${DISPATCH_NOTES_LIMIT} returning *
    ) select ${columns} from n join users u on u.id = n.author_id`,
  )
  return note
}

/** Locked until the transaction ends. */
export async function lockNote(tx: Tx, noteId: number): Promise<DispatchNote | undefined> {
  const [note] = await select(
    tx,
    sql`select ${columns} from dispatch_notes n join users u on u.id = n.author_id where n.id = ${noteId} for update of n`,
  )
  return note
}

export async function updateNote(tx: Tx, note: DispatchNote, text: string): Promise<DispatchNote> {
  const { updated_at, version } = await tx
    .updateTable('dispatch_notes')
    .set((eb) => ({ text, version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', note.noteId)
    .returning(['updated_at', 'version'])
    .executeTakeFirstOrThrow()
  return { ...note, text, version, updatedAt: updated_at.toISOString() }
}

export const deleteNote = (tx: Tx, noteId: number) => tx.deleteFrom('dispatch_notes').where('id', '=', noteId).execute()
