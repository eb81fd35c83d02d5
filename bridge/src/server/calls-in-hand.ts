import type { BridgeCall, CallOffer } from '@tenfour/contract'
import { NET, type GameCall, type Notice } from '../net.ts'
import type { Texts } from '../texts.ts'
import { hasJoined } from './players.ts'
import type { Units } from './units.ts'

type Offer = { call: BridgeCall; readonly to: Set<string> }
type Options = {
  readonly units: Pick<Units, 'of' | 'entries'>
  readonly notify: (source: string, notice: Notice) => void
  readonly texts: Texts
  /** How a player takes a call: by a key or a command. */
  readonly takeHint: string
  /** The command that attaches to a call; empty if it is disabled. */
  readonly attach: string
}

/** More on one map say nothing. */
const MAX_ON_MAP = 20
const MAX_GONE = 100
const MAX_TEXT = 300

/** The calls that players see in the game: the one their unit is on, and those offered to them. */
export function createCallsInHand({ units, notify, texts, takeHint, attach }: Options) {
  const offers = new Map<number, Offer>()
  /** Why calls that were offered are not any longer. */
  const gone = new Map<number, { readonly by: string; readonly to: ReadonlySet<string> }>()
  const own = new Map<string, { readonly call: BridgeCall; readonly isHere: boolean }>()
  /** The calls that each player was last sent, as JSON. */
  const shown = new Map<string, string>()

  const isOffered = (source: string, { call, to }: Offer): boolean => to.has(source) && units.of(source)?.callId !== call.callId
  const callsOf = (source: string): GameCall[] => {
    const unit = units.of(source)
    if (!unit) return []
    const mine = own.get(source)
    const offered = [...offers.values()].filter((offer) => isOffered(source, offer)).map(({ call }) => toGame(call, false))
    // Nobody needs the way to a call that they began where they stand.
    const shownOwn = mine && mine.call.callId === unit.callId && !mine.isHere ? [toGame(mine.call, true)] : []
    return [...shownOwn, ...offered.toReversed()].flatMap((call) => call ?? []).slice(0, MAX_ON_MAP)
  }
  const toGame = ({ callId, title, priority, x, y }: BridgeCall, isOwn: boolean): GameCall | null =>
    x === null || y === null ? null : { callId, name: texts('call.titled', { call: callId, title }).slice(0, 80), priority, x, y, isOwn }

  const sync = (source: string): void => {
    const calls = callsOf(source)
    const text = JSON.stringify(calls)
    if (text === (shown.get(source) ?? '[]')) return
    shown.set(source, text)
    emitNet(NET.calls, source, calls)
  }
  const syncAll = (sources: Iterable<string>): void => {
    for (const source of sources) if (hasJoined(source)) sync(source)
  }
  const where = ({ location, postal, narrative }: BridgeCall): string =>
    ([location, postal && texts('call.postal', { postal })].filter(Boolean).join(', ') || narrative).slice(0, MAX_TEXT)

  /** `by` is empty for a call that was cleared, and null if nothing is known. */
  const end = (callId: number, by: string | null): void => {
    const offer = offers.get(callId)
    if (!offer) return
    offers.delete(callId)
    if (by !== null) gone.set(callId, { by, to: offer.to })
    const [oldest] = gone.keys()
    if (gone.size > MAX_GONE && oldest !== undefined) gone.delete(oldest)
    syncAll(offer.to)
  }
  const whyGone = (source: string, callId: number): string | undefined => {
    const ended = gone.get(callId)
    if (!ended?.to.has(source)) return undefined
    if (ended.by === '') return texts('offer.gone', { call: callId })
    return texts(attach === '' ? 'offer.taken' : 'offer.takenAttach', { unit: ended.by, call: callId, command: attach })
  }
  /** The call a player takes, or why there is none. */
  const toTake = (source: string): { readonly callId: number } | { readonly problem: string } => {
    const newest = [...offers.values()].findLast((offer) => isOffered(source, offer))
    if (newest) return { callId: newest.call.callId }
    const ended = [...gone.keys()].findLast((callId) => whyGone(source, callId) !== undefined)
    return { problem: (ended !== undefined && whyGone(source, ended)) || texts('offer.none') }
  }
  const add = ({ call, to }: CallOffer): string[] => {
    const sources = to.map(String).filter((source) => hasJoined(source) && units.of(source) !== undefined)
    const known = offers.get(call.callId)
    gone.delete(call.callId)
    offers.set(call.callId, { call, to: new Set([...(known?.to ?? []), ...sources]) })
    return sources
  }

  return {
    offered: ({ isWaiting = false, ...offer }: CallOffer & { readonly isWaiting?: boolean | undefined }): void => {
      const { call } = offer
      const title = texts('offer.title', { call: call.callId, title: call.title })
      for (const source of add(offer)) {
        if (!isWaiting) notify(source, { title, text: [where(call), takeHint].filter(Boolean).join('\n'), tone: 'call' })
        sync(source)
      }
    },
    withdrawn: ({ callId, by }: { readonly callId: number; readonly by: string }): void => end(callId, by),
    cleared: (callId: number): void => {
      end(callId, '')
      for (const [source, { call }] of own) {
        if (call.callId !== callId) continue
        own.delete(source)
        sync(source)
      }
    },
    changed: (call: BridgeCall): void => {
      const offer = offers.get(call.callId)
      if (offer) offer.call = call
      for (const [source, mine] of own) if (mine.call.callId === call.callId) own.set(source, { ...mine, call })
      syncAll(new Set([...own.keys(), ...(offer?.to ?? [])]))
    },
    /** `isHere` if the player began it where they stand. */
    assigned: (source: string, call: BridgeCall, isHere: boolean): void => {
      own.set(source, { call, isHere })
      if (!isHere)
        notify(source, { title: texts('call.titled', { call: call.callId, title: call.title }), text: where(call), tone: 'call' })
      sync(source)
    },
    /** The call that the player's unit is on. */
    callOf: (source: string): BridgeCall | undefined => {
      const call = own.get(source)?.call
      return call && units.of(source)?.callId === call.callId ? call : undefined
    },
    toTake,
    /** Units changed: calls that they left, or are off duty for, go. */
    unitsChanged: (): void => syncAll(new Set([...shown.keys(), ...own.keys()])),
    /** Everything the portal knows after a reconnection. */
    replace: (calls: readonly BridgeCall[], offered: readonly CallOffer[]): void => {
      const byId = new Map(calls.map((call) => [call.callId, call]))
      const before = [...shown.keys()]
      for (const callId of offers.keys()) if (!offered.some(({ call }) => call.callId === callId)) end(callId, null)
      offers.clear()
      own.clear()
      for (const each of offered) add(each)
      for (const [source, { callId }] of units.entries()) {
        const call = callId === null ? undefined : byId.get(callId)
        if (call) own.set(source, { call, isHere: false })
      }
      syncAll(new Set([...before, ...[...units.entries()].map(([source]) => source)]))
    },
    /** The player's game has just started, or our client script was restarted. */
    ready: (source: string): void => {
      shown.delete(source)
      sync(source)
    },
    left: (source: string): void => {
      own.delete(source)
      shown.delete(source)
      for (const { to } of offers.values()) to.delete(source)
    },
  }
}
export type CallsInHand = ReturnType<typeof createCallsInHand>
