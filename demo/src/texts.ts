export const NOTES = [
  'Keen to learn. Paired with a training officer for the next three patrols.',
  'Prefers late evenings; usually on from ten.',
  'Asked about a transfer to Communications in spring.',
  'Microphone trouble on two patrols in a row. Sent the set-up guide.',
  'Runs very good traffic stops; would make a fine field trainer.',
  'Was a supervisor in another community. Knows the ten-codes by heart.',
  'Needs a reminder now and then to end the patrol before logging off.',
  'Wrote the new pursuit summary with us. Thank them when you see them.',
  'Spoke about tone on the radio. Took it well.',
  'Exams until the end of the month, so less active than usual.',
]
export const COMMENDATIONS = [
  'Kept a crowded scene calm until Fire arrived.',
  'Dispatched alone for three hours on the busiest evening of the month.',
  'Stayed on after a long patrol to help a recruit with their report.',
  'The best written arrest report of the quarter.',
  'Organised the charity run and had every department take part.',
  'Quick and safe extraction on the Great Ocean Highway.',
]
export const WARNINGS: readonly (readonly [string, number])[] = [
  ['Left a scene without telling the dispatcher.', 2],
  ['Rude on the radio, after being asked to stop.', 3],
  ['Used a vehicle of a rank above.', 1],
  ['Did not turn up to two trainings without a word.', 2],
  ['Broke character during an active call.', 2],
]
export const LEAVE_REASONS = [
  'Holiday',
  'Exams',
  'New job, settling in',
  'Moving house',
  'Family',
  'Computer in repair',
  'Military service',
]
export const PROMOTION_REASONS = [
  'Passed field training.',
  'Consistent activity and good reports.',
  'Passed the written test and the ride-along.',
  'Recommended by two supervisors.',
  'Took over the evening shift.',
]
export const WITHDRAWALS = ['A second witness cleared it up.', 'Given to the wrong member by mistake.']

/** `department` is the short name; days are relative to now, negative in the past. */
export const ANNOUNCEMENTS: readonly { title: string; body: string; department?: string; wroteDay: number; expiresDay?: number }[] = [
  {
    title: 'Division patrol on Saturday',
    body: 'All departments, San Andreas I, 20:00. Be on the radio ten minutes before. New members ride along: tell your supervisor by Friday.',
    wroteDay: -1,
    expiresDay: 5,
  },
  {
    title: 'Set your Steam hex',
    body: 'The whitelist goes by your Steam hex. If your home page shows a banner, open your settings: it says there where to find it.',
    wroteDay: -6,
  },
  {
    title: 'Quiet week on San Andreas II',
    body: 'The second server is updated on Tuesday and may restart without notice until Thursday.',
    wroteDay: -2,
    expiresDay: 3,
  },
  {
    title: 'LSPD: call signs change on Monday',
    body: 'Divisions get new numbers. The list is pinned in the department channel; use it from your first patrol on Monday.',
    department: 'LSPD',
    wroteDay: -3,
    expiresDay: 8,
  },
  {
    title: 'BCSO: boat training',
    body: 'Six places, Wednesday 21:00 at Paleto Bay. Put your name down with the Sheriff.',
    department: 'BCSO',
    wroteDay: -1,
    expiresDay: 2,
  },
  {
    title: 'Dispatchers wanted for Saturday',
    body: 'Two more for the division patrol. Trainees sit with a senior dispatcher.',
    department: 'COMM',
    wroteDay: -1,
    expiresDay: 5,
  },
  {
    title: 'FIRE: new ladder truck',
    body: 'In service at Davis and Rockford Hills. Engineers, please read the notes on its turning circle first.',
    department: 'FIRE',
    wroteDay: -10,
  },
  {
    title: 'Summer photo contest',
    body: 'Send your best picture of a patrol. The winner decorates the portal for a month.',
    wroteDay: -60,
    expiresDay: -20,
  },
  {
    title: 'SAHP: speed enforcement week',
    body: 'Senora Freeway, every evening of this week.',
    department: 'SAHP',
    wroteDay: -21,
    expiresDay: -14,
  },
]
export const DEVICES = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
]

export const CORRECTION_REASONS = {
  gap: ['My game crashed, and the queue was long', 'Internet was gone for a while', 'Restarted the game after a texture bug'],
  end: ['Forgot to go off duty', 'Was away from the keyboard at the end'],
}
export const DECISION_NOTES = ['Crash confirmed on Discord', 'Seen on the radio meanwhile', 'Nobody heard from them', 'As agreed']
