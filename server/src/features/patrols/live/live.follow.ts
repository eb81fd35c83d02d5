import type { RoomEvents, RoomName, RoomParams } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { advanceStreams, runAfterCommit, type Publish } from '../../../platform/database/transaction.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { PresenceChange } from '../presence/presence.port.ts'
import * as repo from './live.repo.ts'
import { ALL_DEPARTMENTS, ownPatrolsStream, patrolsStream } from './live.streams.ts'

/** Changes of a member within this time are told together. */
const COALESCE_MS = 250
/** After a failure, for example while the database is down. */
const RETRY_MS = 5000
/** Fields of a unit that are also its patrol's. */
const SHOWN: readonly string[] = ['status', 'beatId', 'identifier', 'name', 'department']

/** What others say of patrols after they have committed it. Told shortly after, so that nobody waits for it. */
export type PatrolNews = {
  /** Members were seen moving, joined or left, or began or ended a civilian patrol; or all on servers that were connected or lost. */
  readonly presenceChanged: (change: PresenceChange) => void
  /** Patrols that have ended were settled: absences may wait for a decision. */
  readonly settled: (patrols: Iterable<{ readonly userId: number; readonly departmentId: number }>) => void
}

type Waiting = {
  /** Members; true if a patrol of theirs may have ended. */
  readonly members: Map<number, boolean>
  readonly servers: Set<number>
  readonly own: Set<number>
  readonly departments: Set<number>
}
const nothing = (): Waiting => ({ members: new Map(), servers: new Set(), own: new Set(), departments: new Set() })
const isEmpty = ({ members, servers, own, departments }: Waiting): boolean =>
  members.size + servers.size + own.size + departments.size === 0

type Options = {
  readonly db: Db
  readonly realtime: Pick<Realtime, 'listenHere' | 'publish'>
  readonly log: FastifyBaseLogger
}

/** Tells the rooms of patrols what changed: asynchronously, so that dispatching doesn't wait for it, and with one query for all members. */
export function followPatrols({ db, realtime, log }: Options) {
  let waiting = nothing()
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> = Promise.resolve()
  let isClosed = false

  const addMember = (userId: number, mayHaveEnded: boolean) =>
    waiting.members.set(userId, mayHaveEnded || (waiting.members.get(userId) ?? false))
  const putBack = ({ members, servers, own, departments }: Waiting) => {
    for (const serverId of servers) waiting.servers.add(serverId)
    for (const [userId, mayHaveEnded] of members) addMember(userId, mayHaveEnded)
    for (const userId of own) waiting.own.add(userId)
    for (const departmentId of departments) waiting.departments.add(departmentId)
  }
  const tellAll = async (): Promise<void> => {
    const taken = waiting
    waiting = nothing()
    if (isEmpty(taken)) return
    try {
      await tell(db, realtime.publish, taken)
    } catch (error) {
      log.warn({ err: error }, 'changes of patrols could not be told')
      putBack(taken)
      tellSoon(RETRY_MS)
    }
  }
  const tellSoon = (ms = COALESCE_MS) => {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      telling = telling.then(tellAll)
    }, ms)
  }
  const note = (userIds: Iterable<number>, mayHaveEnded: boolean) => {
    for (const userId of userIds) addMember(userId, mayHaveEnded)
    tellSoon()
  }

  realtime.listenHere('board', (_server, news) => {
    if (news.event === 'unit.saved' || news.event === 'unit.left') note([news.payload.userId], true)
    else if (news.event === 'unit.changed' && Object.keys(news.payload).some((field) => SHOWN.includes(field))) {
      note([news.payload.userId], 'department' in news.payload)
    }
  })
  // What this portal had not told yet when it was killed.
  telling = repo.advanceAll(db).then(
    () => undefined,
    (error: unknown) => log.warn({ err: error }, 'the rooms of patrols could not be advanced'),
  )

  const news: PatrolNews = {
    presenceChanged: ({ userIds, serverIds }) => {
      for (const serverId of serverIds) waiting.servers.add(serverId)
      note(userIds, true)
    },
    settled: (patrols) => {
      for (const { userId, departmentId } of patrols) {
        waiting.own.add(userId)
        waiting.departments.add(departmentId)
      }
      tellSoon()
    },
  }
  return {
    news,
    /** Tells the rest. */
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      await telling
      await tellAll()
    },
  }
}

async function tell(db: Db, publish: Publish, { members, servers, own, departments }: Waiting): Promise<void> {
  const sends = await db.transaction().execute(async (tx) => {
    const events = collectEvents()
    if (members.size + servers.size > 0) {
      await repo.takeTurn(tx)
      const open = await repo.openOf(tx, [...members.keys()], [...servers])
      const ended = await repo.lastEndedOf(
        tx,
        [...members].filter(([, mayHaveEnded]) => mayHaveEnded).map(([userId]) => userId),
      )
      for (const { userId, departmentId, patrolId } of ended) events.addForBoth(userId, departmentId, 'patrol.left', { patrolId })
      for (const patrol of open) events.addForBoth(patrol.userId, patrol.departmentId, 'patrol.saved', patrol)
    }
    for (const userId of own) events.addForMember(userId, 'patrols.changed', {})
    for (const departmentId of departments.size > 0 ? [ALL_DEPARTMENTS, ...departments] : []) {
      events.addForDepartment(departmentId, 'review.changed', {})
    }
    const counts = events.counts()
    return counts.size === 0 ? [] : events.number(await advanceStreams(tx, counts), publish)
  })
  runAfterCommit(sends)
}

/** Events to publish in order, each with the next number of its room. */
function collectEvents() {
  type Numbered = { readonly key: string; readonly send: (publish: Publish, seq: number) => void }
  const events: Numbered[] = []
  const add = <N extends RoomName, E extends keyof RoomEvents<N> & string>(
    key: string,
    room: N,
    params: RoomParams<N>,
    event: E,
    payload: RoomEvents<N>[E],
  ) => void events.push({ key, send: (publish, seq) => publish(room, params, seq, event, payload) })

  const addForMember = <E extends keyof RoomEvents<'own-patrols'>>(userId: number, event: E, payload: RoomEvents<'own-patrols'>[E]) =>
    add(ownPatrolsStream(userId), 'own-patrols', { userId }, event, payload)
  const addForDepartment = <E extends keyof RoomEvents<'patrols'>>(departmentId: number, event: E, payload: RoomEvents<'patrols'>[E]) =>
    add(patrolsStream(departmentId), 'patrols', { departmentId }, event, payload)
  const counts = () => {
    const all = new Map<string, number>()
    for (const { key } of events) all.set(key, (all.get(key) ?? 0) + 1)
    return all
  }
  return {
    addForMember,
    addForDepartment,
    /** For the member, the department and the room of all departments. */
    addForBoth: <E extends 'patrol.saved' | 'patrol.left'>(
      userId: number,
      departmentId: number,
      event: E,
      payload: RoomEvents<'patrols'>[E] & RoomEvents<'own-patrols'>[E],
    ) => {
      addForMember(userId, event, payload)
      addForDepartment(departmentId, event, payload)
      addForDepartment(ALL_DEPARTMENTS, event, payload)
    },
    counts,
    /** `reached` has the last number of each room. */
    number: (reached: ReadonlyMap<string, number>, publish: Publish): (() => void)[] => {
      const next = new Map([...counts()].map(([key, count]) => [key, (reached.get(key) ?? 0) - count]))
      return events.map(({ key, send }) => {
        const seq = (next.get(key) ?? 0) + 1
        next.set(key, seq)
        return () => send(publish, seq)
      })
    },
  }
}
