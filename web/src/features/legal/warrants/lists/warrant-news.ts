import {
  accessSubject,
  countWarrants,
  isAllowed,
  legalStaff,
  signsWarrants,
  type CurrentUser,
  type WarrantCounts,
  type WarrantSummary,
  type WarrantViewer,
  placeOf,
  tabOf,
  type WarrantChange,
  type WarrantPlace,
} from '@tenfour/contract'
import { call } from '../../../../platform/api/client.ts'
import { log } from '../../../../platform/log/log.ts'
import { subscribe } from '../../../../platform/realtime/realtime.ts'
import { hasMissed, type RoomDelta } from '../../../../platform/realtime/rooms.ts'
import { createObservable, useObservable, type Observable, type Readable } from '../../../../platform/store/observable.ts'

/** A warrant that changed, one that is told of in another room from now on, or a gap in which anything may have changed. */
export type WarrantNews = { readonly warrant: WarrantSummary } | { readonly leftId: number } | { readonly isGap: true }
type Listener = (news: WarrantNews) => void
type Delta = RoomDelta<'warrants'> | RoomDelta<'own-warrants'>

export function viewerOf(user: CurrentUser): WarrantViewer {
  const subject = accessSubject(user)
  return { userId: user.userId, maySign: isAllowed(signsWarrants, subject) }
}

/** The counts after what a room told. Confidential warrants come in the member's own room, the others in that of legal staff. */
export function countsWith(counts: WarrantCounts, delta: Delta, viewer: WarrantViewer): WarrantCounts {
  switch (delta.event) {
    case 'warrant.saved':
    case 'confidential.saved':
      return countsAfter(counts, delta.payload, viewer)
    case 'warrant.left':
    case 'confidential.left':
      return countsWithout(counts, delta.payload.was, viewer)
    default:
      return counts
  }
}

export function newsOf(delta: Delta): WarrantNews | null {
  switch (delta.event) {
    case 'warrant.saved':
    case 'confidential.saved':
      return { warrant: delta.payload.warrant }
    case 'own.saved':
      return { warrant: delta.payload }
    case 'warrant.left':
    case 'confidential.left':
      return { leftId: delta.payload.warrantId }
    default:
      return null
  }
}

/** Such a delta does not say when the warrant was to expire, so that what expires this week has to be counted again. */
const hasLeftActive = (delta: Delta): boolean =>
  (delta.event === 'warrant.left' || delta.event === 'confidential.left') && delta.payload.was.state === 'active'

/** 'Expire this week' changes with time alone. */
const RECOUNT_MS = 10 * 60_000

type Store = { readonly counts: Observable<WarrantCounts | undefined>; readonly listeners: Set<Listener> }
type Deps = { readonly join: typeof subscribe; readonly count: () => Promise<WarrantCounts> }

/** News of warrants: one subscription to each room, however many listen. */
export function createWarrantNews({ join, count }: Deps) {
  const stores = new Map<string, Store>()

  function storeOf(user: CurrentUser): Store {
    const viewer = viewerOf(user)
    const isLegal = isAllowed(legalStaff, accessSubject(user))
    const key = JSON.stringify({ ...viewer, isLegal })
    const known = stores.get(key)
    if (known) return known
    const listeners = new Set<Listener>()
    const tell = (news: WarrantNews) => listeners.forEach((each) => each(news))
    const counts: Store['counts'] = createObservable<WarrantCounts | undefined>(undefined, () => {
      const recount = () => void count().then(counts.set, (error: unknown) => log.warning('The warrants could not be counted', error))
      const onDelta = (delta: Delta) => {
        const before = counts.get()
        if (before) counts.set(countsWith(before, delta, viewer))
        if (isLegal && hasLeftActive(delta)) recount()
        const news = newsOf(delta)
        if (news) tell(news)
      }
      const leaveOwn = join(
        'own-warrants',
        { userId: viewer.userId },
        {
          onSnapshot: (snapshot, position) => {
            counts.set(snapshot.counts ?? undefined)
            if (hasMissed(position)) tell({ isGap: true })
          },
          onDelta,
          onClosed: () => counts.set(undefined),
        },
      )
      if (!isLegal) return leaveOwn
      const leaveAll = join(
        'warrants',
        {},
        {
          onSnapshot: (_warrants, position) => {
            if (!hasMissed(position)) return
            recount()
            tell({ isGap: true })
          },
          onDelta,
        },
      )
      const timer = setInterval(recount, RECOUNT_MS)
      return () => {
        clearInterval(timer)
        leaveAll()
        leaveOwn()
      }
    })
    const store = { counts, listeners }
    stores.set(key, store)
    return store
  }
  return {
    countsOf: (user: CurrentUser): Readable<WarrantCounts | undefined> => storeOf(user).counts,
    follow: (user: CurrentUser, listener: Listener): (() => void) => {
      const { counts, listeners } = storeOf(user)
      const leave = counts.subscribe(() => undefined)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        leave()
      }
    },
  }
}
const news = createWarrantNews({ join: subscribe, count: () => call(countWarrants, { quiet: true }) })

/** How many warrants are in each list; undefined until loaded, and for those who are no legal staff. */
export const useWarrantCounts = (user: CurrentUser): WarrantCounts | undefined => useObservable(news.countsOf(user))

/** Hears of every warrant that the user may know of and that changes, until the returned function is called. */
export const followWarrants = news.follow

const EXPIRING_MS = 7 * 24 * 60 * 60_000

/** The counts after a warrant changed: it leaves the list it was in and comes into the one it is in now. */
export function countsAfter(
  counts: WarrantCounts,
  { warrant, was }: WarrantChange,
  viewer: WarrantViewer,
  now = Date.now(),
): WarrantCounts {
  const left = was ? countsWithout(counts, was, viewer) : counts
  const tab = tabOf(placeOf(warrant), viewer)
  const isNear = warrant.expiresAt !== null && Date.parse(warrant.expiresAt) - now <= EXPIRING_MS
  // How long it is active never changes once it is signed.
  const expiring = isNear ? Number(warrant.state === 'active') - Number(was?.state === 'active') : 0
  return { ...left, [tab]: left[tab] + 1, expiring: atLeastNone(left.expiring + expiring) }
}

/** The counts after a warrant became unknown to the viewer, or is told of elsewhere. */
export function countsWithout(counts: WarrantCounts, was: WarrantPlace, viewer: WarrantViewer): WarrantCounts {
  const tab = tabOf(was, viewer)
  return { ...counts, [tab]: atLeastNone(counts[tab] - 1) }
}

const atLeastNone = (count: number): number => Math.max(0, count)
