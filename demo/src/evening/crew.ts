import { UNIT_TYPE, type UnitClass, type UnitType } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/platform/database/database.ts'
import { DEMO_ACCOUNTS } from '../accounts.ts'

/** A position on the shift, held by one member at a time. */
type Post = {
  readonly identifier: string
  readonly department: 'LSPD' | 'BCSO' | 'SAHP' | 'COMM' | 'FIRE' | 'CIV'
  readonly type?: UnitType
  readonly beat?: string
  /** Where they listen unless their call has a channel of its own. */
  readonly channel: string
}
export type Mate = Post & { userId: number; readonly departmentId: number; readonly unitClass: UnitClass }
export type Crew = { readonly mates: readonly Mate[]; readonly relieve: (mate: Mate) => void }

const POSTS: readonly Post[] = [
  { identifier: '4L12', department: 'LSPD', beat: 'Westside', channel: 'MAIN' },
  { identifier: '4L20', department: 'LSPD', beat: 'Westside', channel: 'MAIN' },
  { identifier: '3L07', department: 'LSPD', beat: 'Vinewood', channel: 'MAIN' },
  { identifier: '3L14', department: 'LSPD', beat: 'City Centre', channel: 'MAIN' },
  { identifier: '5L03', department: 'LSPD', beat: 'Eastside', channel: 'MAIN' },
  { identifier: 'AIR1', department: 'LSPD', type: UNIT_TYPE.Air, channel: 'AIR' },
  { identifier: '2S08', department: 'BCSO', beat: 'Sandy Shores', channel: 'MAIN' },
  { identifier: '2S12', department: 'BCSO', beat: 'Grapeseed', channel: 'MAIN' },
  { identifier: '2S31', department: 'BCSO', beat: 'Paleto Bay', channel: 'MAIN' },
  { identifier: '1H40', department: 'SAHP', beat: 'Traffic', channel: 'MAIN' },
  { identifier: '1H44', department: 'SAHP', beat: 'Traffic', channel: 'MAIN' },
  { identifier: 'E51', department: 'FIRE', channel: 'FIRE 1' },
  { identifier: 'L51', department: 'FIRE', channel: 'FIRE 1' },
  { identifier: 'M61', department: 'FIRE', channel: 'MED' },
  { identifier: 'B1', department: 'FIRE', channel: 'FIRE 1' },
  { identifier: 'D-3', department: 'COMM', type: UNIT_TYPE.Dispatcher, channel: 'MAIN' },
  { identifier: 'D-7', department: 'COMM', type: UNIT_TYPE.Dispatcher, channel: 'FIRE 1' },
  { identifier: 'C-12', department: 'CIV', channel: '' },
  { identifier: 'C-31', department: 'CIV', channel: '' },
]
const CLASSES: Readonly<Record<Post['department'], UnitClass>> = { LSPD: 1, BCSO: 1, SAHP: 1, COMM: 2, FIRE: 3, CIV: 0 }
type Member = { readonly userId: number; readonly departmentId: number; readonly department: string }
const REST_MS = 40 * 3_600_000

/** Fills the posts with members who have not patrolled recently. Sign-in accounts are left to visitors. */
export async function readCrew(db: Db, now: Date): Promise<Crew> {
  const { rows: members } = await sql<Member>`
    select u.id as "userId", d.id as "departmentId", d.name as department
    from users u join user_departments m on m.user_id = u.id and m.is_primary join departments d on d.id = m.department_id
    where u.disabled_at is null and u.deleted_at is null and u.email <> all(${DEMO_ACCOUNTS.map(({ emailAddress }) => emailAddress)}::text[])
      and not exists (select from user_roles r where r.user_id = u.id)
      and not exists (select from patrols p where p.user_id = u.id and p.ended_at > ${new Date(now.getTime() - REST_MS)})
    order by u.id`.execute(db)
  const take = (department: string) => {
    const index = members.findIndex((member) => member.department === department)
    return index < 0 ? undefined : members.splice(index, 1)[0]
  }
  const mates = POSTS.flatMap((post): Mate[] => {
    const member = take(post.department)
    return member ? [{ ...post, userId: member.userId, departmentId: member.departmentId, unitClass: CLASSES[post.department] }] : []
  })
  return {
    mates,
    /** Another member takes over the post; the previous one returns to the pool. */
    relieve: (mate) => {
      const member = take(mate.department)
      if (!member) return
      members.push({ userId: mate.userId, departmentId: mate.departmentId, department: mate.department })
      mate.userId = member.userId
    },
  }
}
