import type { MapGroup, RosterEntry } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import type { MapEngine } from '../../../map/engine/engine.ts'
import type { PositionsPhase, PositionsSource } from '../positions/positions.port.ts'

export type Everyone = {
  readonly phase: PositionsPhase
  readonly group: MapGroup
  readonly roster: ReadonlyMap<number, RosterEntry>
}
const NOBODY: Everyone = { phase: 'loading', group: 'units', roster: new Map() }

/** Passes positions directly to the map; React state only holds the roster. */
export function usePositions(source: PositionsSource, engine: MapEngine | null): Everyone {
  const [everyone, setEveryone] = useState(NOBODY)
  useEffect(() => {
    if (!engine) return
    const stop = source.follow({
      onPhase: (phase, group) => setEveryone((known) => ({ ...known, phase, group })),
      onRoster: (roster) => {
        engine.setRoster(roster)
        setEveryone((known) => ({ ...known, roster }))
      },
      onFrame: ({ changed, gone, at }) => engine.positions(changed, gone, at),
      onReset: () => engine.clearPositions(),
    })
    return () => {
      stop()
      setEveryone(NOBODY)
    }
  }, [source, engine])
  return everyone
}
