import { postalAt } from '../postals.ts'

export type Area = 'city' | 'county' | 'highway' | 'coast'
export type Place = { readonly location: string; readonly postal: string; readonly x: number; readonly y: number; readonly area: Area }

const place = (area: Area, location: string, x: number, y: number): Place => ({ location, postal: postalAt(x, y), x, y, area })

export const PLACES: readonly Place[] = [
  place('city', 'Legion Square', 195, -934),
  place('city', 'Forum Dr', -140, -1520),
  place('city', 'Alta St', 110, -610),
  place('city', 'Mirror Park Blvd', 1120, -645),
  place('city', 'Grove St', 85, -1955),
  place('city', 'Strawberry Ave', 55, -1390),
  place('city', 'Vespucci Blvd', -680, -850),
  place('city', 'Integrity Way', 260, -330),
  place('city', 'Hawick Ave', 310, -220),
  place('city', 'Eclipse Blvd', -780, 270),
  place('city', 'Vinewood Blvd', 340, 180),
  place('city', 'Popular St', 800, -1290),
  place('city', 'Elgin Ave', 240, -1070),
  place('city', 'San Andreas Ave', -350, -840),
  place('city', 'Little Bighorn Ave', 480, -1720),
  place('coast', 'Del Perro Pier', -1650, -1060),
  place('coast', 'Bay City Ave, Vespucci Beach', -1270, -1330),
  place('coast', 'Great Ocean Hwy, Banham Canyon', -2960, 480),
  place('coast', 'Barbareno Rd, Chumash', -3180, 1090),
  place('coast', 'North Calafia Way', 1340, 4370),
  place('highway', 'Del Perro Fwy', -1540, -640),
  place('highway', 'Senora Fwy northbound', 2720, 3310),
  place('highway', 'Route 68, Harmony', 610, 2690),
  place('highway', 'Route 1, Chumash', -3080, 780),
  place('highway', 'Palomino Fwy', 2540, -420),
  place('highway', 'Olympic Fwy', -220, -1170),
  place('highway', 'Great Ocean Hwy, Paleto Forest', -580, 5560),
  place('county', 'Grapeseed Ave', 1710, 4810),
  place('county', 'Algonquin Blvd, Sandy Shores', 1840, 3780),
  place('county', 'Marina Dr, Sandy Shores', 1420, 3620),
  place('county', 'Paleto Blvd', -110, 6330),
  place('county', 'Procopio Dr, Paleto Bay', -220, 6440),
  place('county', 'Joshua Rd', 700, 3520),
  place('county', 'East Joshua Rd', 2390, 3130),
  place('county', 'O’Neil Way, Grapeseed', 2440, 4970),
]

export function placeOf(location: string): Place {
  const found = PLACES.find((each) => each.location === location)
  if (!found) throw new Error(`There is no place ${location}`)
  return found
}
