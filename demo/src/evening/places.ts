export type Area = 'city' | 'county' | 'highway' | 'coast'
export type Place = { readonly location: string; readonly postal: string; readonly x: number; readonly y: number; readonly area: Area }

const place = (area: Area, location: string, postal: string, x: number, y: number): Place => ({ location, postal, x, y, area })

export const PLACES: readonly Place[] = [
  place('city', 'Legion Square', '8020', 195, -934),
  place('city', 'Forum Dr', '9104', -140, -1520),
  place('city', 'Alta St', '8077', 110, -610),
  place('city', 'Mirror Park Blvd', '6120', 1120, -645),
  place('city', 'Grove St', '9042', 85, -1955),
  place('city', 'Strawberry Ave', '9017', 55, -1390),
  place('city', 'Vespucci Blvd', '8134', -680, -850),
  place('city', 'Integrity Way', '8052', 260, -330),
  place('city', 'Hawick Ave', '7031', 310, -220),
  place('city', 'Eclipse Blvd', '7090', -780, 270),
  place('city', 'Vinewood Blvd', '7044', 340, 180),
  place('city', 'Popular St', '6044', 800, -1290),
  place('city', 'Elgin Ave', '8011', 240, -1070),
  place('city', 'San Andreas Ave', '8123', -350, -840),
  place('city', 'Little Bighorn Ave', '9061', 480, -1720),
  place('coast', 'Del Perro Pier', '7230', -1650, -1060),
  place('coast', 'Bay City Ave, Vespucci Beach', '8190', -1270, -1330),
  place('coast', 'Great Ocean Hwy, Banham Canyon', '5041', -2960, 480),
  place('coast', 'Barbareno Rd, Chumash', '5020', -3180, 1090),
  place('coast', 'North Calafia Way', '2011', 1340, 4370),
  place('highway', 'Del Perro Fwy', '7214', -1540, -640),
  place('highway', 'Senora Fwy northbound', '3108', 2720, 3310),
  place('highway', 'Route 68, Harmony', '4032', 610, 2690),
  place('highway', 'Route 1, Chumash', '5017', -3080, 780),
  place('highway', 'Palomino Fwy', '6301', 2540, -420),
  place('highway', 'Olympic Fwy', '8201', -220, -1170),
  place('highway', 'Great Ocean Hwy, Paleto Forest', '1012', -580, 5560),
  place('county', 'Grapeseed Ave', '2087', 1710, 4810),
  place('county', 'Algonquin Blvd, Sandy Shores', '3021', 1840, 3780),
  place('county', 'Marina Dr, Sandy Shores', '3042', 1420, 3620),
  place('county', 'Paleto Blvd', '1034', -110, 6330),
  place('county', 'Procopio Dr, Paleto Bay', '1051', -220, 6440),
  place('county', 'Joshua Rd', '3061', 700, 3520),
  place('county', 'East Joshua Rd', '3090', 2390, 3130),
  place('county', 'O’Neil Way, Grapeseed', '2050', 2440, 4970),
]

export function placeOf(location: string): Place {
  const found = PLACES.find((each) => each.location === location)
  if (!found) throw new Error(`There is no place ${location}`)
  return found
}
