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
