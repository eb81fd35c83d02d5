import { featureSwitch } from '../setting.ts'

/** Apart from the schemas, because every page carries the settings. */
export const leaveSwitch = featureSwitch({
  key: 'leave.use',
  title: 'Leave of absence',
  help: 'Members ask for leave, supervisors decide, and leave lowers quotas.',
  offMessage: 'Leave of absence is switched off',
  offEffect: 'Requests stay as they are. Leave that was granted still lowers quotas.',
})
