import type { Features } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { botFeature } from './bot/bot.feature.ts'
import type { BotPart, CommunityFeature } from './bot/bot.port.ts'
import type { BotTiming } from './bot/bot.session.ts'
import { commandsFeature } from './commands/commands.feature.ts'
import { conductFeature } from './conduct/conduct.feature.ts'
import { discordFeature } from './discord/discord.feature.ts'
import { entitlementsFeature } from './entitlements/entitlements.feature.ts'
import { errandsFeature } from './errands/errands.feature.ts'
import type { ErrandKind } from './errands/errands.port.ts'
import type { RunnerTiming } from './errands/errands.runner.ts'
import { grantsFeature } from './grants/grants.feature.ts'
import { linksFeature } from './links/links.feature.ts'
import { mappingsFeature } from './mappings/mappings.feature.ts'
import { postsFeature } from './posts/posts.feature.ts'
import type { DirectTiming } from './posts/posts.pace.ts'
import { registrationsFeature } from './registrations/registrations.feature.ts'
import { supportFeature } from './support/support.feature.ts'
import { syncFeature } from './sync/sync.feature.ts'
import { votesFeature } from './votes/votes.feature.ts'

/** For tests: other times than the usual ones. */
export type CommunityOptions = {
  readonly botTiming?: BotTiming
  readonly runnerTiming?: RunnerTiming
  readonly directTiming?: DirectTiming
  /** For tests: parts of the bot beside those of the features. */
  readonly botParts?: readonly BotPart[]
  readonly errandKinds?: readonly ErrandKind[]
}
type Deps = Pick<Parameters<typeof commandsFeature>[0], 'units' | 'ranks' | 'leaves'> &
  Pick<Parameters<typeof mappingsFeature>[0], 'authorize'> &
  Pick<Parameters<typeof registrationsFeature>[0], 'mails'> &
  CommunityOptions

export function composeCommunity(platform: Platform, { add: addFeature, happened }: Features, deps: Deps) {
  const { units, ranks, leaves, mails, authorize, botTiming, runnerTiming, directTiming, botParts = [], errandKinds = [] } = deps
  const own: CommunityFeature[] = []
  const add = <F extends CommunityFeature>(feature: F): F => {
    own.push(feature)
    return addFeature(feature)
  }
  const { credentials, hasBot } = add(discordFeature({ ...platform, happened }))
  const { planSoon } = add(syncFeature(platform))
  add(mappingsFeature({ ...platform, authorize }))
  add(postsFeature({ ...platform, directTiming, rolesChanged: planSoon }))
  add(grantsFeature({ ...platform, followSoon: planSoon }))
  add(entitlementsFeature({ ...platform, happened }))
  add(supportFeature(platform))
  add(votesFeature(platform))
  const { canSignIn, canJoin, applicantLinks } = add(linksFeature({ ...platform, client: credentials.client, happened }))
  add(conductFeature(platform))
  add(registrationsFeature({ ...platform, mails, links: applicantLinks }))
  add(commandsFeature({ ...platform, units, ranks, leaves }))
  const kinds = [...errandKinds, ...own.flatMap((feature) => feature.errandKinds ?? [])]
  const parts = [...botParts, ...own.flatMap(({ botPart }) => botPart ?? [])]
  const { startRunner, jobsChanged } = add(errandsFeature({ ...platform, kinds, runnerTiming }))
  const { startBot } = add(botFeature({ ...platform, credentials, startRunner, jobsChanged, parts, botTiming }))
  return { canSignIn, canJoin, hasBot, startBot }
}
