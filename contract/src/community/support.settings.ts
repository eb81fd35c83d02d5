import { featureSwitch, numberSetting } from '../setting.ts'

/** This setting is apart from the schemas of tickets, because every page carries the settings. */

export const supportDays = numberSetting({
  key: 'support.days',
  group: { key: 'support', title: 'Discord tickets', help: 'Tickets that members open in Discord, and what was written in them.' },
  title: 'Keep transcripts for',
  help: 'From the moment a ticket is closed. Ticket and transcript are deleted after that.',
  fallback: 180,
  min: 1,
  max: 3650,
  unit: 'days',
})

export const ticketsSwitch = featureSwitch({
  key: 'support.use',
  title: 'Tickets',
  help: 'Support tickets that members open in Discord.',
  offMessage: 'Tickets are switched off',
  offEffect: 'Open tickets stay in Discord, where nobody opens new ones. Transcripts are deleted in time, as before.',
})
