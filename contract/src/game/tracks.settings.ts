import { flagSetting, numberSetting, type SettingGroup } from '../setting.ts'

const group: SettingGroup = {
  key: 'tracks',
  title: 'Tracks and replay',
  help: 'Where units on duty went, kept so that an evening can be played back. Members are told in their account settings.',
}

export const trackDays = numberSetting({
  key: 'tracks.days',
  group,
  title: 'Keep tracks for',
  help: '0 keeps none, and deletes those that were kept.',
  fallback: 7,
  min: 0,
  max: 365,
  unit: 'days',
})
export const trackMegabytes = numberSetting({
  key: 'tracks.megabytes',
  group,
  title: 'Keep at most',
  help: 'When there is more, the oldest go first.',
  fallback: 2000,
  min: 10,
  max: 1_000_000,
  unit: 'MB',
})
export const membersReplayOwn = flagSetting({
  key: 'tracks.members-replay-own',
  group,
  title: 'Members can replay their own patrols',
  help: 'They see their own unit and the calls they were on. Staff can replay everything.',
  fallback: false,
})
