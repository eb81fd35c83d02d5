import type { FastifyBaseLogger } from 'fastify'
import type { UserCache } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Switches } from '../../../platform/settings/switches.ts'
import type { Waiting } from '../../../platform/waiting.ts'
import type { Mails } from '../../people/mails/mails.port.ts'
import { dailyMailJob, dailyMailRoutes } from './waiting.daily.ts'
import { waitingJob } from './waiting.send.ts'
import { hasOwnRoom, keepWaiting } from './waiting.kept.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly users: UserCache
  readonly realtime: Realtime
  readonly log: FastifyBaseLogger
  readonly settings: Pick<Settings, 'onRead'>
  readonly switches: Pick<Switches, 'isOn' | 'switchedOff'>
  readonly mails: Mails
  /** The kinds that all features declare. */
  readonly kinds: readonly Waiting[]
}

export function waitingFeature({ kinds: declared, ...deps }: Deps): Feature {
  const ids = declared.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new Error(`Two features declare something that waits by the same id: ${ids.join(', ')}`)
  // The member's own comes before decisions about others.
  const kinds = declared.toSorted((one, other) => Number(hasOwnRoom(other)) - Number(hasOwnRoom(one)))
  const { room, access, switched, close } = keepWaiting({ ...deps, kinds })
  let off = deps.switches.switchedOff().join(' ')
  deps.settings.onRead(() => {
    const now = deps.switches.switchedOff().join(' ')
    if (now !== off) switched()
    off = now
  })
  return {
    name: 'waiting',
    rooms: { waiting: room },
    routes: async (app) => dailyMailRoutes(app, deps),
    jobs: [
      waitingJob({ db: deps.background.db, kinds, switches: deps.switches }),
      dailyMailJob({ db: deps.background.db, kinds, switches: deps.switches, mails: deps.mails }),
    ],
    access,
    close,
  }
}
