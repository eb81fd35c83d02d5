import { civilianPatrols } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Place, PresenceTiming } from './presence.recorder.ts'
import { presenceJobs } from './presence.retention.ts'
import { createPresence, type Presence } from './presence.service.ts'

type Deps = {
  readonly background: { readonly db: Db }
  readonly settings: Pick<Settings, 'get'>
  readonly locate: (serverId: number, source: number) => Place | undefined
  readonly log: FastifyBaseLogger
  readonly presenceTiming?: PresenceTiming | undefined
}

export async function presenceFeature({
  background,
  settings,
  locate,
  log,
  presenceTiming,
}: Deps): Promise<Feature & { readonly presence: Presence }> {
  const hasCivilianPatrols = () => settings.get(civilianPatrols)
  const presence = await createPresence({ db: background.db, locate, hasCivilianPatrols, log, timing: presenceTiming })
  return {
    name: 'presence',
    settings: [civilianPatrols],
    jobs: presenceJobs(background.db),
    stop: presence.stop,
    close: presence.close,
    presence,
  }
}
