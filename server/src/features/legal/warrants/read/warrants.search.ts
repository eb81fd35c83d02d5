import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'

const NUMBER = /^w-?(\d{4})-(\d{1,9})$/i
const DIGITS = /^\d{1,9}$/
const MAX_WORDS = 8
/** So many writers of a name are looked for. */
const MAX_WRITERS = 200

/** A whole number, its last part, or words of which each is in the subject, the offences or the writer's name. */
export async function matchesText(db: Db | Tx, q: string): Promise<RawBuilder<unknown>> {
  const [, year, number] = NUMBER.exec(q) ?? []
  if (year !== undefined) return sql`(w.year = ${Number(year)} and w.number = ${Number(number)})`
  const words = q.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const patterns = words.map((word) => `%${word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  const writers: RawBuilder<unknown>[] = []
  for (const pattern of patterns) {
    const { rows } = await sql<{ id: number }>`
      select u.id from users u where lower(u.name) like ${pattern} and exists (select from warrants w where w.writer_id = u.id)
      limit ${MAX_WRITERS}`.execute(db)
    writers.push(sql`${rows.map(({ id }) => id)}::int[]`)
  }
  const named = sql.join(
    patterns.map((pattern, index) => sql`(${searched} like ${pattern} or w.writer_id = any(${writers[index]}))`),
    sql` and `,
  )
  return DIGITS.test(q) ? sql`(w.number = ${Number(q)} or ${named})` : sql`(${named})`
}

/** As the index has it. */
const searched = sql`lower(w.subject_name || ' ' || w.about)`
