import type { CallPriority } from '@tenfour/contract'
import type { Area } from './places.ts'

export type Scenario = {
  /** Code of its call type. */
  readonly code: string
  readonly title: string
  readonly narrative: string
  readonly caller?: string
  readonly areas: readonly Area[]
  readonly priority?: CallPriority
  /** How many units are sent. */
  readonly police: number
  readonly fire: number
  /** Lines that units on scene add to the log, in order. */
  readonly notes: readonly string[]
  readonly dispositions: readonly string[]
  /** Ends with an arrest, at least sometimes. */
  readonly mayArrest?: true
  /** Discovered by an officer. */
  readonly isSelfInitiated?: true
  readonly channel?: string
  /** Message of the tone sounded for everyone concerned. */
  readonly tone?: string
}

export const ROBBERY: Scenario = {
  code: 'ROBBERY',
  title: 'Robbery in progress, Fleeca Bank',
  narrative: 'Two masked males, one with a long gun, silver Sultan outside with the engine running. Clerk is in the back office.',
  caller: 'T. Marsh, clerk 555-0164',
  areas: ['coast', 'city', 'county'],
  police: 3,
  fire: 0,
  notes: [
    'Clerk reports one suspect at the vault',
    'Perimeter set, both exits covered',
    'Suspects came out, hands up',
    'Two in custody, bank is clear',
  ],
  dispositions: ['Arrest made'],
  mayArrest: true,
  channel: 'TAC 2',
  tone: 'Robbery in progress, armed',
}
export const STRUCTURE_FIRE: Scenario = {
  code: 'STRUCTFIRE',
  title: 'Structure fire',
  narrative: 'Smoke and flames from the roof of a barn. Owner says nobody is inside; two propane tanks against the north wall.',
  caller: 'H. Ostrander 555-0117',
  areas: ['county', 'city'],
  police: 1,
  fire: 2,
  notes: ['Fully involved, laying two lines', 'Tanks cooled and moved', 'Knock-down, starting overhaul'],
  dispositions: ['Fire out'],
  channel: 'FIRE 1',
  tone: 'Structure fire, all companies',
}
export const PURSUIT: Scenario = {
  code: 'PURSUIT',
  title: 'Vehicle pursuit',
  narrative: 'Orange Bullet failed to yield for speed, northbound, light traffic. Plate 46 EEK 572.',
  areas: ['highway'],
  priority: 2,
  police: 2,
  fire: 0,
  isSelfInitiated: true,
  notes: ['Speeds around 120, no other traffic', 'Spike strip ahead', 'Vehicle stopped, driver detained'],
  dispositions: ['Arrest made', 'Citation issued'],
  mayArrest: true,
  channel: 'TAC 1',
}
export const COLLISION: Scenario = {
  code: 'CRASHINJ',
  title: 'Collision, injuries',
  narrative: 'Two cars and a scooter. Scooter rider is awake, leg pain. Left lane blocked.',
  caller: 'J. Cope 555-0192',
  areas: ['highway', 'city'],
  priority: 2,
  police: 1,
  fire: 1,
  notes: ['One patient, stable, splinted', 'Left lane closed, tow on the way', 'Patient on the way to Mount Zonah'],
  dispositions: ['Transported'],
  channel: 'MED',
}
export const SHOTS: Scenario = {
  code: 'SHOTS',
  title: 'Shots heard',
  narrative: 'Caller heard four or five shots behind the car wash, then a car leaving fast. Nobody seen hurt.',
  caller: 'Anonymous',
  areas: ['city'],
  priority: 2,
  police: 2,
  fire: 0,
  notes: ['Five casings in the alley', 'Nobody hurt, nobody saw a plate'],
  dispositions: ['Report taken', 'Unfounded'],
}
export const BURGLARY: Scenario = {
  code: 'BURGLARY',
  title: 'Burglary report',
  narrative: 'Homeowner back from a week away. Rear door forced, electronics gone. Nobody inside now.',
  caller: 'P. Wickham 555-0138',
  areas: ['city'],
  priority: 3,
  police: 1,
  fire: 0,
  notes: ['Prints taken from the rear door', 'List of what is missing attached to the report'],
  dispositions: ['Report taken'],
}
export const TRAFFIC_STOP: Scenario = {
  code: 'TRAFFIC',
  title: 'Traffic stop',
  narrative: 'White Minivan, 78 in a 55.',
  areas: ['highway', 'city'],
  priority: 3,
  police: 1,
  fire: 0,
  isSelfInitiated: true,
  notes: ['Licence valid, no wants'],
  dispositions: ['Citation issued', 'Warning given'],
}
export const NOISE: Scenario = {
  code: 'NOISE',
  title: 'Noise complaint',
  narrative: 'Loud music from the third floor for two hours. Caller does not want to be met.',
  areas: ['city'],
  police: 1,
  fire: 0,
  notes: ['Spoke to the resident, music is off'],
  dispositions: ['Warning given', 'Gone on arrival'],
}

