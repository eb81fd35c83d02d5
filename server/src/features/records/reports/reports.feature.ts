import { cadDepartment, capability, isAllowed, REPORT_APPROVAL } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { amongThose, anyRoom, byMember, counted, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import { listDrafts } from './drafts/reports.drafts.repo.ts'
import { contestedIn } from './penalties/penalties.rows.ts'
import { openReportsOf, waitingIn } from './read/reports.rows.ts'
import { reportRoutes, type ReportDeps } from './reports.plugin.ts'

export function reportsFeature(deps: ReportDeps): Feature {
  return {
    name: 'reports',
    settings: Object.values(REPORT_APPROVAL),
    routes: async (app) => {
      reportRoutes(app, deps)
    },
    rooms: { 'own-reports': ownReportsRoom(deps.db), 'report-queue': reportQueueRoom(deps.db) },
    waiting: [returnedReports, reportsToApprove, reportDrafts],
  }
}

const ownReportsRoom = (db: Db): RoomSource<'own-reports'> =>
  streamRoom(db, 'own-reports', async (tx, { userId }) => ({
    drafts: await listDrafts(tx, { writerId: userId }),
    reports: await openReportsOf(tx, userId),
  }))

const reportQueueRoom = (db: Db): RoomSource<'report-queue'> =>
  streamRoom(db, 'report-queue', async (tx, { departmentId }) => ({
    reports: await waitingIn(tx, departmentId),
    fines: await contestedIn(tx, departmentId),
  }))

/** Returned to their writer, who has not begun to change them. */
const returnedReports: Waiting = {
  id: 'returned-reports',
  access: cadDepartment,
  changedBy: [ownRoom('own-reports')],
  count: byMember(
    (userIds) => sql`select writer_id as "userId", count(*)::integer as count from reports r
      where writer_id = any(${userIds}::integer[]) and (state = 'returned' or amendment = 'returned')
        and not exists (select from report_drafts d where d.report_id = r.id) group by writer_id`,
  ),
  words: counted('report returned to you', 'reports returned to you'),
  path: '/user/reports',
}

const reportDrafts: Waiting = {
  id: 'report-drafts',
  access: cadDepartment,
  changedBy: [ownRoom('own-reports')],
  count: byMember(
    (userIds) => sql`select writer_id as "userId", count(*)::integer as count from report_drafts
      where writer_id = any(${userIds}::integer[]) group by writer_id`,
  ),
  words: counted('report not submitted', 'reports not submitted'),
  isOwnDoing: true,
  path: '/user/reports',
}

/** Nobody decides on their own report, or on one about their own character. */
const reportsToApprove: Waiting = {
  id: 'reports-to-approve',
  access: capability('approveReports'),
  changedBy: [anyRoom('report-queue', 'report.waiting', 'report.decided')],
  count: amongThose(
    () => sql<{ departmentId: number; writerId: number; ownerId: number | null; count: number }>`
      select r.department_id as "departmentId", r.writer_id as "writerId", s.user_id as "ownerId", count(*)::integer as count
      from reports r left join characters q on q.id = r.subject_id left join characters s on s.id = coalesce(q.merged_into_id, q.id)
      where r.proposed_revision_id is not null group by r.department_id, r.writer_id, s.user_id`,
    ({ userId, subject }, { departmentId, writerId, ownerId }) =>
      writerId !== userId && ownerId !== userId && isAllowed(capability('approveReports', 'departmentId'), subject, { departmentId }),
  ),
  words: counted('report to approve', 'reports to approve'),
  path: '/user/reports?tab=approve',
}
