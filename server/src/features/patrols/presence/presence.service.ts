import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { runAfterCommit } from '../../../platform/database/transaction.ts'
import { endCivilianPatrols, type InGame, openCivilianPatrols } from '../patrols/patrols.port.ts'
import {
  type Batch,
  createPresenceRecorder,
  type LinkedPlayer,
  type Place,
  PRESENCE_TIMING,
  type PresenceChange,
  type PresenceTiming,
} from './presence.recorder.ts'
import { presenceAround, readClock, unseenCivilians, wasConnected, writePresence } from './presence.repo.ts'

/** A civilian patrol ends if there is no presence for longer than this, for example because the portal did not run. */
const MAX_HOLE_SECONDS = 300
/** The clocks of two machines differ a little; beyond this difference the database's clock is used, because patrols start and end by it. */
const MAX_CLOCK_DIFFERENCE_MS = 1000

type Options = {
  readonly db: Db
  readonly locate: (serverId: number, source: number) => Place | undefined
  readonly hasCivilianPatrols: () => boolean
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** For benchmarks and tests. */
  readonly timing?: PresenceTiming | undefined
}
export type Presence = Awaited<ReturnType<typeof createPresence>>

/**
 * Records in the background what the game servers connected to this node report about members, and opens and ends civilian patrols
 * accordingly.
 */
export async function createPresence({ db, locate, hasCivilianPatrols, log, timing = PRESENCE_TIMING }: Options) {
  const recorder = createPresenceRecorder({ locate, timing })
  const listeners = new Set<(change: PresenceChange) => void>()
  const asked = Date.now()
  let offset = offsetOf(await readClock(db), asked, Date.now()) ?? 0
  const now = () => Math.round(Date.now() + offset)
  let isStarted = false
  /**
   * For a while after this, other members may be connected without it having been written, because the portal has just started or the
   * database was away.
   */
  let unsureSince = now()
  let failedSince: number | undefined
  let writing: Promise<void> | undefined

  const noteRecovery = ({ watches }: Batch) => {
    const seconds = Math.round((now() - (failedSince ?? now())) / 1000)
    log.warn({ seconds, dropped: recorder.takeDropped() }, 'presence is written again')
    failedSince = undefined
    // Until then it looked as if nobody was watching.
    recorder.noteChanged(watches.map(({ serverId }) => serverId))
  }

  const write = async (): Promise<void> => {
    // Runs before anything new is written, because after that the gap could no longer be seen.
    if (!isStarted) await db.transaction().execute((tx) => endUnseen(tx, MAX_HOLE_SECONDS))
    isStarted = true
    const before = now()
    const batch = recorder.batch(before)
    const clock = await db.transaction().execute(async (tx) => {
      if (batch.watches.length > 0) await writePresence(tx, batch)
      return readClock(tx)
    })
    recorder.written(batch)
    if (failedSince !== undefined) noteRecovery(batch)
    offset = offsetOf(clock, before - offset, Date.now(), offset) ?? offset
    const civilians = await followCivilians().catch((error: unknown) => {
      log.error({ err: error }, 'civilian patrols could not be opened or ended')
      return []
    })
    const { userIds, serverIds } = recorder.takeChange()
    const change = { userIds: [...new Set([...userIds, ...civilians])], serverIds }
    if (change.userIds.length + serverIds.length > 0) runAfterCommit([...listeners].map((listener) => () => listener(change)))
  }

  /** Members whose civilian patrol was opened or ended. */
  const followCivilians = (): Promise<number[]> =>
    db.transaction().execute(async (tx) => {
      if (!hasCivilianPatrols()) return userIdsOf(await endCivilianPatrols(tx, 'everyone', 'last-seen'))
      const present = recorder.present()
      const ended = now() - unsureSince >= timing.lostMs ? await endUnseen(tx, timing.lostMs / 1000, present) : []
      return [...ended, ...userIdsOf(await openCivilianPatrols(tx, present))]
    })

  /**
   * Ends the civilian patrols of members who have not been seen for that long, or are on another server now, at the moment they were last
   * seen.
   */
  const endUnseen = async (tx: Tx, seconds: number, present: readonly InGame[] = []): Promise<number[]> => {
    const ended: number[] = []
    for (const { serverId, userIds } of await unseenCivilians(tx, seconds, present)) {
      const unseen = userIds.filter((userId) => !recorder.isPresent(serverId, userId))
      ended.push(...userIdsOf(await endCivilianPatrols(tx, { serverId, userIds: unseen }, 'last-seen')))
    }
    return ended
  }

  const writeSafely = (): Promise<void> => {
    writing ??= write()
      .catch((error: unknown) => {
        // Logged once, until writing works again.
        if (failedSince === undefined) log.error({ err: error }, 'presence could not be written; it is kept in memory')
        failedSince ??= now()
        unsureSince = now()
      })
      .finally(() => (writing = undefined))
    return writing
  }
  const sampling = setInterval(() => recorder.sample(now()), timing.sampleMs).unref()
  const writingOften = setInterval(() => void writeSafely(), timing.writeMs).unref()
  const stop = () => {
    clearInterval(sampling)
    clearInterval(writingOften)
  }

  return {
    /** A game server is connected, and these of its players are linked. Call it again at every heartbeat. */
    see: (serverId: number, players: Iterable<LinkedPlayer>): void => recorder.see(serverId, players, now()),
    lose: (serverId: number): void => recorder.lose(serverId, now()),
    /** Whether the game server had reported the member as connected that long ago. */
    wasConnected: async (serverId: number, userId: number, secondsAgo: number): Promise<boolean> => {
      const at = now() - secondsAgo * 1000
      const recent = recorder.of(serverId, userId, now())
      // While the watches in the database are incomplete, only presence itself counts.
      if (wasConnected(at, { intervals: recent.intervals, watches: [] })) return true
      const { intervals, watches } = await presenceAround(db, { serverId, userId, at })
      return wasConnected(at, { intervals: [...intervals, ...recent.intervals], watches: [...watches, ...recent.watches] })
    },
    /** Called after changes are written, every few seconds at most, also for members whose civilian patrol was opened or ended. */
    onChanged: (listener: (change: PresenceChange) => void): void => void listeners.add(listener),
    stop,
    /** Writes the rest; changes that can't be written now are lost. */
    close: async (): Promise<void> => {
      stop()
      await writing
      await writeSafely()
    },
  }
}

/** The offset of a clock that was read between these two moments; undefined if the current offset still fits. */
function offsetOf(clock: number, asked: number, answered: number, offset = 0): number | undefined {
  const isNear = clock >= asked + offset - MAX_CLOCK_DIFFERENCE_MS && clock <= answered + offset + MAX_CLOCK_DIFFERENCE_MS
  return isNear ? undefined : clock - answered
}

const userIdsOf = (patrols: readonly { readonly userId: number }[]): number[] => patrols.map(({ userId }) => userId)
