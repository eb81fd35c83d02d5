import { Withdrawn, type BodyOf, type decideHeld, type RestoreOverview } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { penaltyPush } from '../../records/reports/reports.port.ts'

const MAIL_HOURS = 24

export async function readRestore(db: Db | Tx): Promise<RestoreOverview> {
  const last = await db.selectFrom('restores').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  const { rows } = await sql<RestoreOverview['held']>`
    select (select count(*)::integer from mails where state = 'waiting' and held_at is not null) as mails,
      (select count(*)::integer from penalty_messages where acknowledged_at is null and held_at is not null) as penalties`.execute(db)
  return {
    restore: last
      ? {
          restoreId: last.id,
          at: last.at.toISOString(),
          madeAt: last.made_at.toISOString(),
          version: last.version,
          setAside: last.set_aside,
          hadList: last.had_list,
          withdrawn: z.array(Withdrawn).parse(last.withdrawn),
          isSeen: last.seen_at !== null,
        }
      : null,
    held: rows[0] ?? { mails: 0, penalties: 0 },
  }
}

/** Lets what a restore held go out, or drops it. Mails get a day again; game servers get their messages at once. */
export async function decideOnHeld(tx: Tx, actor: AuditActor, { what, decision }: BodyOf<typeof decideHeld>): Promise<void> {
  const { numAffectedRows = 0n } =
    what === 'mails'
      ? decision === 'send'
        ? await sql`update mails set held_at = null, answer = null, next_at = now(),
            send_until = greatest(send_until, now() + make_interval(hours => ${MAIL_HOURS}))
            where state = 'waiting' and held_at is not null`.execute(tx)
        : await sql`update mails set state = 'dropped', content = null, ended_at = now() where state = 'waiting' and held_at is not null`.execute(
            tx,
          )
      : decision === 'send'
        ? await release(tx)
        : await sql`update penalty_messages set acknowledged_at = now() where acknowledged_at is null and held_at is not null`.execute(tx)
  if (numAffectedRows === 0n) throw new AppError('conflict', 'Nothing of this is held: somebody decided already')
  await recordAudit(tx, actor, 'backup.held-decided', {
    subjectType: 'portal',
    subjectId: 'restore',
    after: { what, decision, number: Number(numAffectedRows) },
  })
}

async function release(tx: Tx): Promise<{ numAffectedRows: bigint }> {
  const { rows } = await sql<{ serverId: number }>`
    update penalty_messages set held_at = null where acknowledged_at is null and held_at is not null returning server_id as "serverId"`.execute(
    tx,
  )
  for (const serverId of new Set(rows.map((row) => row.serverId))) {
    await enqueue(tx, penaltyPush, { serverId }, { key: `penalty-push:${serverId}` })
  }
  return { numAffectedRows: BigInt(rows.length) }
}

export async function noteRestoreSeen(tx: Tx, actor: AuditActor & { readonly userId: number }, restoreId: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('restores')
    .set({ seen_at: sql<Date>`now()`, seen_by: actor.userId })
    .where('id', '=', restoreId)
    .where('seen_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict', 'Somebody has looked through this already')
  await recordAudit(tx, actor, 'backup.restore-seen', { subjectType: 'portal', subjectId: 'restore' })
}
