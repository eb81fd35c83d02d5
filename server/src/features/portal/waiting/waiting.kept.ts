import { accessSubject, isAllowed, roomKey, type RoomName } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { AccessReactions } from '../../../platform/auth/access-watch.ts'
import type { UserCache } from '../../../platform/auth/current-user.ts'
import { createCollector } from '../../../platform/collect.ts'
import type { Db } from '../../../platform/database/database.ts'
import { streamSeqs } from '../../../platform/database/streams.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { RoomSource } from '../../../platform/realtime/rooms.ts'
import type { Switches } from '../../../platform/settings/switches.ts'
import { EVERYONE, type Waiting, type WaitingMember } from '../../../platform/waiting.ts'
import { countWaiting, itemsOf, type Counts } from './waiting.count.ts'

/** Changes within this time are counted together. */
const COALESCE = { everyMs: 1000, soonMs: 250 }

const NONE: Counts = new Map()

/** A member with an open page on this node, and what the page was told last. */
type Kept = {
  member: WaitingMember
  counts: Counts
  seq: number
  /** When the counting began that the counts are from; 0 before the first. */
  countedAt: number
  /** Numbers of the member's own rooms before the last counting: a room that has gone on was changed since. */
  streams: readonly number[]
}

type Deps = {
  readonly db: Db
  readonly users: UserCache
  readonly realtime: Pick<Realtime, 'listen' | 'onMissed' | 'publishHere' | 'hasListenersHere'>
  readonly log: FastifyBaseLogger
  readonly kinds: readonly Waiting[]
  readonly switches: Pick<Switches, 'isOn'>
}

/**
 * The lists of the members whose pages are open on this node. Events of other rooms mark what may have changed; a moment later each marked kind is
 * counted once, for all its marked members together. Every node counts for its own pages, so that the room needs no stream.
 */
