import {
  changeReport,
  contestFine,
  createField,
  decideFine,
  decideReport,
  discardReportDraft,
  getReport,
  getReportCopy,
  getReportDraft,
  getReportPicture,
  getReportRevision,
  listContestedFines,
  listDepartmentReports,
  listFields,
  listJailed,
  listOwnReports,
  listPatientReports,
  listPersonReports,
  listReportColleagues,
  listReportDrafts,
  listReportQueue,
  listReportsAboutOwn,
  orderFields,
  payFine,
  pointsSuspensionDays,
  pointsToSuspend,
  releaseFromJail,
  retireField,
  saveFieldValues,
  saveReportDraft,
  saveReportPicture,
  searchByField,
  searchReports,
  startReport,
  submitReport,
  type Endpoint,
  updateField,
  voidReport,
} from '@tenfour/contract'
import { AppError } from '../../platform/errors.ts'
import type { Feature } from '../../platform/feature.ts'
import { route } from '../../platform/http/route.ts'
import type { RoomSource } from '../../platform/realtime/rooms.ts'

/** Declared and not served yet. Whoever serves one takes it out here. */
const PENDING: readonly Endpoint[] = [
  // fields
  listFields,
  createField,
  updateField,
  retireField,
  orderFields,
  saveFieldValues,
  searchByField,
  // reports.write
  listReportDrafts,
  startReport,
  changeReport,
  getReportDraft,
  saveReportDraft,
  discardReportDraft,
  submitReport,
  saveReportPicture,
  listReportColleagues,
  // reports.read
  searchReports,
  listOwnReports,
  listReportQueue,
  listDepartmentReports,
  getReport,
  getReportRevision,
  getReportPicture,
  listPersonReports,
  listPatientReports,
  listReportsAboutOwn,
  getReportCopy,
  // reports.decide
  decideReport,
  voidReport,
  // penalties.act
  payFine,
  contestFine,
  listContestedFines,
  decideFine,
  listJailed,
  releaseFromJail,
]

const empty = <N extends 'fields' | 'own-reports' | 'report-queue' | 'jail'>(state: unknown): RoomSource<N> =>
  ({
    snapshot: async () => ({ seq: 0, state }),
    currentSeqs: async (params: readonly unknown[]) => params.map(() => 0),
  }) as unknown as RoomSource<N>

export const pendingFeature = (): Feature => ({
  name: 'pending',
  settings: [
    // licences
    pointsToSuspend,
    pointsSuspensionDays,
  ],
  routes: async (app) => {
    for (const endpoint of PENDING) {
      route(app, endpoint, async () => {
        throw new AppError('unavailable', 'Not served yet')
      })
    }
  },
  rooms: {
    fields: empty<'fields'>({}),
    'own-reports': empty<'own-reports'>({ drafts: [], reports: [] }),
    'report-queue': empty<'report-queue'>({ reports: [], fines: [] }),
    jail: empty<'jail'>([]),
  },
})
