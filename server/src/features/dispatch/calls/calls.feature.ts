import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Switches } from '../../../platform/settings/switches.ts'
import type { Board, BoardLists } from '../board/board.port.ts'
import { createCallDispatch, type CallDispatch } from './calls.dispatch.service.ts'
import { createGameCalls, type GameCalls } from './calls.game.ts'
import { createPlaceOnMap, type FindPostal } from './calls.place.ts'
import { callsPlugin } from './calls.plugin.ts'
import { createCallRepair, type CallRepair } from './calls.repair.ts'
import { createCallService, type CallService } from './calls.service.ts'

type Deps = {
  readonly db: Db
  readonly board: Board
  readonly lists: BoardLists
  readonly findPostal: FindPostal
  readonly switches: Switches
  readonly redis: Redis | undefined
  /** Walks of tests press the button more often than people do. */
  readonly panicsAnHour?: number | undefined
}
type Services = {
  readonly calls: CallService
  readonly dispatch: CallDispatch
  readonly repair: CallRepair
  readonly gameCalls: GameCalls
}

/** `callsOn` creates the same services for another board, for example one that takes part in an outer transaction. */
export function callsFeature(deps: Deps): Feature & { readonly callsOn: (board: Board) => Services } {
  const { db, board, lists, findPostal, switches, redis, panicsAnHour = AN_HOUR.panics } = deps
  // A game server sends what is refused with 429 again until it is taken.
  const countPanic = createHourlyLimit('panics', panicsAnHour, redis, {
    code: 'conflict',
    words: (wait) => `You raised ${panicsAnHour} panic alarms within an hour: ask for help by radio. The button works again in ${wait}`,
  })
  const placeOnMap = createPlaceOnMap(findPostal)
  const callsOn = (on: Board): Services => ({
    calls: createCallService({ db, board: on, lists, placeOnMap, switches }),
    dispatch: createCallDispatch({ db, board: on, placeOnMap, countPanic }),
    repair: createCallRepair({ db, board: on }),
    gameCalls: createGameCalls({ board: on, placeOnMap }),
  })
  return { name: 'calls', routes: (app) => callsPlugin(app, callsOn(board)), callsOn }
}
