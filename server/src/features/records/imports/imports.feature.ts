import {
  cancelImport,
  discardImport,
  getImport,
  listImportProblems,
  listImports,
  startImport,
  undoImport,
  uploadImport,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob, enqueue } from '../../../platform/jobs/jobs.ts'
import { deleteFile } from './imports.repo.ts'
import { createImportRunner } from './imports.run.ts'
import { createImportService, importsRoom } from './imports.service.ts'
import { createImportUndo } from './imports.undo.ts'

/** A run without a finished batch for this long is considered dead; a batch takes about a second. */
const DEAD_AFTER_MS = 120_000

const OfImport = z.object({ importId: z.int() })
const RUN = { name: 'import-run', payload: OfImport }
const CLEAN = { name: 'import-clean', payload: OfImport }

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

export function importsFeature({ db, background, publish, log }: Deps): Feature {
  const runner = createImportRunner({ db: background.db, publish })
  const imports = createImportService({
    db,
    publish,
    queueRun: (tx, importId) => enqueue(tx, RUN, { importId }, { key: `import:${importId}` }),
    queueClean: (tx, importId) => enqueue(tx, CLEAN, { importId }),
  })
  const undo = createImportUndo({ db, publish })
  // Resumes imports that were running when the portal was killed: their jobs are still locked by the process that is gone.
  imports.resume(0).catch((error: unknown) => log.error({ err: error }, 'imports could not be resumed'))
  return {
    name: 'imports',
    routes: async (app) => {
      route(app, uploadImport, (actor, { query, body }) => imports.upload(actor, query, body))
      route(app, listImports, (_actor, { query }) => imports.list(query))
      route(app, getImport, (_actor, { params }) => imports.get(params.importId))
      route(app, listImportProblems, (_actor, { params, query }) => imports.problems(params.importId, query))
      route(app, startImport, (actor, { params }) => imports.start(actor, params.importId))
      route(app, cancelImport, (actor, { params }) => imports.cancel(actor, params.importId))
      route(app, undoImport, async (actor, { params }) => {
        await undo(actor, params.importId)
        return imports.get(params.importId)
      })
      route(app, discardImport, (actor, { params }) => imports.discard(actor, params.importId))
    },
    rooms: { imports: importsRoom(db) },
    jobs: [
      defineJob({
        ...RUN,
        work: async ({ importId }) => {
          if ((await runner.run(importId)) === 'stopped') await enqueue(background.db, RUN, { importId }, { key: `import:${importId}` })
        },
      }),
      defineJob({ ...CLEAN, work: ({ importId }) => deleteFile(background.db, importId) }),
      defineJob({ name: 'import-resume', payload: z.object({}), schedule: '* * * * *', work: () => imports.resume(DEAD_AFTER_MS) }),
      defineJob({ name: 'import-prune', payload: z.object({}), dailyAt: '04:31', work: imports.prune }),
    ],
    stop: runner.stop,
  }
}
