type Point = readonly [x: number, y: number]

/** Routes that simulated players drive back and forth, in game coordinates. They roughly follow roads. */
export const ROUTES: readonly (readonly Point[])[] = [
  // Up the west coast and round the north.
  [
    [-1700, -700],
    [-2150, -380],
    [-2700, 20],
    [-3050, 500],
    [-3120, 1050],
    [-2980, 1700],
    [-2650, 2300],
    [-2450, 3600],
    [-2150, 4400],
    [-1500, 5000],
    [-800, 5500],
    [-300, 6150],
    [300, 6550],
    [1500, 6420],
    [2300, 5950],
    [2650, 5100],
  ],
  // The eastern motorway.
  [
    [1100, -1900],
    [1500, -1100],
    [2150, -500],
    [2500, 400],
    [2450, 1300],
    [2350, 2400],
    [2700, 3400],
    [2750, 4300],
    [2650, 5100],
    [2250, 5900],
  ],
  // Across the desert.
  [
    [-2000, 2300],
    [-1100, 2650],
    [-300, 2800],
    [500, 2680],
    [1150, 2690],
    [1900, 2600],
    [2350, 2900],
  ],
  // The towns by the inland sea.
  [
    [1350, 3550],
    [1700, 3750],
    [1980, 3720],
    [2300, 3350],
    [2700, 3400],
    [2500, 4100],
    [2450, 4650],
    [1980, 4900],
    [1700, 4750],
  ],
  // Through the city, west to east and back.
  [
    [-1600, -900],
    [-1200, -950],
    [-700, -850],
    [-250, -850],
    [200, -1000],
    [700, -1000],
    [1150, -1350],
  ],
  [
    [-1350, -350],
    [-800, -250],
    [-300, 50],
    [200, 200],
    [700, 50],
    [1050, -300],
    [1100, -700],
    [800, -1000],
  ],
  [
    [-1000, -2500],
    [-700, -1900],
    [-350, -1500],
    [50, -1350],
    [400, -1550],
    [500, -2000],
    [250, -2450],
    [-150, -2300],
    [-500, -2000],
  ],
  // Over the hills.
  [
    [-100, 250],
    [-500, 700],
    [-900, 800],
    [-1500, 850],
    [-1900, 650],
    [-2300, 350],
    [-3000, 300],
  ],
  [
    [300, 400],
    [600, 900],
    [950, 1500],
    [1150, 2200],
    [1150, 2690],
    [1300, 3500],
  ],
]

/** Position on a route after a distance, back and forth endlessly. */
export function along(route: readonly Point[], travelled: number): { x: number; y: number; heading: number } {
  const lengths = route.slice(1).map(([x, y], index) => Math.hypot(x - (route[index]?.[0] ?? 0), y - (route[index]?.[1] ?? 0)))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const turn = travelled % (2 * total)
  const isBack = turn > total
  let left = isBack ? 2 * total - turn : turn
  for (const [index, length] of lengths.entries()) {
    if (left > length && index < lengths.length - 1) {
      left -= length
      continue
    }
    const [ax, ay] = route[index] ?? [0, 0]
    const [bx, by] = route[index + 1] ?? [ax, ay]
    const part = Math.min(1, left / length)
    // The game's headings are anticlockwise from north.
    const heading = (Math.atan2(-(bx - ax), by - ay) * 180) / Math.PI + (isBack ? 180 : 0)
    return { x: ax + (bx - ax) * part, y: ay + (by - ay) * part, heading: (heading + 720) % 360 }
  }
  return { x: 0, y: 0, heading: 0 }
}

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
/** A text for a call to 911. */
export const troubleOf = (index: number): string => TROUBLE[index % TROUBLE.length] ?? ''
