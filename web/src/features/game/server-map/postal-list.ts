import { MAX_POSTALS, Postal } from '@tenfour/contract'
import { z } from 'zod'

export type PostalList = { readonly postals: readonly Postal[]; readonly problem: string | null }

/** Many lists have numbers as codes, and some have text as coordinates. */
const Loose = z.looseObject({ code: z.coerce.string(), x: z.coerce.number(), y: z.coerce.number() })

/** Parses a list of postals: JSON as `[{ code, x, y }]`, or CSV lines `code,x,y` with an optional header. */
export function readPostals(text: string): PostalList {
  const rows = /^\s*\[/.test(text) ? fromJson(text) : fromLines(text)
  if (rows === null) return refused('The file starts like JSON but can’t be parsed.')
  if (rows.length === 0) return refused('There are no postals in this file.')
  if (rows.length > MAX_POSTALS)
    return refused(`The file has ${rows.length.toLocaleString('en')} postals; a map has at most ${MAX_POSTALS.toLocaleString('en')}.`)
  const seen = new Set<string>()
  const postals: Postal[] = []
  for (const { at, row } of rows) {
    const loose = Loose.safeParse(row)
    const postal = loose.success ? Postal.safeParse({ code: loose.data.code, x: loose.data.x, y: loose.data.y }) : undefined
    if (!postal?.success) return refused(`${at} is not a postal: a code, x and y are needed.`)
    if (seen.has(postal.data.code))
      return refused(`The postal ${postal.data.code} is in the list twice, the second time at ${at.toLowerCase()}.`)
    seen.add(postal.data.code)
    postals.push(postal.data)
  }
  return { postals, problem: null }
}

type Row = { readonly at: string; readonly row: unknown }
const refused = (problem: string): PostalList => ({ postals: [], problem })

function fromJson(text: string): Row[] | null {
  try {
    const parsed = z.array(z.unknown()).safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.map((row, index) => ({ at: `Entry ${index + 1}`, row })) : null
  } catch {
    return null
  }
}

function fromLines(text: string): Row[] {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ at: `Line ${index + 1}`, cells: line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')) }))
  const full = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first] = full
  const names = first?.cells.map((cell) => cell.toLowerCase()) ?? []
  const isNamed = ['code', 'x', 'y'].every((name) => names.includes(name))
  const [code, x, y] = isNamed ? ['code', 'x', 'y'].map((name) => names.indexOf(name)) : [0, 1, 2]
  const cell = (cells: readonly string[], index = -1) => cells[index] || undefined
  return full
    .slice(isNamed ? 1 : 0)
    .map(({ at, cells }) => ({ at, row: { code: cell(cells, code), x: cell(cells, x), y: cell(cells, y) } }))
}
