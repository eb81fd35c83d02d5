import type { Random } from './random.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

const FIRST = words(`
  Adela Alden Amara Anselm Ariel Asher Beatrix Benno Briony Caleb Camila Cedric Celeste Dahlia Damon Daria Desmond Edda Eliana Elias
  Emeric Esme Farah Felix Fiona Gideon Greta Hadley Hugo Ida Imani Ines Ivor Jasper Joaquin Jonah Juno Kaia Kieran Lars Leona Linnea
  Lucian Mabel Malik Marisol Mateo Mira Nadia Niels Noor Odette Oren Orla Pavel Petra Priya Quentin Rafael Rhea Ronan Rosalind Rufus
  Sabine Samir Selma Silas Sloane Soren Tamsin Tariq Thea Tobias Una Veda Viggo Wanda Wesley Willa Xenia Yara Yusuf Zora
`)
const LAST = words(`
  Abbotsford Alcott Amundsen Arkwright Baptiste Barlowe Beckwith Bellamy Birch Blackwood Bramhall Calloway Carver Castellan Chandra
  Coldwater Cordero Crane Dalgaard Delacroix Denholm Draper Eastman Ellery Fairchild Falkner Farrow Fenwick Galloway Garrick
  Grimshaw Halloran Hargrove Hartwell Hawthorn Holloway Ibarra Iverson Jansson Kaplan Keating Kestrel Kowalczyk Langford Larkin
  Lindqvist Lockwood Macready Maddox Marchetti Merrick Montrose Nakagawa Navarro Norwood Okafor Osgood Paxton Pemberton Prescott
  Quimby Radcliffe Ramsey Redfern Rivas Sandoval Sato Seaver Shepard Stanhope Strand Sutcliffe Tamura Thackeray Thorne Underhill
  Vance Varga Wakefield Weatherby Whitlock Winslow Yardley Zimmer
`)

/** Returns a different name each time. */
export function createNames(random: Random, taken: Iterable<string> = []): () => string {
  const given = new Set(taken)
  return () => {
    for (;;) {
      const name = `${random.pick(FIRST)} ${random.pick(LAST)}`
      if (given.has(name)) continue
      given.add(name)
      return name
    }
  }
}
