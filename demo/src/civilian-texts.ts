export const OCCUPATIONS = [
  'Mechanic',
  'Taxi driver',
  'Nurse',
  'Estate agent',
  'Fisher',
  'Bartender',
  'Truck driver',
  'Student',
  'Journalist',
  'Farm hand',
  'Shopkeeper',
  'Electrician',
  'Musician',
  'Unemployed',
]
export const CHARACTER_LOOKS = [
  'White male, 5\'11", 178 lb, brown hair, tattoo on the left hand',
  'Black female, 5\'6", 140 lb, short black hair, glasses',
  'Hispanic male, 5\'8", 165 lb, black hair, moustache',
  'Asian female, 5\'4", 120 lb, long black hair',
  'White female, 5\'9", 150 lb, red hair, scar above the right eye',
  'Black male, 6\'2", 205 lb, shaved head, full beard',
  'White male, 5\'7", 190 lb, grey hair, walks with a limp',
  'Mixed-race female, 5\'5", 135 lb, curly brown hair, nose ring',
]
export const MEDICAL_NOTES = [
  'Allergic to penicillin.',
  'Type 1 diabetes, carries insulin.',
  'Blood type O negative.',
  'Asthma; inhaler in the jacket.',
  'Pacemaker fitted two years ago.',
]
export const COLOURS = ['Black', 'White', 'Silver', 'Grey', 'Red', 'Blue', 'Dark green', 'Yellow', 'Bronze', 'Two-tone black and red']
export const VEHICLE_MODELS = [
  'Karin Sultan',
  'Vapid Stanier',
  'Bravado Bison',
  'Declasse Vigero',
  'Pegassi Faggio',
  'Albany Emperor',
  'Canis Mesa',
  'Dinka Blista',
  'Benefactor Schafter',
  'Vapid Dominator',
  'Obey Tailgater',
  'Western Bagger',
  'Ubermacht Oracle',
  'Brute Boxville',
]
export const WEAPON_MODELS = ['Pistol', 'Heavy pistol', 'Revolver', 'Pump shotgun', 'Hunting rifle', 'Vintage pistol']
export const CAUTIONS = ['Violent', 'Flees on foot', 'Flees by car', 'Known to be armed', 'Hostile to medics', 'Suicidal in the past']
/** Why licences are taken and vehicles impounded. */
export const IMPOUND_REASONS = [
  'Street racing on the Del Perro Freeway.',
  'Driving under the influence.',
  'Evading a traffic stop.',
  'Left in a fire lane for two days.',
  'Driving without insurance, third time.',
]

/** Why a licence of any type was refused, suspended or revoked. */
export const LICENCE_REASONS = [
  'Failed to appear in court.',
  'Convicted of assault.',
  'False statement on the application.',
  'Driving under the influence.',
  'Evading a traffic stop.',
]

/** The first one is hit by the civilian account's own car. */
export const BOLOS: readonly {
  readonly kind: 'person' | 'vehicle'
  readonly plate?: string
  readonly name?: string
  readonly description: string
  readonly reason: string
  readonly minutes: number
}[] = [
  {
    kind: 'vehicle',
    plate: '46E*',
    description: 'Silver Karin Sultan',
    reason: 'Armed robbery at the Fleeca bank on Hawick Ave',
    minutes: 112,
  },
  { kind: 'person', description: 'Male, 6\'2", grey hoodie, limps on the left', reason: 'Assault near Legion Square', minutes: 40 },
  { kind: 'person', name: 'Barnaby Quill', description: 'White male, grey hair', reason: 'Left the scene of a collision', minutes: 200 },
  { kind: 'vehicle', description: 'Red Bravado Bison, broken tail light', reason: 'Reckless driving on Route 68', minutes: 75 },
]
