import type { Position, RosterEntry } from '@tenfour/contract'
import type { PositionsSource } from './positions-source.ts'

/** By user. */
export type UnitPlaces = ReadonlyMap<number, Pick<Position, 'x' | 'y'>>

/** Positions come four times a second; who compares distances wants to know once in this time. */
const EVERY_MS = 1000
const NOWHERE: UnitPlaces = new Map()

/** Where members are, for as long as somebody asks: nobody is anywhere before, nor while the connection is down. */
export function createUnitPlaces(source: PositionsSource) {
  const listeners = new Set<() => void>()
  const places = new Map<number, Position>()
  let roster: ReadonlyMap<number, RosterEntry> = new Map()
  let known = NOWHERE
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (next: UnitPlaces) => {
    if (next.size === 0 && known.size === 0) return
    known = next
    for (const listener of listeners) listener()
  }
  const found = (): UnitPlaces =>
    new Map(
      [...roster.values()].flatMap(({ userId, slot }) => {
        const place = places.get(slot)
        return userId !== null && place ? [[userId, place] as const] : []
      }),
    )
  const forget = () => {
    clearTimeout(timer)
    timer = undefined
    places.clear()
  }
  const tellSoon = () => {
    if (timer !== undefined) return
    const tell = () => {
      timer = undefined
      become(found())
    }
    timer = setTimeout(tell, known.size === 0 ? 0 : EVERY_MS)
  }
  const start = () =>
    source.follow({
      onPhase: (phase) => {
        if (phase === 'live') return
        forget()
        become(NOWHERE)
      },
      onRoster: (next) => {
        roster = next
        tellSoon()
      },
      onFrame: ({ changed, gone }) => {
        for (const [slot, place] of changed) places.set(slot, place)
        for (const slot of gone) places.delete(slot)
        tellSoon()
      },
      onReset: () => places.clear(),
    })
  return {
    get: (): UnitPlaces => known,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      stop ??= start()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
        forget()
        known = NOWHERE
      }
    },
  }
}
