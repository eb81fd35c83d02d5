import { createPositionEncoder, type MapGroup, type Position, type RosterEntry, type UnitClass } from '@tenfour/contract'

/** A player on a server; `unit` is set if they are on duty there for police, fire or communications. */
export type Positioned = {
  readonly source: number
  readonly name: string
  readonly userId: number | null
  readonly unit: { readonly identifier: string; readonly unitClass: UnitClass } | null
}
export type RosterChange = { readonly saved: RosterEntry[]; readonly left: number[] }

const isSeenIn: Readonly<Record<MapGroup, (player: Positioned) => boolean>> = {
  units: ({ unit }) => unit !== null,
  all: () => true,
}

export type OwnGroup = ReturnType<typeof createGroup>

/** The players one kind of viewer may see, with their slots, and the frame stream sent to those viewers. */
export function createGroup(group: MapGroup) {
  const roster = new Map<number, RosterEntry>()
  const slots = new Map<number, number>()
  const sources = new Map<number, number>()
  // A random start, so that a frame of one stream can't be mistaken for the successor of another's.
  const encoder = createPositionEncoder(Math.floor(Math.random() * 1_000_000))
  let highest = 0
  let free: number[] = []
  /** Reusable only after a frame has reported them as gone. */
  let freed: number[] = []

  const takeSlot = (source: number): number => {
    const slot = free.pop() ?? highest++
    slots.set(source, slot)
    sources.set(slot, source)
    return slot
  }

  return {
    roster,
    slotOf: (source: number) => slots.get(source),
    sourceOf: (slot: number) => sources.get(slot),
    key: () => encoder.key(),

    setPlayers: (players: Iterable<Positioned>): RosterChange | undefined => {
      const seen = new Map([...players].filter(isSeenIn[group]).map((player) => [player.source, player]))
      const left: number[] = []
      for (const [source, slot] of slots) {
        if (seen.has(source)) continue
        slots.delete(source)
        sources.delete(slot)
        roster.delete(slot)
        freed.push(slot)
        left.push(slot)
      }
      const saved: RosterEntry[] = []
      for (const { source, name, userId, unit } of seen.values()) {
        const slot = slots.get(source) ?? takeSlot(source)
        const entry = { slot, userId, name, identifier: unit?.identifier ?? null, unitClass: unit?.unitClass ?? null }
        if (isSame(roster.get(slot), entry)) continue
        roster.set(slot, entry)
        saved.push(entry)
      }
      return saved.length + left.length > 0 ? { saved, left } : undefined
    },

    /** Changes since the last frame. */
    frame: (positionOf: (source: number) => Position | undefined, at: number): Uint8Array => {
      const present = new Map<number, Position>()
      for (const [source, slot] of slots) {
        const position = positionOf(source)
        if (position) present.set(slot, position)
      }
      free = [...free, ...freed].toSorted((a, b) => b - a)
      freed = []
      return encoder.delta(present, at)
    },
  }
}

const isSame = (was: RosterEntry | undefined, is: RosterEntry): boolean =>
  was !== undefined &&
  was.userId === is.userId &&
  was.name === is.name &&
  was.identifier === is.identifier &&
  was.unitClass === is.unitClass
