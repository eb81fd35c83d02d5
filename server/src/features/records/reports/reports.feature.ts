import { cadDepartment, finesSwitch, medicalSwitch, REPORT_APPROVAL } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { anyRoom, counted, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import { waitingForWriter } from '../drafts/drafts.port.ts'
import { listDrafts } from './drafts/reports.drafts.repo.ts'
import { contestedIn } from './penalties/penalties.rows.ts'
import { openReportsOf, waitingIn } from './read/reports.rows.ts'
import { reportRoutes, type ReportDeps } from './reports.plugin.ts'
import { waitingForApprovers } from './reports.waiting.ts'

export function reportsFeature(deps: ReportDeps): Feature {
  return {
    name: 'reports',
    settings: Object.values(REPORT_APPROVAL),
    switches: [{ featureSwitch: medicalSwitch, open: async () => [await openMedical(deps.db)] }],
    routes: async (app) => {
      reportRoutes(app, deps)
    },
    rooms: { 'own-reports': ownReportsRoom(deps.db), 'report-queue': reportQueueRoom(deps) },
    waiting: [own.returned, reportsToApprove, own.drafts],
  }
}

async function openMedical(db: Db): Promise<{ count: number; text: string }> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from report_drafts d where d.kind in ('patient', 'treatment'))
      + (select count(*) from reports r where r.is_medical and r.proposed_revision_id is not null))::integer as count`.execute(db)
  const count = rows[0]?.count ?? 0
  return { count, text: count === 1 ? '1 draft or report is not finished' : `${count} drafts and reports are not finished` }
}

const ownReportsRoom = (db: Db): RoomSource<'own-reports'> =>
  streamRoom(db, 'own-reports', async (tx, { userId }) => ({
    drafts: await listDrafts(tx, { writerId: userId }),
    reports: await openReportsOf(tx, userId),
  }))

const reportQueueRoom = ({ db, switches }: Pick<ReportDeps, 'db' | 'switches'>): RoomSource<'report-queue'> =>
  streamRoom(db, 'report-queue', async (tx, { departmentId }) => ({
    reports: await waitingIn(tx, departmentId),
    fines: switches.isOn(finesSwitch) ? await contestedIn(tx, departmentId) : [],
  }))

/** Nobody decides on their own report, or on one about their own character. */
const reportsToApprove: Waiting = {
  id: 'reports-to-approve',
  changedBy: [anyRoom('report-queue', 'report.waiting', 'report.decided')],
  ...waitingForApprovers(sql`
    select r.department_id as "departmentId", array[r.writer_id, s.user_id] as involved, count(*)::integer as count
    from reports r left join characters q on q.id = r.subject_id left join characters s on s.id = coalesce(q.merged_into_id, q.id)
    where r.proposed_revision_id is not null group by r.department_id, r.writer_id, s.user_id`),
  words: counted('report to approve', 'reports to approve'),
}

const own = waitingForWriter({
  noun: 'report',
  isReturned: sql`w.state = 'returned' or w.amendment = 'returned'`,
  access: cadDepartment,
  changedBy: [ownRoom('own-reports')],
  path: '/user/reports',
})
