import { featureSwitch } from '../setting.ts'

/** Settings of reports are in a file of their own, because every page carries the settings. */

export const medicalSwitch = featureSwitch({
  key: 'medical.use',
  title: 'Medical reports',
  help: 'Fire and medical units look patients up, and write patient and treatment reports.',
  offMessage: 'Medical reports are switched off',
  offEffect: 'No patient is looked up, and no patient or treatment report is started. Reports and drafts can still be read and finished.',
})
