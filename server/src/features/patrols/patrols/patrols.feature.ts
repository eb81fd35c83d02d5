import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { patrolsPlugin } from './patrols.plugin.ts'
import { exportPatrols } from './patrols.repo.ts'

/** `patrolExport` is what of a member's own data is about patrols. */
export const patrolsFeature = ({ db }: { db: Db }) =>
  ({
    name: 'patrols',
    routes: (app) => patrolsPlugin(app, { db }),
    patrolExport: { patrols: ({ userId }: Actor) => exportPatrols(db, userId) },
  }) satisfies Feature & { patrolExport: object }
