import {
  DepartmentPerson,
  departmentsAfter,
  headsDepartment,
  whyNotMove,
  type BodyOf,
  type listDepartmentPeople,
  type moveMember,
  type PageOf,
  type QueryOf,
  type UserRecord,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { countOf, limitOfLongList, toPage } from '../../../platform/database/page.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { tell } from '../notices/notices.port.ts'
import { assertMemberships, getAccount, idsAbove, lockAccount, replaceMemberships, type Authorize } from '../users/users.port.ts'
import { noSuchMember } from './members.account.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly happened: Happened; readonly authorize: Authorize }

/** Adds a member to a department, removes them from one, or transfers them. Someone on duty for a department that they leave goes off duty. */
export function moveBetweenDepartments(
  { db, publish, happened, authorize }: Deps,
  actor: Actor,
  userId: number,
  { move, reason, version }: BodyOf<typeof moveMember>,
): Promise<{ userId: number; version: number }> {
  return inTransaction(db, publish, async (tx, emit) => {
    if (move.to) await assertMemberships(tx, [{ ...move.to, isPrimary: false }], userId).catch(namingField)
    const { own, account } = await lockAccount(tx, actor, userId, headsDepartment)
    if (account.isDisabled || account.isDeleted) throw noSuchMember()
    const whyNot = whyNotMove(own, account, move)
    if (whyNot !== null) throw new AppError('forbidden', whyNot, 'move.to')
    if (account.version !== version) throw new AppError('conflict', `${account.name} has changed since you looked`)
    assertMoves(account, move)
    await authorize(
      tx,
      { actor, own },
      {
        changes: [{ userId, ranks: true }],
        fields: { ranks: 'move.to.rankId' },
        write: (allowed) => replaceMemberships(allowed, userId, departmentsAfter(account.userDepartments, move)),
      },
    )
    const after = await getAccount(tx, userId)
    const [before, now] = [departmentsOf(account), departmentsOf(after)]
    await recordAudit(tx, actor, 'member.departments-changed', {
      subjectType: 'user',
      subjectId: userId,
      before: { departments: before },
      after: { departments: now, reason },
    })
    const title = [
      ...now.filter((each) => !before.includes(each)).map((name) => `You joined ${name}`),
      ...before.filter((each) => !now.includes(each)).map((name) => `You left ${name}`),
    ].join('. ')
    await tell(tx, emit, userId, { title, text: reason, path: '/user/home' })
    await happened('accountChanged', tx, actor, account, after)
    return { userId, version: after.version }
  })
}

/** A list of one membership is checked, so its fields are those of the move. */
function namingField(error: unknown): never {
  if (!(error instanceof AppError) || error.field === undefined) throw error
  throw new AppError(error.code, error.message, error.field.replace(/^userDepartments\.0\./, 'move.to.'))
}

function assertMoves({ name, userDepartments }: UserRecord, { from, to }: BodyOf<typeof moveMember>['move']): void {
  const isIn = (wanted: number) => userDepartments.some(({ departmentId }) => departmentId === wanted)
  if (from !== null && !isIn(from)) throw new AppError('invalid_input', `${name} does not belong to this department`, 'move.from')
  if (to !== null && isIn(to.departmentId))
    throw new AppError('invalid_input', `${name} is in this department already`, 'move.to.departmentId')
}

const departmentsOf = ({ userDepartments }: UserRecord): string[] => userDepartments.map(({ department }) => department.name)

export async function listPeople(
  db: Db,
  actor: Actor,
  departmentId: number,
  query: QueryOf<typeof listDepartmentPeople>,
): Promise<PageOf<DepartmentPerson>> {
  const matches = sql`from users u left join user_departments ud on ud.user_id = u.id and ud.department_id = ${departmentId}
    where u.disabled_at is null and u.deleted_at is null and ud.user_id is ${query.others ? sql`null` : sql`not null`}
      and lower(u.name) like ${`%${escapeLike(query.q.toLowerCase())}%`}`
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object('userId', u.id, 'version', u.access_version, 'name', u.name, 'avatarColor', u.avatar_color,
      'picture', (select p.digest from pictures p where p.id = u.picture_id),
      'rankId', ud.rank_id, 'rankName', (select r.name from ranks r where r.id = ud.rank_id),
      'isInDepartment', ud.user_id is not null, 'isPrimary', coalesce(ud.is_primary, false),
      'otherDepartments', coalesce((select json_agg(d.name order by o.is_primary desc, d.sort_order, d.id)
        from user_departments o join departments d on d.id = o.department_id
        where o.user_id = u.id and o.department_id <> ${departmentId}), '[]'),
      'callSigns', coalesce((select json_agg(json_build_object('unitType', s.unit_type, 'callSign', s.call_sign, 'version', s.version)
        order by s.unit_type nulls first) from member_call_signs s where s.user_id = u.id and s.department_id = ${departmentId}), '[]'),
      'isAbove', u.id in ${idsAbove(actor.user)},
      'isHead', exists (select from ranks r where r.id = ud.rank_id and 'headDepartment' = any(r.capabilities))) as row
    ${matches} order by lower(u.name), u.id ${limitOfLongList(query, 'search by name')}`.execute(db)
  const items = z.array(DepartmentPerson).parse(rows.map(({ row }) => row))
  return toPage(items, await countOf(db, sql`1 ${matches}`), query)
}
