import { numberSetting, type SettingGroup } from '../setting.ts'

const DAYS_7 = 10_080
const group: SettingGroup = { key: 'welfare', title: 'Welfare checks', help: 'Units on duty that have not been heard of for a while.' }

export const unitSilenceMinutes = numberSetting({
  key: 'welfare.silence-minutes',
  group,
  title: 'Check silent units after',
  help: 'A unit on duty that has been silent this long, and not seen moving in the game, is asked to respond. 0 turns these checks off.',
  fallback: 60,
  min: 0,
  max: DAYS_7,
  unit: 'minutes',
  env: 'UNIT_SILENCE_MINUTES',
})
export const unitSilenceGraceMinutes = numberSetting({
  key: 'welfare.grace-minutes',
  group,
  title: 'Time to respond',
  help: 'A unit that has not responded after this long is taken off duty. Its patrol ends when it was last heard, or seen in the game.',
  fallback: 10,
  min: 1,
  max: DAYS_7,
  unit: 'minutes',
  env: 'UNIT_SILENCE_GRACE_MINUTES',
})
