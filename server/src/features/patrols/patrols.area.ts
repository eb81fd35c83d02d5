import type { Features } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { correctionsFeature } from './corrections/corrections.feature.ts'
import { liveFeature } from './live/live.feature.ts'
import { patrolsFeature } from './patrols/patrols.feature.ts'
import { presenceFeature } from './presence/presence.feature.ts'
import type { PresenceTiming } from './presence/presence.port.ts'
import { quotasFeature } from './quotas/quotas.feature.ts'
import { settlingFeature } from './settling/settling.feature.ts'

/** For tests; the usual times unless given. */
export type PatrolOptions = { readonly presenceTiming?: PresenceTiming }
type Deps = PatrolOptions & Pick<Parameters<typeof patrolsFeature>[0], 'canReplay'> & Pick<Parameters<typeof presenceFeature>[0], 'locate'>

export async function composePatrols(platform: Platform, { add }: Features, { canReplay, locate, presenceTiming }: Deps) {
  add(patrolsFeature({ ...platform, canReplay }))
  const { patrolNews } = add(liveFeature(platform))
  const { presence } = add(await presenceFeature({ ...platform, locate, presenceTiming }))
  presence.onChanged(patrolNews.presenceChanged)
  const { settle, onSettled } = add(settlingFeature(platform))
  onSettled(patrolNews.settled)
  add(quotasFeature(platform))
  add(correctionsFeature({ ...platform, settle }))
  return { presence }
}
