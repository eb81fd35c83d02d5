import { communityNameSetting, roomKey, SETTINGS, type RoomSnapshot, type SettingState } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import { streamSeqs } from '../../../platform/database/streams.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { RoomSource } from '../../../platform/realtime/rooms.ts'
import { readLook, readMeasures, readSounds } from '../../../platform/settings/look.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Switches } from '../../../platform/settings/switches.ts'

export const settingsRoom = (settings: Settings): RoomSource<'settings'> => ({
  snapshot: async () => ({ seq: settings.seq(), state: SETTINGS.map(settings.stateOf) }),
})

export const featuresRoom = (db: Db, settings: Settings, switches: Switches): RoomSource<'features'> => ({
  snapshot: async () => ({ seq: settings.seq(), state: featuresNow(settings, switches) }),
  // Switches, calendar, name, look, sounds and measures change with the settings.
  currentSeqs: async (params) => {
    const [seq = 0] = await streamSeqs(db, [roomKey('settings', {})])
    return params.map(() => seq)
  },
})

const featuresNow = (settings: Settings, switches: Switches): RoomSnapshot<'features'> => ({
  switchedOff: switches.switchedOff(),
  calendar: settings.calendar(),
  communityName: settings.get(communityNameSetting),
  look: readLook(settings),
  sounds: readSounds(settings),
  measures: readMeasures(settings),
})

type Deps = {
  readonly settings: Settings
  readonly switches: Switches
  readonly realtime: Pick<Realtime, 'publishHere' | 'closeSwitchedOff'>
}

/** Tells this node's pages about every change. Other nodes read the settings themselves and tell theirs. */
export function startAnnouncing({ settings, switches, realtime }: Deps): void {
  const statesNow = (): SettingState[] => SETTINGS.map(settings.stateOf)
  let told = { seq: settings.seq(), states: statesNow() }
  settings.onRead(() => {
    const now = { seq: settings.seq(), states: statesNow() }
    if (now.seq === told.seq) return
    const changed = now.states.filter((state, index) => JSON.stringify(state) !== JSON.stringify(told.states[index]))
    told = now
    realtime.publishHere('settings', {}, now.seq, 'settings.changed', changed)
    // Sent with every change, so that the rooms of both kinds stay at the same number.
    realtime.publishHere('features', {}, now.seq, 'features.changed', featuresNow(settings, switches))
    realtime.closeSwitchedOff()
  })
}
