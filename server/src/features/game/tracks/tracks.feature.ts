import { membersReplayOwn, trackDays, trackMegabytes } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Positions } from '../positions/positions.port.ts'
import { createTrackRecorder, type TrackClock } from './tracks.recorder.ts'
import { trackJobs, writeTracks } from './tracks.service.ts'

type Deps = {
  readonly background: { readonly db: Db }
  readonly positions: Pick<Positions, 'units'>
  readonly settings: Settings
  readonly log: FastifyBaseLogger
  readonly trackClock?: TrackClock | undefined
}

export function tracksFeature({ background, positions, settings, log, trackClock }: Deps): Feature {
  const writer = writeTracks(background.db, log)
  const isOn = () => settings.get(trackDays) > 0
  const recorder = createTrackRecorder({ clock: trackClock, units: positions.units, isOn, add: writer.add })
  recorder.start()
  return {
    name: 'tracks',
    settings: [trackDays, trackMegabytes, membersReplayOwn],
    jobs: trackJobs(background.db, () => ({ days: settings.get(trackDays), megabytes: settings.get(trackMegabytes) })),
    stop: recorder.stop,
    close: async () => {
      recorder.stop()
      recorder.close()
      await writer.close()
    },
  }
}
