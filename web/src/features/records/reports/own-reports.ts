import type { OwnReportSummary, ReportDraftSummary } from '@tenfour/contract'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'
import { createOwnStore } from './drafts/own-store.port.ts'

/** A member's drafts and those of their reports that wait or were returned. */
export type OwnReports = { readonly drafts: readonly ReportDraftSummary[]; readonly reports: readonly OwnReportSummary[] }

/** The draft saved last, and the report submitted last, come first. */
export function withOwnReportDelta(own: OwnReports, delta: RoomDelta<'own-reports'>): OwnReports {
  switch (delta.event) {
    case 'draft.saved': {
      const saved = delta.payload
      const known = own.drafts.find(({ draftId }) => draftId === saved.draftId)
      if (known && known.version > saved.version) return own
      return { ...own, drafts: [saved, ...own.drafts.filter((each) => each !== known)] }
    }
    case 'draft.left':
      return { ...own, drafts: own.drafts.filter(({ draftId }) => draftId !== delta.payload.draftId) }
    case 'report.saved': {
      const saved = delta.payload
      const known = own.reports.find(({ reportId }) => reportId === saved.reportId)
      if (known && known.version > saved.version) return own
      const others = own.reports.filter((each) => each !== known)
      return { ...own, reports: isOpen(saved) ? inOrder([...others, saved]) : others }
    }
  }
}

const inOrder = (reports: readonly OwnReportSummary[]) => reports.toSorted((a, b) => b.submittedAt.localeCompare(a.submittedAt))
const isOpen = ({ state, amendment }: OwnReportSummary): boolean => state === 'submitted' || state === 'returned' || amendment !== null

const store = createOwnStore<OwnReports, RoomDelta<'own-reports'>>(
  (userId, { onState, onDelta, onClosed }) =>
    subscribe(
      'own-reports',
      { userId },
      {
        onSnapshot: (snapshot) =>
          onState(
            snapshot,
            snapshot.drafts.map((payload) => ({ event: 'draft.saved', payload })),
          ),
        onDelta,
        onClosed,
      },
    ),
  withOwnReportDelta,
)
export const useOwnReports = store.useOwn
export const followOwnReports = store.follow
