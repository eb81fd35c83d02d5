import { DISPATCH_SUBJECTS, MAX_AUDIT_SEARCHED, type AuditEntry, type AuditFilter, type CurrentUser } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { idsAbove } from '../users/users.port.ts'
import { mentions } from './audit.search.ts'

/** The subject's current name; null if it is gone. The entry itself has the values before and after. */
const subjectName = sql<string | null>`case a.subject_type
  when 'user' then (select name from users where id = a.subject_id::integer)
  when 'server' then (select name from servers where id = a.subject_id::integer)
  when 'department' then (select name from departments where id::text = a.subject_id)
  when 'rank' then (select name from ranks where id::text = a.subject_id)
  when 'role' then (select name from roles where id = a.subject_id::integer)
  when 'announcement' then (select title from announcements where id::text = a.subject_id)
  when 'unit' then (select identifier from units where user_id = a.subject_id::integer)
  when 'call' then (select 'call ' || id || ', ' || title from calls where id = a.subject_id::integer)
  when 'key' then (select name from api_keys where id = a.subject_id::integer)
  when 'offence' then (select r.code || ' ' || r.title from offences o join offence_revisions r on r.id = o.revision_id where o.id::text = a.subject_id)
  when 'field' then (select name from record_fields where id::text = a.subject_id)
  when 'character' then (select name from characters where id::text = a.subject_id)
  when 'vehicle' then (select plate from vehicles where id::text = a.subject_id)
  when 'import' then (select file_name from imports where id::text = a.subject_id)
  when 'discord' then coalesce(
    (select subject from support_tickets where 'ticket:' || id = a.subject_id),
    (select question from discord_votes where 'vote:' || id = a.subject_id),
    (select title from announcements where 'announcement:' || id = a.subject_id),
    (select left(text, 80) from discord_texts where 'text:' || id = a.subject_id),
    (select name from discord_guilds where id = a.subject_id),
    (select '#' || name from discord_channels where id = a.subject_id),
    (select '@' || name from discord_roles where id = a.subject_id))
end`

/** These types are written out, not passed as parameters: only then is the index on administration used. */
const dispatched = sql<boolean>`a.subject_type in (${sql.join(DISPATCH_SUBJECTS.map((type) => sql.lit(type)))})`
const administered = sql<boolean>`a.subject_type not in (${sql.join(DISPATCH_SUBJECTS.map((type) => sql.lit(type)))})`

/** Omits actions on accounts above the caller. Fetches one more than requested to know whether there are more. */
export async function auditEntries(db: Db, own: CurrentUser, filter: AuditFilter): Promise<{ items: AuditEntry[]; hasMore: boolean }> {
  const { actorId, action, subjectType, subjectId, area, q, from, to, before, limit } = filter
  const matches = q ? await mentions(db, q) : undefined
  const candidates = db
    .selectFrom('audit as a')
    .select(['a.id', 'a.at', 'a.action', 'a.subject_type', 'a.subject_id', 'a.before', 'a.after', 'a.actor_id'])
    .where(sql<boolean>`case when a.subject_type = 'user' then a.subject_id::integer not in ${idsAbove(own)} else true end`)
    .$if(actorId !== undefined, (query) => query.where('a.actor_id', '=', actorId ?? 0))
    .$if(action !== undefined, (query) => query.where('a.action', '=', action ?? ''))
    .$if(subjectType !== undefined, (query) => query.where('a.subject_type', '=', subjectType ?? ''))
    .$if(subjectId !== undefined, (query) => query.where('a.subject_id', '=', subjectId ?? ''))
    .$if(area !== undefined, (query) => query.where(area === 'dispatch' ? dispatched : administered))
    .$if(from !== undefined, (query) => query.where('a.at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('a.at', '<=', new Date(to ?? 0)))
    .$if(before !== undefined, (query) => query.where('a.id', '<', before ?? 0))
    .orderBy('a.id', 'desc')
    .limit(matches ? MAX_AUDIT_SEARCHED : limit + 1)
  const rows = await db
    .selectFrom(candidates.as('a'))
    .leftJoin('users as actor', 'actor.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.action', 'a.subject_type', 'a.subject_id', 'a.before', 'a.after'])
    .select(['actor.id as actor_id', 'actor.name as actor_name', subjectName.as('subject_name')])
    .$if(matches !== undefined, (query) => query.where(matches ?? sql<boolean>`true`))
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit).map((row) => ({
    auditId: row.id,
    at: row.at.toISOString(),
    actor: row.actor_id === null || row.actor_name === null ? null : { userId: row.actor_id, name: row.actor_name },
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
  }))
  const named = await namesIn(db, items)
  return { items: items.map((item, index) => ({ ...item, names: named[index] ?? {} })), hasMore: rows.length > limit }
}

type Values = Pick<AuditEntry, 'before' | 'after'>
const TABLES = { departmentId: 'departments', serverId: 'servers' } as const
type Field = keyof typeof TABLES
const FIELDS = Object.keys(TABLES) as Field[]

/** The names of departments and servers that entries mention by id, for each entry. Retired ones keep theirs. */
async function namesIn(db: Db, entries: readonly Values[]): Promise<Record<string, string>[]> {
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
