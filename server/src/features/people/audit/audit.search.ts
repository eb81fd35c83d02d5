import { AUDIT_ACTIONS } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'

/**
 * Whether an entry `a` mentions the text: in the action's words, the name of the actor or the subject, or a value. The names of fields don't
 * count, or 'name' would match everything. Names are looked up first, so that each entry costs a comparison and no query.
 */
export async function mentions(db: Db, q: string): Promise<RawBuilder<boolean>> {
  const text = q.toLowerCase()
  const like = `%${escapeLike(text)}%`
  const subjects = await namedLike(db, like)
  const ofType = (type: string): string[] => subjects.flatMap((each) => (each.type === type ? [each.id] : []))
  const users = ofType('user')
  const others = subjects.filter(({ type }) => type !== 'user').map(({ type, id }) => `${type}:${id}`)
  if (/^\d+$/.test(text)) others.push(`call:${text}`)
  const actions = Object.entries(AUDIT_ACTIONS)
    .flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`))
    .filter((action) => action.replaceAll(/[.-]/g, ' ').includes(text))
  return sql<boolean>`(a.action = any(${actions}) or a.actor_id = any(${users.map(Number)})
    or (a.subject_type = 'user' and a.subject_id = any(${users})) or a.subject_type || ':' || a.subject_id = any(${others})
    or ${hasValue('before', text, like)} or ${hasValue('after', text, like)})`
}

/** The text of the whole object is compared first, which is cheap and rules out nearly all. */
const hasValue = (side: 'before' | 'after', text: string, like: string): RawBuilder<boolean> => {
  const column = sql.ref(`a.${side}`)
  return sql<boolean>`(lower(${column}::text) like ${`%${escapeLike(JSON.stringify(text).slice(1, -1))}%`} and exists (
    select from jsonb_path_query(${column}, 'strict $.**') as each(value)
    where jsonb_typeof(each.value) in ('string', 'number') and lower(each.value #>> '{}') like ${like}))`
}

async function namedLike(db: Db, like: string): Promise<readonly { readonly type: string; readonly id: string }[]> {
  const { rows } = await sql<{ type: string; id: string }>`
    select 'user' as type, id::text from users where lower(name) like ${like}
    union all select 'server', id::text from servers where lower(name) like ${like}
    union all select 'department', id::text from departments where lower(name) like ${like} or lower(full_name) like ${like}
    union all select 'rank', id::text from ranks where lower(name) like ${like}
    union all select 'role', id::text from roles where lower(name) like ${like}
    union all select 'announcement', id::text from announcements where lower(title) like ${like}
    union all select 'key', id::text from api_keys where lower(name) like ${like}
    union all select 'unit', user_id::text from units where lower(identifier) like ${like}`.execute(db)
  return rows
}
