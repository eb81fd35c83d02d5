import { notedEndInWords, WARRANT_TYPES, warrantNumber, WarrantType } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { escapeText } from '../../../platform/discord-text.ts'
import { sentenceOf } from './posts.audit-labels.ts'

/** The subject of a line of a log. The database writes most lines itself, in the transaction of the event. */
const About = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['joined', 'left']), discordId: z.string(), name: z.string() }),
  z.object({ kind: z.literal('rank'), rankChangeId: z.int() }),
  z.object({ kind: z.literal('department'), has: z.boolean(), userId: z.int(), departmentId: z.int() }),
  z.object({ kind: z.literal('link'), has: z.boolean(), userId: z.int(), discordName: z.string() }),
  z.object({ kind: z.literal('audit'), auditId: z.int() }),
  z.object({ kind: z.literal('warrant'), warrantId: z.int(), state: z.string() }),
  z.object({ kind: z.literal('history'), entries: z.int(), seal: z.string() }),
])
export type About = z.infer<typeof About>
type AboutOf<K extends About['kind']> = Extract<About, { kind: K }>

/** The texts of these lines. A line is left out if it no longer applies. */
export async function wordLines(db: Db, raw: readonly unknown[]): Promise<string[]> {
  const lines: string[] = []
  for (const value of raw) {
    const about = About.safeParse(value)
    const words = about.success ? await wordLine(db, about.data) : null
    if (words !== null) lines.push(words)
  }
  return lines
}

function wordLine(db: Db, about: About): Promise<string | null> {
  switch (about.kind) {
    case 'joined':
    case 'left':
      return wordVisit(db, about)
    case 'rank':
      return wordRank(db, about)
    case 'department':
      return wordDepartment(db, about)
    case 'link':
      return wordLink(db, about)
    case 'audit':
      return wordAudit(db, about)
    case 'warrant':
      return wordWarrant(db, about)
    case 'history':
      return Promise.resolve(notedEndInWords(about))
  }
}

async function wordVisit(db: Db, { kind, discordId, name }: AboutOf<'joined' | 'left'>): Promise<string> {
  const member = await db
    .selectFrom('discord_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select('u.name')
    .where('l.discord_id', '=', discordId)
    .executeTakeFirst()
  return `${escapeText(name)}${member ? ` (${escapeText(member.name)})` : ''} ${kind === 'joined' ? 'joined' : 'left'} this server`
}

async function wordRank(db: Db, { rankChangeId }: AboutOf<'rank'>): Promise<string | null> {
  const { rows } = await sql<{ kind: string; member: string; department: string; from: string | null; to: string | null }>`
    select c.kind, u.name as member, d.name as department, f.name as from, t.name as to
    from rank_changes c join users u on u.id = c.user_id join departments d on d.id = c.department_id
    left join ranks f on f.id = c.from_rank_id left join ranks t on t.id = c.to_rank_id where c.id = ${rankChangeId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { kind, from, to } = row
  const [member, department] = [escapeText(row.member), escapeText(row.department)]
  if (to === null) return `${member} is no longer ${escapeText(from ?? 'ranked')}, ${department}`
  const verb = kind === 'promotion' ? 'was promoted to' : kind === 'demotion' ? 'was demoted to' : 'is now'
  return `${member} ${verb} ${escapeText(to)}, ${department}`
}

async function wordDepartment(db: Db, { has, userId, departmentId }: AboutOf<'department'>): Promise<string | null> {
  const { rows } = await sql<{ member: string; department: string; rank: string | null }>`
    select u.name as member, d.name as department, r.name as rank
    from users u cross join departments d left join user_departments ud on ud.user_id = u.id and ud.department_id = d.id
    left join ranks r on r.id = ud.rank_id where u.id = ${userId} and d.id = ${departmentId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const [member, department] = [escapeText(row.member), escapeText(row.department)]
  if (!has) return `${member} left ${department}`
  return `${member} joined ${department}${row.rank === null ? '' : ` as ${escapeText(row.rank)}`}`
}

async function wordLink(db: Db, { has, userId, discordName }: AboutOf<'link'>): Promise<string | null> {
  const member = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst()
  if (!member) return null
  const account = `the Discord account ${escapeText(discordName)}`
  return has ? `${escapeText(member.name)} linked ${account}` : `${escapeText(member.name)} is no longer linked to ${account}`
}

type AuditRow = {
  readonly action: string
  readonly subjectId: string
  readonly who: string | null
  readonly subject: string | null
  readonly what: string | null
  readonly department: string | null
  readonly isForEveryone: boolean
}

async function wordAudit(db: Db, { auditId }: AboutOf<'audit'>): Promise<string | null> {
  const { rows } = await sql<AuditRow>`
    select a.action, a.subject_id as "subjectId", actor.name as who,
      case a.subject_type
        when 'user' then (select name from users where id::text = a.subject_id)
        when 'server' then (select name from servers where id::text = a.subject_id)
        when 'department' then (select name from departments where id::text = a.subject_id)
        when 'rank' then (select name from ranks where id::text = a.subject_id)
        when 'role' then coalesce((select name from roles where id::text = a.subject_id), a.before ->> 'name')
        when 'key' then (select name from api_keys where id::text = a.subject_id)
        when 'announcement' then (select title from announcements where id::text = a.subject_id)
      end as subject,
      case when a.action = 'member.rank-changed' then a.after ->> 'rank' else coalesce(a.after ->> 'role', a.before ->> 'role') end as what,
      (select name from departments where id::text = a.after ->> 'departmentId') as department,
      a.subject_type = 'announcement' and coalesce(a.before ->> 'department', a.after ->> 'department') is null
        and exists (select from announcements n where n.id::text = a.subject_id and n.department_id is null) as "isForEveryone"
    from audit a left join users actor on actor.id = a.actor_id where a.id = ${auditId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const safe = (text: string | null) => (text === null ? null : escapeText(text))
  const words = sentenceOf({ ...row, subject: safe(row.subject), what: safe(row.what), department: safe(row.department) })
  return `${row.who === null ? 'The portal' : escapeText(row.who)} ${words}`
}

const WARRANT_STATES: Readonly<Record<string, string>> = { active: 'signed', served: 'served', recalled: 'recalled', expired: 'expired' }

/** Names a warrant by its number alone, and not at all if it has become confidential since. */
async function wordWarrant(db: Db, { warrantId, state }: AboutOf<'warrant'>): Promise<string | null> {
  const row = await db
    .selectFrom('warrants')
    .select(['type', 'year', 'number'])
    .where('id', '=', warrantId)
    .where('is_confidential', '=', false)
    .where('signed_at', 'is not', null)
    .executeTakeFirst()
  const word = WARRANT_STATES[state]
  if (!row || word === undefined) return null
  return `${WARRANT_TYPES[WarrantType.parse(row.type)].title} ${warrantNumber(row.year, row.number)} was ${word}`
}
