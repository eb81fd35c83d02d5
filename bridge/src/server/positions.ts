import { createPositionEncoder, POSITIONS_AT_LEAST_MS, type Position } from '@tenfour/contract'
import { whereIs } from './players.ts'

function positionsOf(players: Iterable<string>): Map<number, Position> {
  const present = new Map<number, Position>()
  for (const source of players) {
    const position = whereIs(source)
    if (position) present.set(Number(source), position)
  }
  return present
}

const isSame = (a: Position | undefined, b: Position) => a !== undefined && a.x === b.x && a.y === b.y && a.heading === b.heading

type Options = {
  readonly perSecond: number
  /** The numbers of the players who have joined. */
  readonly players: () => Iterable<string>
  readonly send: (frame: Uint8Array) => void
}

/** Reads player positions on the server and sends changes. */
export function createPositions({ perSecond, players, send }: Options) {
  let encoder = createPositionEncoder()
  let timer: ReturnType<typeof setInterval> | undefined
  let last = new Map<number, Position>()
  let lastAt = 0
  let needsKey = true

  const read = () => {
    const now = Date.now()
    const present = positionsOf(players())
    const hasChanged = needsKey || present.size !== last.size || [...present].some(([slot, position]) => !isSame(last.get(slot), position))
    // Even if nobody moves, a frame is sent now and then to show that the data is current.
    if (!hasChanged && now - lastAt < POSITIONS_AT_LEAST_MS) return
    last = present
    lastAt = now
    const delta = encoder.delta(present, now)
    send(needsKey ? encoder.key() : delta)
    needsKey = false
  }
  return {
    start: () => {
      encoder = createPositionEncoder()
      needsKey = true
      clearInterval(timer)
      timer = setInterval(read, 1000 / perSecond)
    },
    sendKey: () => void (needsKey = true),
    stop: () => clearInterval(timer),
  }
}
