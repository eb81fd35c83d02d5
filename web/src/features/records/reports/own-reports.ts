import type { OwnReportSummary, ReportDraftSummary } from '@tenfour/contract'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'
import { createObservable, useObservable, type Observable } from '../../../platform/store/observable.ts'

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

type Listener = (delta: RoomDelta<'own-reports'>) => void
type Store = { readonly state: Observable<OwnReports | undefined>; readonly listeners: Set<Listener> }
const stores = new Map<number, Store>()

function storeOf(userId: number): Store {
  const known = stores.get(userId)
  if (known) return known
  const listeners = new Set<Listener>()
  const state: Store['state'] = createObservable<OwnReports | undefined>(undefined, () =>
    subscribe(
      'own-reports',
      { userId },
      {
        onSnapshot: (snapshot) => {
          state.set(snapshot)
          // After a gap: what was saved meanwhile is heard as if it were saved now.
          for (const draft of snapshot.drafts) for (const each of listeners) each({ event: 'draft.saved', payload: draft })
        },
        onDelta: (delta) => {
          const before = state.get()
          if (before) state.set(withOwnReportDelta(before, delta))
          for (const each of listeners) each(delta)
        },
        onClosed: () => state.set(undefined),
      },
    ),
  )
  const store = { state, listeners }
  stores.set(userId, store)
  return store
}

/** Undefined until loaded. */
export const useOwnReports = (userId: number): OwnReports | undefined => useObservable(storeOf(userId).state)

/** Hears every change of the member's drafts and reports, until the returned function is called. */
export function followOwnReports(userId: number, listener: Listener): () => void {
  const { state, listeners } = storeOf(userId)
  const leave = state.subscribe(() => undefined)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    leave()
  }
}
