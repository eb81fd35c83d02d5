import { DEPARTMENT, type Capability } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Http, Person, TestPortal } from './test-portal.ts'

const HOUR_MS = 3_600_000
export type PatrolMember = Person & { readonly http: Http }
type Department = 'LSPD' | 'BCSO' | 'FIRE' | 'CIV'
type PatrolOptions = { readonly from: number; readonly to: number | null; readonly department?: Department; readonly isSettled?: boolean }

export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()

/** Members, supervisors off duty, and patrols as rows. */
export function patrolsOf(t: TestPortal) {
  const member = async (department: Department | null = 'LSPD', rank?: string): Promise<PatrolMember> => {
    const departments = department === null ? [] : [{ name: department, ...(rank === undefined ? {} : { rank }), isPrimary: true }]
    const person = await t.addPerson({ departments })
    return { ...person, http: t.http(person.token) }
  }
  return {
    member,
    /** A member of a sergeant's rank, which has these capabilities from now on. */
    supervisor: async (department: 'LSPD' | 'BCSO' = 'LSPD', capabilities: readonly Capability[] = ['seePatrols', 'grantLeave']) => {
      await sql`update ranks set capabilities = ${capabilities} where department_id = ${DEPARTMENT[department]} and name = 'Sergeant'`.execute(
        t.db,
      )
      return member(department, 'Sergeant')
    },
    /** Inserts a patrol, in hours ago. One stretch starts every hour, with statuses 3, 4, 5 … */
    patrol: async (
      { userId }: Pick<Person, 'userId'>,
      { from, to, department = 'LSPD', isSettled = true }: PatrolOptions,
    ): Promise<{ id: number; version: number }> => {
      const row = await t.db
        .insertInto('patrols')
        .values({
          user_id: userId,
          department_id: DEPARTMENT[department],
          server_id: 1,
          started_at: hoursAgo(from),
          ended_at: to === null ? null : hoursAgo(to),
          settled_at: isSettled && to !== null ? new Date() : null,
        })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow()
      await sql`insert into patrol_stretches (patrol_id, at, status, identifier)
        select p.id, at, 3 + (row_number() over (order by at) - 1) % 4, '4L1' from patrols p
        cross join lateral generate_series(p.started_at, coalesce(p.ended_at, now()) - interval '1 second', interval '1 hour') as at
        where p.id = ${row.id}`.execute(t.db)
      return row
    },
    /** The game server was connected, and saw the member except at these times, in hours ago. */
    seenExcept: async ({ userId }: Pick<Person, 'userId'>, from: number, to: number, absences: readonly (readonly [number, number])[]) => {
      await sql`insert into server_watches (server_id, started_at, ended_at) values (1, ${hoursAgo(from)}, ${hoursAgo(to)})
        on conflict do nothing`.execute(t.db)
      const edges = [from, ...absences.flat(), to]
      for (let index = 0; index < edges.length; index += 2) {
        const [start = from, end = to] = edges.slice(index, index + 2)
        if (start === end) continue
        await t.db
          .insertInto('presence')
          .values({ user_id: userId, server_id: 1, started_at: hoursAgo(start), ended_at: hoursAgo(end), state: 'moving' })
          .execute()
      }
    },
    /** Inserts an absence that the rule does not count, in hours ago. */
    gap: async (patrolId: number, { from, to }: { from: number; to: number }): Promise<number> => {
      const { id } = await t.db
        .insertInto('patrol_gaps')
        .values({ patrol_id: patrolId, started_at: hoursAgo(from), ended_at: hoursAgo(to), is_counted: false })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
  }
}
