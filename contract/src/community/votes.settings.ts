import { featureSwitch } from '../setting.ts'

/** Apart from the schemas, because every page carries the settings. */
export const votesSwitch = featureSwitch({
  key: 'votes.use',
  title: 'Votes',
  help: 'Votes of members in Discord, and their results in the portal.',
  offMessage: 'Votes are switched off',
  offEffect: 'Open votes take no more ballots, and end once votes are switched on again.',
})
