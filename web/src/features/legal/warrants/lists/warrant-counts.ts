import { placeOf, tabOf, type WarrantChange, type WarrantCounts, type WarrantPlace, type WarrantViewer } from '@tenfour/contract'

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
