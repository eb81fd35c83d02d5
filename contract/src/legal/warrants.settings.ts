import { featureSwitch } from '../setting.ts'

/** Settings of warrants are in a file of their own, because every page carries the settings. */

export const warrantsSwitch = featureSwitch({
  key: 'warrants.use',
  title: 'Warrants',
  help: 'Warrants that police and legal staff draft, sign and serve.',
  offMessage: 'Warrants are switched off',
  offEffect: 'Active warrants are no longer shown by lookups, and expire in time.',
})
