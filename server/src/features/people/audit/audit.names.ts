import type { AuditEntry } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'

type Values = Pick<AuditEntry, 'before' | 'after'>
const TABLES = { departmentId: 'departments', serverId: 'servers' } as const
type Field = keyof typeof TABLES
const FIELDS = Object.keys(TABLES) as Field[]

/** The names of departments and servers that entries mention by id, for each entry. Retired ones keep theirs. */
export async function namesIn(db: Db, entries: readonly Values[]): Promise<Record<string, string>[]> {
  const mentioned = entries.map(({ before, after }) =>
    FIELDS.flatMap((field) => [before?.[field], after?.[field]].flatMap((id) => (typeof id === 'number' ? [{ field, id }] : []))),
  )
  const known = new Map<string, string>()
  for (const field of FIELDS) {
    const ids = new Set(mentioned.flat().flatMap((each) => (each.field === field ? [each.id] : [])))
    if (ids.size === 0) continue
    const rows = await db
      .selectFrom(TABLES[field])
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute()
    for (const { id, name } of rows) known.set(`${field}:${id}`, name)
  }
  return mentioned.map((each) =>
    Object.fromEntries(
      each.flatMap(({ field, id }) => {
        const name = known.get(`${field}:${id}`)
        return name === undefined ? [] : [[`${field}:${id}`, name]]
      }),
    ),
  )
}
