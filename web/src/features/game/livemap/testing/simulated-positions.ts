import { UNIT_CLASS, type PatrolUnit, type Position, type RosterEntry, type UnitClass, type UnitStatus } from '@tenfour/contract'
import { hash, pointAt, pointCount, smooth, type Line } from '../../../../map/island/geometry.ts'
import { ROADS } from '@tenfour/contract/island'
import type { PositionsSource } from '../../positions/positions-source.ts'

type Driver = { readonly line: Line; along: number; readonly speed: number }

const FRAME_MS = 250
const roads = ROADS.filter(({ kind }) => kind !== 'track').map(({ line }) => smooth(line))

/** Simulates units that drive up and down the island's roads, four frames a second. */
export function simulatedPositions(
  count: number,
  everyMs = FRAME_MS,
): PositionsSource & { readonly units: ReadonlyMap<number, PatrolUnit> } {
  const drivers = Array.from({ length: count }, (_, slot): Driver => {
    const line = roads[Math.floor(hash(slot, 11) * roads.length)] ?? []
    return {
      line,
      along: hash(slot, 3) * (pointCount(line) - 1),
      speed: (hash(slot, 5) < 0.12 ? 0 : 0.06 + hash(slot, 7) * 0.16) * (hash(slot, 9) < 0.5 ? -1 : 1),
    }
  })
  const units = new Map(drivers.map((__, slot) => [slot + 1, buildUnit(slot)]))
  const roster = new Map<number, RosterEntry>(
    [...units.values()].map(({ userId, name, identifier, unitClass }) => [
      userId - 1,
      { slot: userId - 1, userId, name, identifier, unitClass },
    ]),
  )
  const step = () => {
    for (const driver of drivers) driver.along = (driver.along + driver.speed + pointCount(driver.line) - 1) % (pointCount(driver.line) - 1)
  }
  const positions = () => drivers.map((driver, slot): readonly [number, Position] => [slot, positionOf(driver)])
  return {
    units,
    follow: (handlers) => {
      handlers.onRoster(roster)
      handlers.onFrame({ changed: positions(), gone: [], at: Date.now() })
      handlers.onPhase('live', 'all')
      const timer = setInterval(() => {
        step()
        handlers.onFrame({ changed: positions(), gone: [], at: Date.now() })
      }, everyMs)
      return () => clearInterval(timer)
    },
    trails: () => Promise.resolve([]),
  }
}

function positionOf({ line, along, speed }: Driver): Position {
  const index = Math.floor(along)
  const [fromX, fromY] = pointAt(line, index)
  const [toX, toY] = pointAt(line, Math.min(index + 1, pointCount(line) - 1))
  const share = along - index
  const heading = (Math.atan2(-(toX - fromX), toY - fromY) * 180) / Math.PI + (speed < 0 ? 180 : 0)
  return { x: fromX + (toX - fromX) * share, y: fromY + (toY - fromY) * share, heading }
}

const STATUSES: readonly UnitStatus[] = [3, 3, 3, 5, 5, 6, 4, 7, 2]

function buildUnit(slot: number): PatrolUnit {
  const unitClass: UnitClass = slot % 5 === 0 ? UNIT_CLASS.Fire : slot % 17 === 0 ? UNIT_CLASS.Comms : UNIT_CLASS.Leo
  return {
    userId: slot + 1,
    name: `Unit ${slot + 1}`,
    serverId: 1,
    department: { departmentId: 1, name: 'Police', type: 'Leo' },
    unitClass,
    identifier: `${1 + (slot % 9)}L${String(slot).padStart(2, '0')}`,
    type: slot % 41 === 0 ? 2 : 1,
    typeId: null,
    beatId: null,
    beatSince: null,
    channel: '',
    status: STATUSES[Math.floor(hash(slot, 13) * STATUSES.length)] ?? 3,
    statusId: null,
    statusLabel: '',
    statusSince: new Date().toISOString(),
    onDutySince: new Date().toISOString(),
    callId: null,
    callSince: null,
  }
}
