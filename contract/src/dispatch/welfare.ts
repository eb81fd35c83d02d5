import { numberSetting } from '../setting.ts'

const DAYS_7 = 10_080

export const unitSilenceMinutes = numberSetting({
  key: 'welfare.silence-minutes',
  title: 'Ask silent units after',
  help: 'A unit on duty that gives no sign of life for this long is asked whether it is there. 0 for never.',
  fallback: 60,
  min: 0,
  max: DAYS_7,
  unit: 'minutes',
  env: 'UNIT_SILENCE_MINUTES',
})
export const unitSilenceGraceMinutes = numberSetting({
  key: 'welfare.grace-minutes',
  title: 'Time to answer',
  help: 'How long the unit has to answer before it is put off duty.',
  fallback: 10,
  min: 1,
  max: DAYS_7,
  unit: 'minutes',
  env: 'UNIT_SILENCE_GRACE_MINUTES',
})
