import type { RoomEvents } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { changeIn, inTransaction, type Change, type Publish } from '../../../platform/database/transaction.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { PresenceChange } from '../presence/presence.port.ts'
import * as repo from './live.repo.ts'
import { ALL_DEPARTMENTS } from './live.streams.ts'

/** Changes of a member within this time are sent together. */
const COALESCE_MS = 250
/** After a failure, for example while the database is down. */
const RETRY_MS = 5000
/** Fields of a unit that are also its patrol's. */
const SHOWN: readonly string[] = ['status', 'beatId', 'identifier', 'name', 'department']

/** Changes of patrols that other features report after their commit. They are sent shortly after, so that nobody waits for it. */
export type PatrolNews = {
  /**
   * Members moved, joined or left the game, or their civilian patrol began or ended; or all members on servers that were connected or lost.
   */
  readonly presenceChanged: (change: PresenceChange) => void
  /** Patrols that have ended were settled: absences may wait for a decision. */
  readonly settled: (patrols: Iterable<{ readonly userId: number; readonly departmentId: number }>) => void
}

type Waiting = {
  /** Members with changes; true if a patrol of theirs may have ended. */
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

/** Sends changes to the rooms of patrols: asynchronously, so that dispatching doesn't wait for it, and with one query for all members. */
export function followPatrols({ db, realtime, log }: Options) {
  let waiting = nothing()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  let isClosed = false

  const addMember = (userId: number, mayHaveEnded: boolean) =>
    waiting.members.set(userId, mayHaveEnded || (waiting.members.get(userId) ?? false))
  const putBack = ({ members, servers, own, departments }: Waiting) => {
    for (const serverId of servers) waiting.servers.add(serverId)
    for (const [userId, mayHaveEnded] of members) addMember(userId, mayHaveEnded)
    for (const userId of own) waiting.own.add(userId)
    for (const departmentId of departments) waiting.departments.add(departmentId)
  }
  const sendAll = async (): Promise<void> => {
    const taken = waiting
    waiting = nothing()
    if (isEmpty(taken)) return
    try {
      await send(db, realtime.publish, taken)
    } catch (error) {
      log.warn({ err: error }, 'changes of patrols could not be sent')
      putBack(taken)
      sendSoon(RETRY_MS)
    }
  }
  const sendSoon = (ms = COALESCE_MS) => {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      sending = sending.then(sendAll)
    }, ms)
  }
  const addMembers = (userIds: Iterable<number>, mayHaveEnded: boolean) => {
    for (const userId of userIds) addMember(userId, mayHaveEnded)
    sendSoon()
  }

  realtime.listenHere('board', (_server, news) => {
    if (news.event === 'unit.saved' || news.event === 'unit.left') addMembers([news.payload.userId], true)
    else if (news.event === 'unit.changed' && Object.keys(news.payload).some((field) => SHOWN.includes(field))) {
      addMembers([news.payload.userId], 'department' in news.payload)
    }
  })
  // Sends the changes that this portal had not sent before it was killed.
  sending = repo.advanceAll(db).then(
    () => undefined,
    (error: unknown) => log.warn({ err: error }, 'the rooms of patrols could not be advanced'),
  )

  const news: PatrolNews = {
    presenceChanged: ({ userIds, serverIds }) => {
      for (const serverId of serverIds) waiting.servers.add(serverId)
      addMembers(userIds, true)
    },
    settled: (patrols) => {
      for (const { userId, departmentId } of patrols) {
        waiting.own.add(userId)
        waiting.departments.add(departmentId)
      }
      sendSoon()
    },
  }
  return {
    news,
    /** Sends the remaining changes. */
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      await sending
      await sendAll()
    },
  }
}

const send = (db: Db, publish: Publish, { members, servers, own, departments }: Waiting): Promise<void> =>
  inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
    const changes: Change[] = []
    if (members.size + servers.size > 0) {
      await repo.takeTurn(tx)
      const open = await repo.openOf(tx, [...members.keys()], [...servers])
      const ended = await repo.lastEndedOf(
        tx,
        [...members].filter(([, mayHaveEnded]) => mayHaveEnded).map(([userId]) => userId),
      )
      for (const { userId, departmentId, patrolId } of ended) changes.push(...forAll(userId, departmentId, 'patrol.left', { patrolId }))
      for (const patrol of open) changes.push(...forAll(patrol.userId, patrol.departmentId, 'patrol.saved', patrol))
    }
    for (const userId of own) changes.push(changeIn('own-patrols', { userId }, 'patrols.changed', {}))
    for (const departmentId of departments.size > 0 ? [ALL_DEPARTMENTS, ...departments] : []) {
      changes.push(changeIn('patrols', { departmentId }, 'review.changed', {}))
    }
    await emitAll(changes)
  })

/** Sends a change to the rooms of the member, of the department and of all departments. */
const forAll = <E extends 'patrol.saved' | 'patrol.left'>(
  userId: number,
  departmentId: number,
  event: E,
  payload: RoomEvents<'patrols'>[E] & RoomEvents<'own-patrols'>[E],
): Change[] => [
  changeIn('own-patrols', { userId }, event, payload),
  changeIn('patrols', { departmentId }, event, payload),
  changeIn('patrols', { departmentId: ALL_DEPARTMENTS }, event, payload),
]
