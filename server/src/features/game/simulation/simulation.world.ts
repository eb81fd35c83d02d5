import {
  UNIT_STATUS,
  type BridgeCall,
  type BridgeUnit,
  type EventKind,
  type EventPayload,
  type GamePlayer,
  type Position,
} from '@tenfour/contract'
import { along, ROUTES, troubleOf } from '@tenfour/contract/simulated-routes'

/** A unit of the simulated game, and the player who is it. */
export type SimulatedMember = { readonly name: string; readonly steam: string; readonly departmentId: number; readonly identifier: string }
type Point = { readonly x: number; readonly y: number }
type Event = { [K in EventKind]: { readonly kind: K; readonly player: GamePlayer; readonly payload: Partial<EventPayload<K>> } }[EventKind]

type Driver = {
  readonly player: GamePlayer
  readonly member: SimulatedMember
  readonly route: (typeof ROUTES)[number]
  travelled: number
  place: Position
  status: number | null
  callId: number | null
  goal: Point | null
  /** When it arrived at its call. */
  arrivedAt: number | null
  isOnRoute: boolean
  /** Says nothing before this: the answer to what it said last may be under way. */
  quietUntil: number
}

const SPEED = 18
const HURRY = 45
const NEAR = 15
const ANSWER_MS = 5000
const ON_SCENE_MS = 45_000
const CALL_EVERY_MS = 120_000
const FIRST_CALL_MS = 10_000
/** So that nobody who looks away finds a hundred. */
const MAX_OPEN_CALLS = 2

/** Somebody without an account, who calls 911. */
const CALLER = 1
const caller = { source: CALLER, name: 'Simulated caller', identifiers: { license: 'simulated-caller' } }

/** Who drives where and says what, without sockets and timers: units patrol, and drive to a call, work it and clear it. */
export function createWorld(members: readonly SimulatedMember[], startedAt: number) {
  const drivers: Driver[] = members.map((member, index) => {
    const route = ROUTES[(index * 4 + 4) % ROUTES.length] ?? []
    const travelled = index * 613
    return {
      player: { source: CALLER + 1 + index, name: member.name, identifiers: { steam: member.steam } },
      member,
      route,
      travelled,
      place: along(route, travelled),
      status: null,
      callId: null,
      goal: null,
      arrivedAt: null,
      isOnRoute: true,
      quietUntil: 0,
    }
  })
  const openCalls = new Set<number>()
  let calls = 0
  let nextCallAt = startedAt + FIRST_CALL_MS
  let lastAt = startedAt
  const bySteam = (steam: string | null) => drivers.find(({ member }) => member.steam === steam)

  const head = (driver: Driver, goal: Point, metres: number): boolean => {
    const [dx, dy] = [goal.x - driver.place.x, goal.y - driver.place.y]
    const distance = Math.hypot(dx, dy)
    if (distance <= Math.max(metres, NEAR)) return true
    const heading = ((Math.atan2(-dx, dy) * 180) / Math.PI + 360) % 360
    driver.place = { x: driver.place.x + (dx / distance) * metres, y: driver.place.y + (dy / distance) * metres, heading }
    return false
  }
  const drive = (driver: Driver, seconds: number, now: number): void => {
    if (driver.callId !== null) {
      driver.isOnRoute = false
      if (head(driver, driver.goal ?? driver.place, HURRY * seconds)) driver.arrivedAt ??= now
    } else if (!driver.isOnRoute) driver.isOnRoute = head(driver, along(driver.route, driver.travelled), HURRY * seconds)
    else {
      driver.travelled += SPEED * seconds
      driver.place = along(driver.route, driver.travelled)
    }
  }
  const says = ({ player, member, status, callId, arrivedAt }: Driver, now: number): Event | undefined => {
    if (status === null) {
      const { departmentId, identifier } = member
      return { kind: 'duty-on', player, payload: { departmentId, identifier, type: 1 } }
    }
    if (callId === null) {
      const isWorking = status === UNIT_STATUS.enRoute || status === UNIT_STATUS.onScene
      return isWorking ? { kind: 'status', player, payload: { status: UNIT_STATUS.inService } } : undefined
    }
    if (arrivedAt === null) return undefined
    if (status === UNIT_STATUS.enRoute) return { kind: 'status', player, payload: { status: UNIT_STATUS.onScene } }
    return now - arrivedAt >= ON_SCENE_MS ? { kind: 'call-cleared', player, payload: {} } : undefined
  }
  const emergency = (now: number): Event | undefined => {
    if (now < nextCallAt || openCalls.size >= MAX_OPEN_CALLS) return undefined
    nextCallAt = now + CALL_EVERY_MS
    const { x, y } = along(ROUTES[(calls * 2 + 4) % ROUTES.length] ?? [], 300 + calls * 977)
    const payload = { text: troubleOf(calls), caller: caller.name, x, y }
    calls += 1
    return { kind: 'call-911', player: caller, payload }
  }

  return {
    players: [caller, ...drivers.map(({ player }) => player)] as readonly GamePlayer[],
    /** Everything is as the portal says; what was known before is forgotten. */
    greeted: (units: readonly BridgeUnit[], known: readonly BridgeCall[]): void => {
      for (const driver of drivers) Object.assign(driver, { status: null, callId: null, goal: null, arrivedAt: null, quietUntil: 0 })
      for (const unit of units) {
        const driver = bySteam(unit.steam)
        const call = known.find(({ callId }) => callId === unit.callId)
        if (driver) Object.assign(driver, { status: unit.status, callId: unit.callId, goal: placeOf(call) })
      }
    },
    unitChanged: ({ steam, status, callId }: BridgeUnit): void => {
      const driver = bySteam(steam)
      if (!driver) return
      if (driver.callId !== callId) Object.assign(driver, { callId, goal: null, arrivedAt: null })
      driver.status = status
    },
    assigned: (steam: string | null, call: BridgeCall): void => {
      const driver = bySteam(steam)
      if (driver) Object.assign(driver, { callId: call.callId, goal: placeOf(call), arrivedAt: null })
    },
    callChanged: (call: BridgeCall): void => {
      for (const driver of drivers) if (driver.callId === call.callId && driver.arrivedAt === null) driver.goal = placeOf(call)
    },
    callOpened: (callId: number): void => void openCalls.add(callId),
    callCleared: (callId: number): void => void openCalls.delete(callId),
    /** Moves everyone on to this moment; returns where they are, and what is to be said. */
    step: (now: number): { positions: ReadonlyMap<number, Position>; events: Event[] } => {
      const seconds = Math.min(5, Math.max(0, (now - lastAt) / 1000))
      lastAt = now
      const events: Event[] = []
      for (const driver of drivers) {
        drive(driver, seconds, now)
        const event = now < driver.quietUntil ? undefined : says(driver, now)
        if (!event) continue
        driver.quietUntil = now + ANSWER_MS
        events.push(event)
      }
      const call = emergency(now)
      if (call) events.push(call)
      return { positions: new Map(drivers.map(({ player, place }) => [player.source, place])), events }
    },
  }
}

const placeOf = (call: BridgeCall | undefined): Point | null =>
  call && call.x !== null && call.y !== null ? { x: call.x, y: call.y } : null
