import { isDispatcher, UNIT_STATUS, type Call, type CallOffer, type RoomEvents } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import { findCall, findUnit, openCalls } from '../../dispatch/board/board.port.ts'
import type { Gateway, Link } from './bridge.gateway.ts'
import type { Players, Present } from './bridge.players.ts'

type Options = {
  readonly db: Db
  readonly gateway: () => Pick<Gateway, 'link'>
  readonly players: Pick<Players, 'on'>
}
/** For each call that is offered, the players who were told of it. */
type Offered = Map<number, Set<number>>
export type Offers = ReturnType<typeof createOffers>

/** Messages that a bridge has to handle before it is told of offers. */
const OFFER = 'call.offered'

/**
 * New calls, offered in the game to the units of the departments that they concern. A game server is told of a call only while one of its players may take
 * it, together with the players who may see it.
 */
export function createOffers({ db, gateway, players }: Options) {
  const byServer = new Map<number, Offered>()
  const offeredOn = (serverId: number): Offered => {
    const known = byServer.get(serverId) ?? new Map<number, Set<number>>()
    byServer.set(serverId, known)
    return known
  }

  const offer = (serverId: number, call: Call, isWaiting?: true): void => {
    const link = gateway().link(serverId)
    if (!link?.handles(OFFER) || !isForTaking(call)) return
    const offered = offeredOn(serverId)
    const known = offered.get(call.callId) ?? new Set()
    const to = takersOf(call, players.on(serverId)).filter((source) => !known.has(source))
    if (to.length === 0) return
    offered.set(call.callId, new Set([...known, ...to]))
    link.tell(OFFER, { call, to, ...(isWaiting && { isWaiting }) })
  }
  const withdraw = async (serverId: number, callId: number, userId: number | null | undefined): Promise<void> => {
    const link = gateway().link(serverId)
    if (!offeredOn(serverId).delete(callId) || !link) return
    const unit = userId ? await findUnit(db, userId) : null
    link.tell('call.withdrawn', { callId, by: unit?.identifier ?? '' })
  }

  return {
    isOffered: (serverId: number, callId: number): boolean => byServer.get(serverId)?.has(callId) === true,
    saved: (serverId: number, call: Call): void => offer(serverId, call),
    changed: async (serverId: number, { callId, status, primaryUserId, classes }: RoomEvents<'board'>['call.changed']): Promise<void> => {
      // Everyone goes to a panic alarm, so that one is offered until it is cleared.
      const isTaken = status === 'active' && byServer.get(serverId)?.has(callId) === true
      if (!isTaken && (classes === undefined || !gateway().link(serverId))) return
      const call = (await findCall(db, callId))?.call
      if (isTaken && !(call && isForTaking(call))) await withdraw(serverId, callId, primaryUserId)
      else if (call) offer(serverId, call)
    },
    cleared: (serverId: number, callId: number): void => void byServer.get(serverId)?.delete(callId),
    /** Calls that players of a bridge may take, for the answer to its `hello`. */
    greet: async ({ serverId }: Link, knows: readonly string[]): Promise<CallOffer[] | undefined> => {
      byServer.delete(serverId)
      if (!knows.includes(OFFER)) return undefined
      const offers = (await openCalls(db, serverId))
        .filter(isForTaking)
        .map((call) => ({ call, to: takersOf(call, players.on(serverId)) }))
        .filter(({ to }) => to.length > 0)
      for (const { call, to } of offers) offeredOn(serverId).set(call.callId, new Set(to))
      return offers
    },
    /** Offers what was created while the bridge was greeted. */
    catchUp: async ({ serverId }: Link): Promise<void> => {
      for (const call of await openCalls(db, serverId)) offer(serverId, call)
    },
    /** Shows the calls that wait to units that have come on duty. */
    showWaiting: async (serverId: number): Promise<void> => {
      if (!gateway().link(serverId)?.handles(OFFER)) return
      for (const call of await openCalls(db, serverId)) offer(serverId, call, true)
    },
    forget: ({ serverId }: Link): void => void byServer.delete(serverId),
  }
}

const isForTaking = ({ status, panicUserId }: Call): boolean => status === 'pending' || (status === 'active' && panicUserId !== null)

/** Units on duty on the call's server whom it concerns and who are not on it. Dispatchers send units instead. */
const takersOf = ({ callId, serverId, classes, panicUserId }: Call, present: readonly Present[]): number[] =>
  present.flatMap(({ source, account }) => {
    const unit = account?.unit
    if (!unit || unit.serverId !== serverId || unit.status === UNIT_STATUS.offDuty || isDispatcher(unit)) return []
    return classes.includes(unit.unitClass) && unit.callId !== callId && account.userId !== panicUserId ? [source] : []
  })
