import { featureSwitch } from '../setting.ts'

/** Apart from the schemas, because every page carries the settings. */
export const bolosSwitch = featureSwitch({
  key: 'bolos.use',
  title: 'BOLOs',
  help: 'Wanted people and vehicles that units are told of when they look them up.',
  offMessage: 'BOLOs are switched off',
  offEffect: 'Open BOLOs are no longer shown or hit, and expire in time.',
})
