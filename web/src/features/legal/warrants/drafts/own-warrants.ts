import type { WarrantDraftSummary, WarrantState, WarrantSummary } from '@tenfour/contract'
import { subscribe } from '../../../../platform/realtime/realtime.ts'
import { hasMissed, type RoomDelta, type RoomPosition } from '../../../../platform/realtime/rooms.ts'
import { createOwnStore } from '../../../records/reports/drafts/own-store.port.ts'

/** A member's drafts, and those of their warrants that are not decided yet. */
export type OwnWarrants = { readonly drafts: readonly WarrantDraftSummary[]; readonly own: readonly WarrantSummary[] }

/** News of the member's own warrants: a change, or a gap in which anything may have changed. */
type OwnWarrantNews = RoomDelta<'own-warrants'> | { readonly event: 'gap'; readonly payload: null }

const UNDECIDED: readonly WarrantState[] = ['submitted', 'review', 'returned']

/** The draft saved last, and the warrant submitted last, come first. */
export function withOwnWarrantDelta(known: OwnWarrants, delta: OwnWarrantNews): OwnWarrants {
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

type OwnRoom = { readonly drafts: WarrantDraftSummary[]; readonly own: WarrantSummary[] }
type OnState = (state: OwnWarrants, missed: readonly OwnWarrantNews[]) => void

/** Takes the snapshots of the room. A warrant that was decided while changes were missed is not even in it. */
export const takeSnapshots =
  (onState: OnState) =>
  ({ drafts, own }: OwnRoom, position: RoomPosition): void => {
    const saved = drafts.map((payload) => ({ event: 'draft.saved', payload }) as const)
    onState({ drafts, own }, hasMissed(position) ? [...saved, { event: 'gap', payload: null }] : saved)
  }

const store = createOwnStore<OwnWarrants, OwnWarrantNews>(
  (userId, { onState, onDelta, onClosed }) =>
    subscribe('own-warrants', { userId }, { onSnapshot: takeSnapshots(onState), onDelta, onClosed }),
  withOwnWarrantDelta,
)
export const useOwnWarrants = store.useOwn
export const followOwnWarrants = store.follow
