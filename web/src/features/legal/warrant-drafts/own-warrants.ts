import type { WarrantDraftSummary, WarrantState, WarrantSummary } from '@tenfour/contract'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'
import { createOwnStore } from '../../records/drafts/own-store.port.ts'

/** A member's drafts, and those of their warrants that are not decided yet. */
export type OwnWarrants = { readonly drafts: readonly WarrantDraftSummary[]; readonly own: readonly WarrantSummary[] }

const UNDECIDED: readonly WarrantState[] = ['submitted', 'review', 'returned']

/** The draft saved last, and the warrant submitted last, come first. */
export function withOwnWarrantDelta(known: OwnWarrants, delta: RoomDelta<'own-warrants'>): OwnWarrants {
  switch (delta.event) {
    case 'draft.saved': {
      const saved = delta.payload
      const before = known.drafts.find(({ draftId }) => draftId === saved.draftId)
      if (before && before.version > saved.version) return known
      return { ...known, drafts: [saved, ...known.drafts.filter((each) => each !== before)] }
    }
    case 'draft.left':
      return { ...known, drafts: known.drafts.filter(({ draftId }) => draftId !== delta.payload.draftId) }
    case 'own.saved': {
      const saved = delta.payload
      const before = known.own.find(({ warrantId }) => warrantId === saved.warrantId)
      if (before && before.version > saved.version) return known
      const others = known.own.filter((each) => each !== before)
      return { ...known, own: UNDECIDED.includes(saved.state) ? inOrder([...others, saved]) : others }
    }
    default:
      return known
  }
}

const inOrder = (own: readonly WarrantSummary[]) => own.toSorted((a, b) => b.submittedAt.localeCompare(a.submittedAt))

const store = createOwnStore<OwnWarrants, RoomDelta<'own-warrants'>>(
  (userId, { onState, onDelta, onClosed }) =>
    subscribe(
      'own-warrants',
      { userId },
      {
        onSnapshot: ({ drafts, own }) =>
          onState(
            { drafts, own },
            drafts.map((payload) => ({ event: 'draft.saved', payload })),
          ),
        onDelta,
        onClosed,
      },
    ),
  withOwnWarrantDelta,
)
export const useOwnWarrants = store.useOwn
export const followOwnWarrants = store.follow
