import { manageMembers, Member, type AccessRule, type UserRecord } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockAccount, readAccount, type LockedAccount } from '../users/users.port.ts'
import { leaveJson, markJson, noteJson } from './members.records.repo.ts'
import { standing } from './members.roster.ts'

export async function getMember(db: Db, actor: Actor, userId: number): Promise<Member> {
  const account = await readAccount(db, actor, userId)
  if (account.isDisabled || account.isDeleted) throw noSuchMember()
  return loadMember(db, actor, account)
}

/** Everything stored about a member, in one statement besides the account. Members can't see notes about themselves. */
export async function loadMember(db: Db | Tx, actor: Actor, account: UserRecord): Promise<Member> {
  const { rows } = await sql<{ kept: object }>`
    select json_build_object(
      'userCharacters', ${standing.characters}, 'minutes', ${standing.minutes}, 'isOnLeave', ${standing.isOnLeave},
      'lastPatrolAt', ${standing.lastPatrolAt}, 'leaveEndsOn', ${standing.leaveEndsOn},
      'warningPoints', ${standing.warningPoints},
      'notes', coalesce((select json_agg(${noteJson} order by n.created_at desc, n.id desc)
        from staff_notes n join users author on author.id = n.author_id
        where n.user_id = u.id and n.deleted_at is null and u.id <> ${actor.userId}), '[]'),
      'marks', coalesce((select json_agg(${markJson} order by m.created_at desc, m.id desc)
        from marks m join users author on author.id = m.author_id left join users withdrawer on withdrawer.id = m.withdrawn_by
        where m.user_id = u.id), '[]'),
      'leaves', coalesce((select json_agg(${leaveJson} order by l.starts_on desc, l.id desc)
        from leaves l join users author on author.id = l.author_id where l.user_id = u.id), '[]'),
      'rankChanges', coalesce((select json_agg(json_build_object(
          'rankChangeId', c.id, 'department', json_build_object('departmentId', d.id, 'name', d.name),
          'fromRank', f.name, 'toRank', t.name, 'kind', c.kind, 'reason', c.reason, 'at', c.at,
          'author', case when author.id is not null then json_build_object('userId', author.id, 'name', author.name) end
        ) order by c.at desc, c.id desc)
        from rank_changes c join departments d on d.id = c.department_id left join ranks f on f.id = c.from_rank_id
        left join ranks t on t.id = c.to_rank_id left join users author on author.id = c.author_id where c.user_id = u.id), '[]')
    ) as kept from users u where u.id = ${account.userId}`.execute(db)
  return Member.parse({ ...account, ...rows[0]?.kept })
}

export const noSuchMember = () => new AppError('not_found', 'There is no such member')

/** Locks a member for changes until the transaction ends. Refuses members above the actor, and disabled or deleted ones. */
export async function claimMember(tx: Tx, actor: Actor, userId: number, rule: AccessRule = manageMembers): Promise<LockedAccount> {
  const locked = await lockAccount(tx, actor, userId, rule)
  if (locked.account.isDisabled || locked.account.isDeleted) throw noSuchMember()
  return locked
}

/** The same for actions nobody may do to themselves; `act` completes the error message. */
export async function claimOther(tx: Tx, actor: Actor, userId: number, act: string): Promise<LockedAccount> {
  if (userId === actor.userId) throw new AppError('forbidden', `You can't ${act} yourself: ask someone else`)
  return claimMember(tx, actor, userId)
}
