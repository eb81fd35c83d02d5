import { flagSetting } from '../setting.ts'

/** Apart from the schemas, because every page carries the settings. */
export const penalCodeOpen = flagSetting({
  key: 'offences.open',
  group: {
    key: 'offences',
    title: 'Penal code',
    help: 'The penal code as a page that can be read and printed at /api/penal-code.',
  },
  title: 'Open to everyone',
  help: 'Anyone with the address reads it without signing in: offences, fines and times, and nothing else of the portal.',
  fallback: false,
})