/** Other calls that come in during an evening. */
export const SCENARIOS: readonly Scenario[] = [
  ROBBERY,
  STRUCTURE_FIRE,
  PURSUIT,
  COLLISION,
  SHOTS,
  BURGLARY,
  TRAFFIC_STOP,
  { ...TRAFFIC_STOP, narrative: 'Black Oracle without lights.', notes: ['Bulb out, will have it mended'], dispositions: ['Warning given'] },
  { ...TRAFFIC_STOP, narrative: 'Red Dominator, rolled through the stop sign.', priority: 4 },
  NOISE,
  {
    code: 'MEDICAL',
    title: 'Medical, difficulty breathing',
    narrative: '62-year-old, short of breath since this morning, heart condition. Door is open.',
    caller: 'L. Haas 555-0171',
    areas: ['city', 'county'],
    police: 0,
    fire: 1,
    notes: ['Oxygen given, patient calmer', 'On the way to Pillbox Hill'],
    dispositions: ['Transported', 'Assistance given'],
    channel: 'MED',
  },
  {
    code: 'CARDIAC',
    title: 'Cardiac arrest',
    narrative: 'Man collapsed at the gym, staff doing CPR, defibrillator attached.',
    caller: 'Deker gym, front desk',
    areas: ['city', 'coast'],
    police: 1,
    fire: 2,
    notes: ['CPR taken over', 'Pulse back, getting ready to move', 'On the way to Mount Zonah'],
    dispositions: ['Transported'],
    channel: 'MED',
    tone: 'Cardiac arrest, medics',
  },
  {
    code: 'VEHFIRE',
    title: 'Vehicle fire',
    narrative: 'Delivery van on the shoulder, flames under the hood, driver is out.',
    areas: ['highway'],
    police: 0,
    fire: 1,
    notes: ['Fire out, van is a loss', 'Shoulder swept, lane open'],
    dispositions: ['Fire out'],
  },
  {
    code: 'DOMESTIC',
    title: 'Domestic disturbance',
    narrative: 'Shouting and something breaking in apartment 4. A child is crying.',
    caller: 'Neighbour, apartment 5',
    areas: ['city', 'county'],
    police: 2,
    fire: 0,
    notes: ['Both apart, child is fine', 'One leaves for the night'],
    dispositions: ['Report taken', 'Arrest made'],
    mayArrest: true,
  },
  {
    code: 'ASSAULT',
    title: 'Fight outside a bar',
    narrative: 'Four or five people, one on the ground. Bouncer asks for police.',
    caller: 'Bahama Mamas, door',
    areas: ['city', 'coast'],
    police: 2,
    fire: 0,
    notes: ['Separated, one with a split lip', 'Medic refused'],
    dispositions: ['Arrest made', 'Warning given'],
    mayArrest: true,
  },
  {
    code: 'ALARM',
    title: 'Alarm, jewellery store',
    narrative: 'Silent alarm at Vangelico. No answer on the call-back.',
    caller: 'Gruppe Sechs',
    areas: ['city'],
    police: 1,
    fire: 0,
    notes: ['Doors and windows intact', 'Manager came and reset it'],
    dispositions: ['Unfounded'],
  },
  {
    code: 'CRASH',
    title: 'Traffic accident',
    narrative: 'Truck against a parked car, nobody hurt. They disagree on who pays.',
    areas: ['city', 'county'],
    police: 1,
    fire: 0,
    notes: ['Papers exchanged'],
    dispositions: ['Report taken', 'Citation issued'],
  },
  {
    code: 'STOLENVEH',
    title: 'Stolen vehicle',
    narrative: 'Blue Kuruma gone from the car park, plate 08 KFO 133. Keys were in it.',
    caller: 'R. Amaya 555-0109',
    areas: ['city', 'coast'],
    police: 1,
    fire: 0,
    notes: ['Plate is out on the system'],
    dispositions: ['Report taken'],
  },
  {
    code: 'SUSPICIOUS',
    title: 'Suspicious vehicle',
    narrative: 'Grey van parked by the school for an hour, two people inside.',
    areas: ['city', 'county'],
    police: 1,
    fire: 0,
    notes: ['Film crew looking for a place to park'],
    dispositions: ['Gone on arrival', 'Unfounded'],
  },
  {
    code: 'WELFARE',
    title: 'Welfare check',
    narrative: 'Daughter in Liberty City has not reached her father since Sunday. Lives alone, key with the neighbour.',
    caller: 'M. Prior 555-0155',
    areas: ['county', 'city'],
    police: 1,
    fire: 0,
    notes: ['He is well, his phone is broken'],
    dispositions: ['Assistance given'],
  },
  {
    code: 'RESCUE',
    title: 'Hiker stuck',
    narrative: 'Hiker on a ledge above the trail, not hurt, afraid to move. Phone battery low.',
    caller: 'The hiker',
    areas: ['county', 'coast'],
    police: 0,
    fire: 1,
    notes: ['Rope set, talking to them', 'Back on the trail, walking out'],
    dispositions: ['Assistance given'],
  },
  {
    code: 'ASSIST',
    title: 'Assist the public',
    narrative: 'Out of fuel on the shoulder, hazard lights on.',
    areas: ['highway'],
    police: 1,
    fire: 0,
    isSelfInitiated: true,
    notes: ['Can of fuel given'],
    dispositions: ['Assistance given'],
  },
  {
    code: 'WARRANT',
    title: 'Warrant service',
    narrative: 'Arrest warrant, failure to appear. Known to be polite.',
    areas: ['city', 'county'],
    police: 2,
    fire: 0,
    isSelfInitiated: true,
    notes: ['Served without trouble'],
    dispositions: ['Arrest made', 'Gone on arrival'],
    mayArrest: true,
  },
]

