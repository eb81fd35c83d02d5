import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { membersPlugin } from './members.plugin.ts'

export const membersFeature = ({ db, publish }: { db: Db; publish: Publish }): Feature => ({
  name: 'members',
  routes: (app) => membersPlugin(app, { db, publish }),
})
