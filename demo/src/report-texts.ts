import type { ReportKind } from '@tenfour/contract'

export const NARRATIVES: Readonly<Record<ReportKind, readonly string[]>> = {
  warning: [
    'Stopped for the tail light on the left. Driver was polite and promised to have it seen to.',
    'Parked in front of a hydrant while buying coffee. Moved on when asked.',
    'Rolled through the stop sign at walking pace, nobody else at the junction.',
  ],
  citation: [
    'Paced over half a mile with the cruise control set. Clear road, dry, light traffic. Driver said they were late for work.',
    'Entered the junction about two seconds after the light had turned red. Dash camera kept.',
    'Observed holding a phone to the ear for three blocks. Admitted to it at the window.',
    'Overtook two vehicles across a double line on the bridge. No oncoming traffic, but no view either.',
  ],
  arrest: [
    'Responded to a robbery in progress. Subject left through the north door with a long gun and was ordered to the ground. Complied after the second command. Searched, rifle and cash secured, read their rights and transported to Mission Row.',
    'Subject was found behind the wheel of a vehicle reported stolen two hours before. Tried to leave on foot and was caught after a short chase through the alley. No injuries.',
    'Called for a fight outside the bar. Subject struck the doorman with a bottle in front of two officers. Resisted when cuffed; one knee strike was used. Seen by medics, declined treatment.',
  ],
  incident: [
    'Window of the shop was smashed overnight, till forced. Nothing on camera but a hooded figure at 03:12. Prints taken from the counter.',
    'Two vehicles collided at the junction. Statements from both drivers differ on the colour of the light. Tow called for one of them.',
    'Caller reported shots. Seven casings of 9 mm collected from the pavement, no victim found. Door-to-door was done.',
  ],
  patient: [
    'Found sitting at the roadside, alert. Helped to the ambulance without a stretcher.',
    'Found on the floor of the kitchen by a neighbour, who stayed until the ambulance left.',
  ],
  treatment: ['Handed over to the emergency room at 21:40 with the chart.', 'No change on the way. Monitored until released.'],
}
export const REMARKS = [
  'Say how the speed was measured.',
  'The narrative does not say what was seized. Please add it and list it as evidence.',
  'Which of the two officers saw the blow? Name the witness.',
]
export const VOID_REASONS = ['Written against the wrong person of the same name.', 'Duplicate of the report of the second unit.']
export const CONTEST_REASONS = [
  'The sign was covered by a tree; I have photos.',
  'My vehicle was reported stolen that night.',
  'I was not the driver.',
]
export const DECISIONS = ['The sign is in plain view.', 'First offence, and the photo shows half of the sign.', 'Theft report confirmed.']
export const EVIDENCE = [
  ['Rifle, no serial number', 'Evidence locker 4'],
  ['Cash, $8,140 in a sports bag', 'Evidence locker 4'],
  ['Dash camera recording', 'Traffic office'],
  ['Seven 9 mm casings', 'Forensics, Davis'],
] as const
export const COMPLAINTS = [
  'Pain in the left forearm after a fall',
  'Chest pain for twenty minutes',
  'Smoke inhaled',
  'Cut to the scalp, bleeding',
]
export const FINDINGS = [
  'Alert, pulse 96, pressure 130 over 85, oxygen 97 %.',
  'Pale and sweating, pulse 118, oxygen 92 %.',
  'Swelling and deformity, good pulse below.',
]
export const TREATMENTS = [
  'Splint, ice, 5 mg morphine',
  'Oxygen 10 l, aspirin 300 mg, ECG taken',
  'Wound cleaned and closed with five stitches',
]
export const OUTCOMES = [
  ['Transported', 'Pillbox Hill Medical Center'],
  ['Treated on scene', ''],
  ['Refused transport', ''],
] as const
