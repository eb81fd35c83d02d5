import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { patrolsPlugin } from './patrols.plugin.ts'
import { exportPatrols } from './patrols.repo.ts'

/** `patrolExport` is the patrol part of a member's data export. */
export const patrolsFeature = ({ db }: { db: Db }) =>
  ({
    name: 'patrols',
    routes: (app) => patrolsPlugin(app, { db }),
    patrolExport: { patrols: ({ userId }: Actor) => exportPatrols(db, userId) },
  }) satisfies Feature & { patrolExport: object }
