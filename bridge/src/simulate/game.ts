import { createFakeFivem } from './fake-fivem.ts'
import { nameOf, troubleOf } from './names.ts'
import { along, ROUTES } from './routes.ts'

export type Member = { readonly name: string; readonly steam: string }
type Options = {
  readonly folder: string
  readonly url: string
  readonly key: string
  readonly players: number
  /** Accounts of the portal who are among the players. */
  readonly members?: readonly Member[]
  /** Seconds between two calls to 911; 0 is never. */
  readonly callEvery?: number
}

const STEP_MS = 250
const SPEEDS = [12, 18, 24, 30]
const steamNumber = (index: number) => (0x110000100000000 + index * 7919).toString(16)

/** A game server with players who drive about and now and then call 911, with the resource running in it as it would in FiveM. */
export async function startGame({ folder, url, key, players, members = [], callEvery = 0 }: Options) {
  const game = createFakeFivem({ folder, convars: { tenfour_url: url, tenfour_key: key, sv_maxclients: String(Math.max(players, 48)) } })
  game.start()
  const everyone = Array.from({ length: players }, (_, index) => members[index] ?? { name: nameOf(index), steam: steamNumber(index) })
  const drivers: { readonly source: number; readonly index: number; travelled: number }[] = []
  const drive = (index: number, travelled: number) => along(ROUTES[index % ROUTES.length] ?? [], travelled)
  for (const [index, { name, steam }] of everyone.entries()) {
    const travelled = index * 613
    const source = await game.join({ name, identifiers: [`steam:${steam}`, `license:simulated-${index}`], ...drive(index, travelled) })
    if (typeof source === 'number') drivers.push({ source, index, travelled })
  }

  const move = setInterval(() => {
    for (const driver of drivers) {
      // Some have stopped; those who drive each have their own speed.
      if (driver.index % 9 === 4) continue
      driver.travelled += ((SPEEDS[driver.index % SPEEDS.length] ?? 0) * STEP_MS) / 1000
      const player = game.players.get(driver.source)
      if (player) Object.assign(player, drive(driver.index, driver.travelled))
    }
  }, STEP_MS)
  let calls = 0
  const emergency = () => {
    const caller = drivers[(calls * 7) % Math.max(1, drivers.length)]
    if (caller) game.fromGame(caller.source, 'tenfour:call', 'emergency', troubleOf(calls), { location: '', postal: '' })
    calls += 1
  }
  const calling = callEvery > 0 ? setInterval(emergency, callEvery * 1000) : undefined
  return {
    game,
    drivers,
    emergency,
    stop: () => {
      clearInterval(move)
      clearInterval(calling)
      game.stop()
    },
  }
}
