import type { Feature } from '../../../platform/feature.ts'
import { membersPlugin, type MemberDeps } from './members.plugin.ts'
import { createMemberRankService, type MemberRankService } from './members.ranks.service.ts'

export function membersFeature(deps: Omit<MemberDeps, 'ranks'>): Feature & { readonly ranks: MemberRankService } {
  const ranks = createMemberRankService(deps)
  return { name: 'members', routes: (app) => membersPlugin(app, { ...deps, ranks }), ranks }
}
