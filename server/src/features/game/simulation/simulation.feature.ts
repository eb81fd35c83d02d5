import { endSimulation, getSimulation, startSimulation } from '@tenfour/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { Board } from '../../dispatch/board/board.port.ts'
import { runSimulation } from './simulation.runner.ts'
import { createSimulationService } from './simulation.service.ts'

type Deps = {
  readonly db: Db
  readonly realtime: Pick<Realtime, 'publish'>
  readonly board: Board
  readonly http: FastifyInstance
  readonly version: string
  readonly log: FastifyBaseLogger
}

export function simulationFeature({ db, realtime, board, http, version, log }: Deps): Feature {
  const service = createSimulationService({ db, publish: realtime.publish, board })
  const runner = runSimulation({ db, http: http.server, version, service, log })
  return {
    name: 'simulation',
    routes: async (app) => {
      route(app, getSimulation, () => service.get())
      route(app, startSimulation, async (actor, { body }) => {
        const started = await service.start(actor, body.units)
        runner.lookNow()
        return started
      })
      route(app, endSimulation, async (actor) => {
        const ended = await service.end(actor)
        runner.lookNow()
        return ended
      })
    },
    stop: runner.stop,
    close: runner.close,
  }
}
