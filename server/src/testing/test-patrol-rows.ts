import { sql } from 'kysely'
import type { Person, TestPortal } from './test-portal.ts'

type Made = {
  readonly departmentId?: number
  readonly endedAt?: string | Date | null
  readonly calls?: number | null
  readonly seenSeconds?: number
  readonly watchedSeconds?: number
  /** The patrol is settled by this call, unless it is open. */
  readonly isSettled?: boolean
  readonly kind?: 'duty' | 'civilian'
  readonly statuses?: readonly { readonly at: string | Date; readonly status: number | null; readonly identifier?: string }[]
}

/** Inserts a patrol on server 1, for LSPD by default, with its stretches. Returns its id. */
export async function addPatrol(t: TestPortal, { userId }: Person, startedAt: string | Date, made: Made = {}): Promise<number> {
  const { departmentId = 2, endedAt = null, calls = null, kind = 'duty', isSettled = endedAt !== null } = made
  const { id } = await t.db
    .insertInto('patrols')
    .values({ user_id: userId, department_id: departmentId, server_id: 1, started_at: startedAt, ended_at: endedAt, kind })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stretches = made.statuses ?? [{ at: startedAt, status: kind === 'duty' ? 3 : null, identifier: kind === 'duty' ? '4L12' : '' }]
  await t.db
    .insertInto('patrol_stretches')
    .values(stretches.map(({ at, status, identifier = '4L12' }) => ({ patrol_id: id, at, status, identifier })))
    .execute()
  if (isSettled) {
    await t.db
      .updateTable('patrols')
      .set({ settled_at: sql<Date>`now()`, calls: calls ?? 0, seen_seconds: made.seenSeconds, watched_seconds: made.watchedSeconds })
      .where('id', '=', id)
      .execute()
  }
  return id
}

type Gap = { readonly from: string | Date; readonly to: string | Date; readonly isCounted?: boolean; readonly decidedBy?: Person }

export async function addGap(t: TestPortal, patrolId: number, { from, to, isCounted = false, decidedBy }: Gap): Promise<number> {
  const decided = decidedBy ? { decided_by: decidedBy.userId, decided_at: new Date(), note: 'Known' } : {}
  const { id } = await t.db
    .insertInto('patrol_gaps')
    .values({ patrol_id: patrolId, started_at: from, ended_at: to, is_counted: isCounted, ...decided })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds a rank to the department that sees its patrols. */
export async function letSee(t: TestPortal, departmentId: number, rank: string): Promise<void> {
  await t.db
    .updateTable('ranks')
    .set({ capabilities: ['seePatrols'] })
    .where('department_id', '=', departmentId)
    .where('name', '=', rank)
    .execute()
}
