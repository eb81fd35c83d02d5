import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { startSimulatedGame, type SimulatedGame } from './simulation.game.ts'
import { hold, issueKeyAnew, letGo, membersOf } from './simulation.repo.ts'
import { callSignOf, type SimulationService } from './simulation.service.ts'

/** While this node runs the game it says so; otherwise it looks now and then whether nobody does. */
const RUNNING_MS = 5000
const LOOKING_MS = 30_000
const FIRST_LOOK_MS = 1000

type Options = {
  readonly db: Db
  readonly http: Pick<Server, 'address'>
  readonly version: string
  readonly service: Pick<SimulationService, 'remove' | 'endInTime'>
  readonly log: FastifyBaseLogger
}

/** Plays the simulated game on one node of all, and goes on with it after a restart. */
export function runSimulation({ db, http, version, service, log }: Options) {
  const node = randomUUID()
  let game: (SimulatedGame & { readonly serverId: number }) | undefined
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let isClosed = false

  const stopGame = () => {
    game?.stop()
    game = undefined
  }
  const look = async (url: string): Promise<void> => {
    const held = await hold(db, node)
    if (held?.serverId !== game?.serverId || held?.isEnding) stopGame()
    if (!held || isClosed) return
    if (held.isEnding) return service.remove(held.serverId)
    if (held.isOver) return void (await service.endInTime())
    if (game) return
    const [key, members] = [await issueKeyAnew(db, held.serverId), await membersOf(db)]
    const called = members.map((member, index) => ({ ...member, identifier: callSignOf(index) }))
    game = { serverId: held.serverId, ...startSimulatedGame({ url, key, version, members: called, log }) }
  }
  const plan = (milliseconds: number) => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(lookNow, milliseconds).unref()
  }
  const lookNow = () => {
    const url = ownAddress(http)
    if (url === undefined) return plan(FIRST_LOOK_MS)
    looking = looking
      .then(() => (isClosed ? undefined : look(url)))
      .catch((error: unknown) => log.warn({ err: error }, 'the simulated game could not be looked after'))
      .finally(() => plan(game ? RUNNING_MS : LOOKING_MS))
  }
  plan(FIRST_LOOK_MS)

  return {
    /** A game was started or ended, most likely on this node. */
    lookNow,
    stop: () => {
      isClosed = true
      clearTimeout(timer)
      stopGame()
    },
    /** Another node need not wait until this one counts as gone. */
    close: async (): Promise<void> => {
      await looking
      stopGame()
      await letGo(db, node).catch((error: unknown) => log.warn({ err: error }, 'the simulated game could not be handed over'))
    },
  }
}

/** This node's own address; undefined until it listens. */
function ownAddress(http: Pick<Server, 'address'>): string | undefined {
  const found = http.address()
  if (found === null || typeof found === 'string') return undefined
  const { address, family, port } = found
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