export const PANIC: Scenario = {
  code: 'PANIC',
  title: 'Panic button',
  narrative: '',
  areas: ['highway'],
  police: 3,
  fire: 0,
  notes: ['With the officer, they are all right', 'One detained'],
  dispositions: ['Assistance given', 'Arrest made'],
  mayArrest: true,
}

/** For calls made by visitors. */
export const UNKNOWN: Scenario = {
  code: '911',
  title: 'Emergency call',
  narrative: '',
  areas: ['city'],
  police: 1,
  fire: 0,
  notes: ['On scene, speaking to the caller'],
  dispositions: ['Assistance given', 'Report taken'],
}

/** Calls from civilians, made in the civilian area. */
export const CIVILIAN_CALLS = [
  'Someone is trying the doors of parked cars. Dark hoodie, white shoes.',
  'There is smoke coming out of the bin behind the Limited. Please hurry, it is close to the gas.',
  'My car was hit while I was in the shop and they drove off. I have a photo of the plate.',
  'A man is lying on the bench and does not answer when I speak to him.',
  'Two people are fighting on the court, one has a bat!',
]

export const NOTES = [
  'Tow is out until ten. Roadside assistance takes small jobs.',
  'Tunnel on the Olympic Fwy closed northbound for the film crew, back at 22:00. Send round by Elgin.',
  'Two trainees on tonight: E51 and 2S12. Give them time on the radio.',
]
