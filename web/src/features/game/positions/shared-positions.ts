import type { MapGroup, Position, RosterEntry } from '@tenfour/contract'
import type { PositionsHandlers, PositionsPhase, PositionsSource } from './positions-source.ts'

/** Shares one subscription among any number of followers; later ones immediately get the current state. */
export function sharedPositions(source: PositionsSource): PositionsSource {
  const followers = new Set<PositionsHandlers>()
  const places = new Map<number, Position>()
  let [phase, group]: [PositionsPhase, MapGroup] = ['loading', 'units']
  let roster: ReadonlyMap<number, RosterEntry> = new Map()
  let lastAt = 0
  let stop: (() => void) | undefined

  const forget = () => {
    places.clear()
    roster = new Map()
  }
  const notify = (action: (follower: PositionsHandlers) => void) => followers.forEach(action)
  const start = () =>
    source.follow({
      onPhase: (...next) => {
        ;[phase, group] = next
        notify(({ onPhase }) => onPhase(phase, group))
      },
      onRoster: (next) => {
        roster = next
        notify(({ onRoster }) => onRoster(roster))
      },
      onFrame: (frame) => {
        for (const [slot, position] of frame.changed) places.set(slot, position)
        for (const slot of frame.gone) places.delete(slot)
        lastAt = frame.at
        notify(({ onFrame }) => onFrame(frame))
      },
      onReset: () => {
        forget()
        notify(({ onReset }) => onReset())
      },
    })
  return {
    trails: source.trails,
    follow: (handlers) => {
      followers.add(handlers)
      if (stop) {
        handlers.onPhase(phase, group)
        handlers.onRoster(roster)
        if (places.size > 0) handlers.onFrame({ changed: [...places], gone: [], at: lastAt })
      } else stop = start()
      return () => {
        if (!followers.delete(handlers) || followers.size > 0) return
        stop?.()
        stop = undefined
        forget()
      }
    },
  }
}
