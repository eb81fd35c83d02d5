import type { Feature } from '../../../platform/feature.ts'
import { membersPlugin, type MemberDeps } from './members.plugin.ts'

export const membersFeature = ({ db, publish, leaveChanged }: MemberDeps): Feature => ({
  name: 'members',
  routes: (app) => membersPlugin(app, { db, publish, leaveChanged }),
})
