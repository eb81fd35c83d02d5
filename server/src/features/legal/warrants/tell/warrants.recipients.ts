import { RoleGroupName, UNIT_CLASS, withImpliedRoles } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/database.ts'
import type { WarrantRow } from '../read/warrants.rows.ts'
import { subjectUserId } from '../read/warrants.viewers.ts'

const groupsWith = (role: RoleGroupName) => RoleGroupName.options.filter((group) => withImpliedRoles([group]).has(role))
const SIGNERS = groupsWith('Legal Services Supervisor')
const LEGAL = groupsWith('Legal Services')

const holdsRoleOf = (groups: readonly RoleGroupName[]) => sql`(select ur.user_id from user_roles ur join roles r on r.id = ur.role_id
  join role_groups g on g.id = r.role_group_id where r.signs_warrants or g.name = any(${groups}::text[]))`
/** Units that look people and vehicles up, on any server. */
const lookupUnits = sql`units t where t.status <> 1 and t.unit_class in (${UNIT_CLASS.Leo}, ${UNIT_CLASS.Comms})`
const isNamed = (warrantId: number) => sql`exists (select from warrant_servers s where s.warrant_id = ${warrantId}
  and (s.user_id = t.user_id or s.department_id = t.department_id))`

export type Recipient = { readonly userId: number; readonly isLegal: boolean; readonly isUnit: boolean }

type KnownBy = Pick<WarrantRow, 'id' | 'writer_id' | 'subject_user_id' | 'is_confidential'>

/**
 * The members who may know of a warrant that is kept from the member it is about, by the rule of `isKnownTo`, in the order of their ids. Before it
 * is signed, these are its writer and all legal staff.
 */
export async function membersWhoMayKnow(tx: Tx, { id, writer_id, subject_user_id, is_confidential }: KnownBy): Promise<Recipient[]> {
  const knows = is_confidential
    ? sql`u.id in (select user_id from warrant_reviewers where warrant_id = ${id})
        or u.id in (select user_id from warrant_servers where warrant_id = ${id} and user_id is not null)
        or u.id in (select t.user_id from units t join warrant_servers s on s.department_id = t.department_id
          where s.warrant_id = ${id} and t.status <> 1)
        or u.id in ${holdsRoleOf(SIGNERS)}`
    : sql`u.id in ${holdsRoleOf(LEGAL)}`
  const { rows } = await sql<Recipient>`
    select u.id as "userId", u.id in ${holdsRoleOf(LEGAL)} as "isLegal", u.id in (select t.user_id from ${lookupUnits}) as "isUnit"
    from users u where u.disabled_at is null and u.deleted_at is null
      and (u.id = ${writer_id} or (u.id is distinct from ${subject_user_id}::int and (${knows})))
    order by u.id`.execute(tx)
  return rows
}

/**
 * Units of police and communications on duty, on any server, in the order of their ids. For a confidential warrant, only units that are named to
 * serve it and that it is not about.
 */
export async function unitsToTell(tx: Tx, { id, is_confidential }: { id: number; is_confidential: boolean }): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select t.user_id as "userId" from ${lookupUnits} and (${!is_confidential} or (${isNamed(id)}
      and t.user_id is distinct from (select ${subjectUserId} from warrants w where w.id = ${id}))) order by t.user_id`.execute(tx)
  return rows.map(({ userId }) => userId)
}
