const FIRST = [
  'Ada',
  'Bruno',
  'Cleo',
  'Dario',
  'Edda',
  'Finn',
  'Gus',
  'Hana',
  'Ivo',
  'Jude',
  'Kaya',
  'Lars',
  'Mina',
  'Nils',
  'Opal',
  'Piet',
]
const LAST = [
  'Acker',
  'Bellamy',
  'Corte',
  'Dunne',
  'Everly',
  'Frost',
  'Grady',
  'Haas',
  'Irwin',
  'Joss',
  'Kerr',
  'Lund',
  'Marsh',
  'Noble',
  'Orr',
]

export const nameOf = (index: number): string =>
  `${FIRST[index % FIRST.length] ?? ''} ${LAST[Math.floor(index / FIRST.length + index) % LAST.length] ?? ''}`

const TROUBLE = [
  'Two cars crashed at the lights, one of them is smoking',
  'Someone is breaking into the shop next door',
  'A man fell off the pier and does not move',
  'Shots from the apartment above mine',
  'There is a fire behind the petrol station',
  'My car was taken while I paid',
  'People are fighting outside the club',
  'An old woman has collapsed on the beach',
]
export const troubleOf = (index: number): string => TROUBLE[index % TROUBLE.length] ?? ''