export function keepWaiting({ db, users, realtime, log, kinds, switches }: Deps) {
  const kept = new Map<number, Kept>()
  const marked = new Map<number, Set<Waiting>>()
  /** Members whose rights have changed. */
  const changed = new Set<number>()
  let clock = 0

  const inUse = (): Waiting[] => kinds.filter(({ featureSwitch }) => switches.isOn(featureSwitch))
  const isOpen = (userId: number): boolean => realtime.hasListenersHere(roomKey('waiting', { userId }))
  const ownRooms = [...new Set<RoomName>(kinds.flatMap(({ changedBy }) => changedBy.flatMap(({ room, isOwn }) => (isOwn ? [room] : []))))]
  const streamKeys = (userId: number): string[] => [
    ...ownRooms.map((room) => roomKey(room, { userId })),
    roomKey('waiting', { userId }),
    roomKey('waiting', { userId: EVERYONE }),
  ]
  const readStreams = async (userIds: readonly number[]): Promise<readonly (readonly number[])[]> => {
    const keys = userIds.map(streamKeys)
    const seqs = await streamSeqs(db, keys.flat())
    let at = 0
    return keys.map(({ length }) => seqs.slice(at, (at += length)))
  }

  /** Takes over counts unless newer ones came first. Tells the member's pages if they differ. */
  const take = (known: Kept, counts: Counts, countedAt: number): void => {
    if (countedAt < known.countedAt) return
    const isFirst = known.countedAt === 0
    known.countedAt = countedAt
    if (isSame(known.counts, counts)) return
    known.counts = counts
    if (isFirst) return
    known.seq += 1
    const { userId } = known.member
    realtime.publishHere('waiting', { userId }, known.seq, 'waiting.changed', itemsOf(kinds, known.member, counts))
  }

  const countAgain = async (userIds: readonly number[]): Promise<void> => {
    const taken = userIds.flatMap((userId) => {
      if (!isOpen(userId)) kept.delete(userId)
      const known = kept.get(userId)
      const stale = marked.get(userId)
      marked.delete(userId)
      if (!known || !stale) return []
      return [{ known, stale: known.countedAt === 0 ? new Set(kinds) : stale }]
    })
    if (taken.length === 0) return
    try {
      for (const { known } of taken) if (changed.delete(known.member.userId)) await reload(known)
      clock += 1
      const countedAt = clock
      const streams = await readStreams(taken.map(({ known }) => known.member.userId))
      const staleOf = new Map(taken.map(({ known, stale }) => [known.member.userId, stale]))
      const members = taken.map(({ known }) => known.member)
      const counts = await countWaiting(db, inUse(), members, ({ userId }, kind) => staleOf.get(userId)?.has(kind) ?? false)
      taken.forEach(({ known, stale }, index) => {
        known.streams = streams[index] ?? []
        const fresh = counts.get(known.member.userId) ?? NONE
        const others = [...known.counts].filter(([id]) => !kinds.some((kind) => kind.id === id && stale.has(kind)))
        take(known, new Map([...others, ...fresh]), countedAt)
      })
    } catch (error) {
      for (const { known, stale } of taken) mark(known.member.userId, [...stale])
      throw error
    }
  }
  const reload = async (known: Kept): Promise<void> => {
    const { userId } = known.member
    const loaded = await users.reload(userId)
    // The sockets of a disabled account are closed by now.
    if (loaded) known.member = { userId, user: loaded.user, subject: accessSubject(loaded.user) }
  }

  const collector = createCollector<number>({
    ...COALESCE,
    work: countAgain,
    onError: (error) => log.warn({ err: error }, 'what waits for members could not be counted'),
  })
  const mark = (userId: number, which: readonly Waiting[]): void => {
    const member = kept.get(userId)?.member
    if (!member) return
    const concerning = changed.has(userId) ? which : which.filter(({ access }) => isAllowed(access, member.subject, { userId }))
    if (concerning.length === 0) return
    const known = marked.get(userId) ?? new Set()
    for (const kind of concerning) known.add(kind)
    marked.set(userId, known)
    collector.add(userId)
  }
  const markAll = (): void => {
    for (const userId of kept.keys()) {
      changed.add(userId)
      mark(userId, kinds)
    }
  }

  /** For changes without an event, and those whose event was missed. */
  const markChangedStreams = async (): Promise<void> => {
    for (const userId of kept.keys()) if (!isOpen(userId)) kept.delete(userId)
    const known = [...kept]
    const streams = await readStreams(known.map(([userId]) => userId))
    known.forEach(([userId, { streams: before }], index) => {
      if (streams[index]?.some((seq, place) => seq !== before[place])) mark(userId, kinds.filter(hasOwnRoom))
    })
  }

  followEvents({ kinds, realtime, mark, everyone: () => kept.keys() })
  realtime.onMissed(markAll)

  const room: RoomSource<'waiting'> = {
    snapshot: async ({ userId, user, subject }) => {
      const member = { userId, user, subject }
      const known = kept.get(userId) ?? { member, counts: NONE, seq: 1, countedAt: 0, streams: [] }
      known.member = member
      // Kept before the counting, so that what changes meanwhile is marked.
      kept.set(userId, known)
      clock += 1
      const countedAt = clock
      const [streams = []] = await readStreams([userId])
      const counts = (await countWaiting(db, inUse(), [member])).get(userId) ?? NONE
      if (countedAt >= known.countedAt) known.streams = streams
      take(known, counts, countedAt)
      return { seq: known.seq, state: itemsOf(kinds, known.member, known.counts) }
    },
    currentSeqs: async (params) => {
      await markChangedStreams()
      return params.map(({ userId }) => kept.get(userId)?.seq ?? 0)
    },
  }
  const access: AccessReactions = {
    userChanged: (userId) => {
      if (!kept.has(userId)) return
      changed.add(userId)
      mark(userId, kinds)
    },
    missed: markAll,
  }
  /** A feature was switched on or off. */
  const switched = (): void => {
    for (const userId of kept.keys())
      mark(
        userId,
        kinds.filter(({ featureSwitch }) => featureSwitch !== undefined),
      )
  }
  return { room, access, switched, close: collector.close }
}

export const hasOwnRoom = ({ changedBy }: Waiting): boolean => changedBy.some(({ isOwn }) => isOwn)

const isSame = (one: Counts, other: Counts): boolean => one.size === other.size && [...one].every(([id, count]) => other.get(id) === count)

type Following = {
  readonly kinds: readonly Waiting[]
  readonly realtime: Pick<Realtime, 'listen'>
  readonly mark: (userId: number, kinds: readonly Waiting[]) => void
  readonly everyone: () => Iterable<number>
}

function followEvents({ kinds, realtime, mark, everyone }: Following): void {
  const rooms = new Set(kinds.flatMap(({ changedBy }) => changedBy.map(({ room }) => room)))
  for (const room of rooms) {
    const changedIn = (isOwn: boolean, event: string) =>
      kinds.filter(({ changedBy }) =>
        changedBy.some((each) => each.room === room && each.isOwn === isOwn && (each.events?.includes(event) ?? true)),
      )
    realtime.listen(room, (params, { event }) => {
      const own = changedIn(true, event)
      if (own.length > 0 && 'userId' in params) mark(params.userId, own)
      const any = changedIn(false, event)
      if (any.length > 0) for (const userId of everyone()) mark(userId, any)
    })
  }
}
