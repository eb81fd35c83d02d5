import { getHealthFigures, getLastErrors, getOverview, getReleaseNotes } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { RecentLines } from '../../../platform/log/log.ts'
import { readErrors } from './overview.errors.ts'
import { createFigures, TAKE_MS } from './overview.figures.ts'
import { readRelease } from './overview.release.ts'
import { readOverview, type OverviewDeps } from './overview.service.ts'

const SHOWN_ERRORS = 20

type Deps = Omit<OverviewDeps, 'figures'> & {
  readonly log: FastifyBaseLogger
  readonly lines: RecentLines
  readonly isBotAlone: boolean
  readonly dataDir: string | undefined
}

export function overviewFeature({ log, lines, isBotAlone, dataDir, ...rest }: Deps): Feature {
  const { db, realtime, version } = rest
  const figures = createFigures({ db, dataDir, people: () => realtime.connected().connected, errorCount: lines.errorCount })
  // Each portal of the community takes its own: a job would run on one of them. Portals of tests have no data folder, and nobody writes beside them.
  const taking =
    isBotAlone || dataDir === undefined
      ? undefined
      : setInterval(
          () => void figures.take().catch((error: unknown) => log.error({ err: error }, 'the figures of health could not be kept')),
          TAKE_MS,
        )
  taking?.unref()
  return {
    name: 'overview',
    routes: async (app) => {
      route(app, getOverview, () => readOverview({ ...rest, figures }))
      route(app, getHealthFigures, (_actor, { query }) => figures.read(query.range))
      route(app, getLastErrors, async () => (await readErrors(db, lines.errors())).slice(0, SHOWN_ERRORS))
      route(app, getReleaseNotes, () => readRelease(db, version))
    },
    stop: () => clearInterval(taking),
  }
}
