import { courtName, UNIT_CLASS, type RecordActor, type Warrant, type WarrantContent } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { allowedActs } from '../decide/warrants.transitions.ts'
import { integrityOf } from '../history/warrants.check-one.ts'
import { historyOf } from '../history/warrants.entries.ts'
import type { WarrantDeps } from '../warrants.deps.ts'
import { noSuchWarrant, toSummary, warrantColumns, warrantTables, type WarrantRow } from './warrants.rows.ts'
import { isOnDutyAs, isReadInFull, isVisibleTo, type Viewer } from './warrants.viewers.ts'

type DetailDeps = Pick<WarrantDeps, 'historyKey' | 'settings'>
type DetailRow = WarrantRow & { readonly department: string | null; readonly is_full: boolean; readonly is_police: boolean }

/** A warrant as the viewer may read it. A warrant that they may not know of is not found. */
export async function readWarrantFor(
  db: Db | Tx,
  viewer: Viewer,
  warrantId: number,
  { historyKey, settings }: DetailDeps,
): Promise<Warrant> {
  const { rows } = await sql<DetailRow>`
    select ${warrantColumns}, d.name as department, ${isReadInFull(viewer)} as is_full, ${isOnDutyAs(viewer.userId, [UNIT_CLASS.Leo])} as is_police
    from ${warrantTables} left join departments d on d.id = w.department_id
    where w.id = ${warrantId} and ${isVisibleTo(viewer)}`.execute(db)
  const [row] = rows
  if (!row) throw noSuchWarrant()
  return {
    ...toSummary(row),
    content: row.is_full ? row.content : forUnits(row.content),
    hasAffidavit: row.content.affidavit !== '',
    department: row.department,
    court: settings.get(courtName).trim(),
    reason: row.reason,
    closedAt: row.closed_at?.toISOString() ?? null,
    return: row.served_return,
    servedBy: row.is_confidential ? await namedToServe(db, warrantId) : null,
    history: row.is_full ? await historyOf(db, warrantId) : [],
    chain: row.is_full ? await integrityOf(db, historyKey, warrantId) : null,
    may: allowedActs(row, { ...viewer, isPolice: row.is_police }),
  }
}

/** Units do not see what supports a warrant; its writer and legal staff do. */
const forUnits = (content: WarrantContent): WarrantContent => ({
  ...content,
  affidavit: '',
  callId: null,
  callTitle: null,
  reports: [],
  evidence: [],
})

async function namedToServe(db: Db | Tx, warrantId: number): Promise<NonNullable<Warrant['servedBy']>> {
  const { rows: departments } = await sql<{ departmentId: number; name: string }>`
    select d.id as "departmentId", d.name from warrant_servers s join departments d on d.id = s.department_id
    where s.warrant_id = ${warrantId} order by d.name, d.id`.execute(db)
  const { rows: members } = await sql<RecordActor>`
    select u.id as "userId", u.name, coalesce(n.identifier, '') as identifier
    from warrant_servers s join users u on u.id = s.user_id left join units n on n.user_id = u.id and n.status <> 1
    where s.warrant_id = ${warrantId} order by u.name, u.id`.execute(db)
  return { departments, members }
}
