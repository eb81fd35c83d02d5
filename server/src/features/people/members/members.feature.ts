import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { membersPlugin } from './members.plugin.ts'

export const membersFeature = ({ db }: { db: Db }): Feature => ({ name: 'members', routes: (app) => membersPlugin(app, { db }) })
