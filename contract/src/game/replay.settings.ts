import { featureSwitch } from '../setting.ts'

/** Apart from the schemas, because every page carries the settings. */
export const replaySwitch = featureSwitch({
  key: 'replay.use',
  title: 'Replay',
  help: 'Calls and patrols played again on the map. How long tracks are kept is set below.',
  offMessage: 'Replay is switched off',
  offEffect: 'Tracks are still kept for as long as is set.',
})
