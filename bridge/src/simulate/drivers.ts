import type { BridgeCall, BridgeUnit } from '@tenfour/contract'
import { along, ROUTES } from '@tenfour/contract/simulated-routes'
import type { FakeFivem } from './fake-fivem.ts'

type Point = { readonly x: number; readonly y: number }
type Driver = {
  readonly source: number
  readonly steam: string
  readonly index: number
  /** Sits in the dispatch room. */
  readonly isSeated: boolean
  travelled: number
  isOnRoute: boolean
}
/** Every driver has Steam. */
type DriverUnit = BridgeUnit & { readonly steam: string }

const STEP_MS = 250
const SPEEDS = [12, 18, 24, 30]
const HURRY = 42
const NEAR = 12
const ON_SCENE = 6
const DISPATCH_ROOM: Point = { x: 440, y: -985 }
const SEATS_IN_ROW = 4
const SEAT = 3

/** Everyone but dispatchers drives back and forth on their route; a unit assigned to a call drives there, stays, and then returns to its route. */
export function createDrivers(game: FakeFivem) {
  const drivers: Driver[] = []
  const goals = new Map<string, Point>()
  const routeOf = ({ index, travelled }: Pick<Driver, 'index' | 'travelled'>) => along(ROUTES[index % ROUTES.length] ?? [], travelled)
  const send = (steam: string, { x, y }: Pick<BridgeCall, 'x' | 'y'>) => {
    if (x !== null && y !== null) goals.set(steam, { x, y })
  }
  const put = (driver: Driver, place: Point & { heading?: number }) => {
    const player = game.players.get(driver.source)
    if (player) Object.assign(player, place)
  }
  /** In a straight line, ignoring roads. */
  const headFor = (driver: Driver, goal: Point, speed: number): boolean => {
    const player = game.players.get(driver.source)
    if (!player) return false
    const [dx, dy] = [goal.x - player.x, goal.y - player.y]
    const distance = Math.hypot(dx, dy)
    const step = (speed * STEP_MS) / 1000
    if (distance <= Math.max(step, NEAR)) return true
    const heading = ((Math.atan2(-dx, dy) * 180) / Math.PI + 360) % 360
    put(driver, { x: player.x + (dx / distance) * step, y: player.y + (dy / distance) * step, heading })
    return false
  }

  game.listen('tenfour:connected', (units: readonly DriverUnit[], calls: readonly BridgeCall[]) => {
    goals.clear()
    for (const { steam, callId, status } of units) {
      const call = calls.find((each) => each.callId === callId)
      if (call) send(steam, call)
      const [driver, goal] = [drivers.find((each) => each.steam === steam), goals.get(steam)]
      // Units already on scene are placed there directly, instead of arriving after they reported it.
      if (driver && goal && status === ON_SCENE) put(driver, { x: goal.x + (driver.index % 5) * 6, y: goal.y - (driver.index % 3) * 8 })
    }
  })
  game.listen('tenfour:callAssigned', (steam: string, call: BridgeCall) => send(steam, call))
  game.listen('tenfour:unit', ({ steam, callId }: DriverUnit) => void (callId === null && goals.delete(steam)))

  const drive = (driver: Driver) => {
    if (driver.isSeated) return
    const goal = goals.get(driver.steam)
    if (goal) {
      driver.isOnRoute = false
      headFor(driver, goal, HURRY)
    } else if (!driver.isOnRoute) driver.isOnRoute = headFor(driver, routeOf(driver), HURRY)
    // Some stand still; the others have different speeds.
    else if (driver.index % 9 !== 4) {
      driver.travelled += ((SPEEDS[driver.index % SPEEDS.length] ?? 0) * STEP_MS) / 1000
      put(driver, routeOf(driver))
    }
  }
  const timer = setInterval(() => drivers.forEach(drive), STEP_MS)
  return {
    add: (source: number, steam: string, index: number, isSeated = false) =>
      void drivers.push({ source, steam, index, isSeated, travelled: index * 613, isOnRoute: true }),
    placeOf: (index: number, isSeated = false) => (isSeated ? seatOf(index) : routeOf({ index, travelled: index * 613 })),
    all: drivers,
    stop: () => clearInterval(timer),
  }
}

const seatOf = (index: number) => ({
  x: DISPATCH_ROOM.x + (index % SEATS_IN_ROW) * SEAT,
  y: DISPATCH_ROOM.y + Math.floor(index / SEATS_IN_ROW) * SEAT,
  heading: 0,
})
