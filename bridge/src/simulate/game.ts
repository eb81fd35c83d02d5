import { troubleOf } from '@tenfour/contract/simulated-routes'
import { createDrivers } from './drivers.ts'
import { createFakeFivem } from './fake-fivem.ts'
import { NET } from '../net.ts'
import { nameOf } from './names.ts'

/** A portal account among the players. A dispatcher sits in the dispatch room. */
export type Member = { readonly name: string; readonly steam: string; readonly isDispatcher?: boolean | undefined }
type Options = {
  readonly folder: string
  readonly url: string
  readonly key: string
  readonly players: number
  /** Portal accounts among the players. */
  readonly members?: readonly Member[]
  /** Seconds between two 911 calls; 0 for never. */
  readonly callEvery?: number
}

const steamNumber = (index: number) => (0x110000100000000 + index * 7919).toString(16)

/** A game server with players who drive around and sometimes call 911, running the resource as FiveM would. */
export async function startGame({ folder, url, key, players, members = [], callEvery = 0 }: Options) {
  const game = createFakeFivem({ folder, convars: { tenfour_url: url, tenfour_key: key, sv_maxclients: String(Math.max(players, 48)) } })
  const drivers = createDrivers(game)
  const everyone = Array.from(
    { length: players },
    (_, index): Member => members[index] ?? { name: nameOf(index), steam: steamNumber(index) },
  )
  for (const [index, { name, steam, isDispatcher = false }] of everyone.entries()) {
    const identifiers = [`steam:${steam}`, `license:simulated-${index}`]
    const source = await game.join({ name, identifiers, ...drivers.placeOf(index, isDispatcher) })
    if (typeof source === 'number') drivers.add(source, steam, index, isDispatcher)
  }
  // They join before the resource starts, so that they are part of its `hello`.
  game.start()
  let calls = 0
  const emergency = () => {
    const caller = drivers.all[(calls * 7) % Math.max(1, drivers.all.length)]
    if (caller) game.fromGame(caller.source, NET.call, 'emergency', troubleOf(calls), { location: '', postal: '' })
    calls += 1
  }
  const calling = callEvery > 0 ? setInterval(emergency, callEvery * 1000) : undefined
  return {
    game,
    emergency,
    stop: () => {
      drivers.stop()
      clearInterval(calling)
      game.stop()
    },
  }
}
