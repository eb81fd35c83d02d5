import { featureSwitch } from '../setting.ts'

/** Apart from the schemas, because every page carries the settings. */
export const finesSwitch = featureSwitch({
  key: 'fines.use',
  title: 'Fines',
  help: 'Citations and arrests impose fines that members pay, contest and have confirmed.',
  offMessage: 'Fines are switched off',
  offEffect: 'New citations and arrests impose no money. Fines that were imposed are kept and no longer shown; points and jail stay.',
})
