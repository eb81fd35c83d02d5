import { choiceSetting, featureSwitch, flagSetting, numberSetting, type SettingGroup } from '../setting.ts'

/** In a file of its own, without the schemas of patrols, because every page loads the settings. */

const group: SettingGroup = { key: 'patrols', title: 'Patrols', help: 'Which hours are recorded, and which of them count.' }

export const civilianPatrols = flagSetting({
  key: 'patrols.civilian',
  group,
  title: 'Record civilian patrols',
  help: 'A member of a civilian department who is in the game and not on duty is on a civilian patrol.',
  fallback: true,
})

export type AbsenceRule = 'count' | 'limit' | 'leave-out'
export const absenceRule = choiceSetting<AbsenceRule>({
  key: 'patrols.absence-rule',
  group,
  title: 'Time on duty without being in the game',
  help: 'Always flagged. A supervisor may decide otherwise on each patrol. Patrols that have ended stay as they were counted.',
  options: { count: 'Counts', limit: 'Counts up to a limit', 'leave-out': 'Does not count' },
  fallback: 'limit',
})
export const absenceMinutes = numberSetting({
  key: 'patrols.absence-minutes',
  group,
  title: 'Longest absence that counts',
  help: 'A single absence of at most this long counts; a longer one does not.',
  fallback: 20,
  min: 1,
  max: 1440,
  unit: 'minutes',
})

export const quotasSwitch = featureSwitch({
  key: 'quotas.use',
  title: 'Quotas',
  help: 'Hours expected of each department and rank, by week or month.',
  offMessage: 'Quotas are switched off',
  offEffect: 'Nobody is shown a quota or as below it. The hours that are set stay.',
})
export type QuotaPeriod = 'week' | 'month'
export const quotaPeriod = choiceSetting<QuotaPeriod>({
  key: 'patrols.quota-period',
  group,
  title: 'Quota period',
  help: 'Hours are set for each department and rank under Admin, Patrols.',
  options: { week: 'Week', month: 'Month' },
  fallback: 'week',
})
export const inactiveDays = numberSetting({
  key: 'patrols.inactive-days',
  group,
  title: 'Inactive after',
  help: 'Members without a patrol for this long are shown as inactive in the Patrol Viewer.',
  fallback: 14,
  min: 1,
  max: 365,
  unit: 'days',
})
