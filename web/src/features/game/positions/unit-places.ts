import type { Position, RosterEntry } from '@tenfour/contract'
import { createObservable, type Readable } from '../../../platform/store/observable.ts'
import type { PositionsSource } from './positions-source.ts'

/** By user. */
export type UnitPlaces = ReadonlyMap<number, Pick<Position, 'x' | 'y'>>

/** Positions arrive four times a second; comparing distances needs only this rate. */
const EVERY_MS = 1000
const NOWHERE: UnitPlaces = new Map()

/** Members' positions while observed; empty before that, and while the connection is down. */
export function createUnitPlaces(source: PositionsSource): Readable<UnitPlaces> {
  const places = new Map<number, Position>()
  let roster: ReadonlyMap<number, RosterEntry> = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined

  const setKnown = (next: UnitPlaces) => {
    if (next.size > 0 || known.get().size > 0) known.set(next)
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
  const publishSoon = () => {
    if (timer !== undefined) return
    const publish = () => {
      timer = undefined
      setKnown(found())
    }
    timer = setTimeout(publish, known.get().size === 0 ? 0 : EVERY_MS)
  }
  const start = () =>
    source.follow({
      onPhase: (phase) => {
        if (phase === 'live') return
        forget()
        setKnown(NOWHERE)
      },
      onRoster: (next) => {
        roster = next
        publishSoon()
      },
      onFrame: ({ changed, gone }) => {
        for (const [slot, place] of changed) places.set(slot, place)
        for (const slot of gone) places.delete(slot)
        publishSoon()
      },
      onReset: () => places.clear(),
    })
  const known = createObservable(NOWHERE, () => {
    const stop = start()
    return () => {
      stop()
      forget()
      known.set(NOWHERE)
    }
  })
  return known
}
