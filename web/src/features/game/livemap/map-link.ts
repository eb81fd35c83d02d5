import { UNIT_CLASS, UnitStatus, type UnitClass } from '@tenfour/contract'
import { z } from 'zod'
import { FIRST_CHOICES, type MapChoices } from './map-state.ts'

const Coordinate = z.coerce.number().min(-20_000).max(20_000)
const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)
const Words = z.coerce.string().max(80)

/** The parameters of a link to the map: position, zoom, who to follow and what to show. Invalid values are dropped. */
export const MapLink = z.object({
  x: optional(Coordinate),
  y: optional(Coordinate),
  z: optional(z.coerce.number().min(0).max(8)),
  unit: optional(z.coerce.number().pipe(z.int().positive())),
  call: optional(z.coerce.number().pipe(z.int().positive())),
  /** Comma-separated words and numbers: 'police,fire', '3,5', 'beats,trails'. */
  class: optional(Words),
  status: optional(Words),
  show: optional(Words),
  players: optional(z.literal('no')),
  /** In a separate window, without the portal's bar. */
  alone: optional(z.literal('true')),
})
export type MapLink = z.infer<typeof MapLink>

const CLASSES: readonly (readonly [string, UnitClass])[] = [
  ['police', UNIT_CLASS.Leo],
  ['fire', UNIT_CLASS.Fire],
  ['comms', UNIT_CLASS.Comms],
]
const LAYERS = [
  ['beats', 'hasBeats'],
  ['grid', 'hasGrid'],
  ['trails', 'hasTrails'],
] as const
const UNGROUPED = 'each'

type Seen = {
  /** Null while the whole island is shown, whose centre and zoom depend on the screen. */
  readonly at: { readonly x: number; readonly y: number; readonly zoom: number } | null
  readonly unit: number | null
  readonly call: number | null
}

export function linkTo({ at, unit, call }: Seen, choices: MapChoices = FIRST_CHOICES): MapLink {
  const { classes, statuses, hasPlayers } = choices.filter
  const layers = [...LAYERS.filter(([, key]) => choices[key]).map(([word]) => word), ...(choices.hasClusters ? [] : [UNGROUPED])]
  return {
    ...(at && { x: Math.round(at.x), y: Math.round(at.y), z: at.zoom }),
    ...(unit !== null && { unit }),
    ...(call !== null && { call }),
    ...(classes.size > 0 && {
      class: CLASSES.filter(([, unitClass]) => classes.has(unitClass))
        .map(([word]) => word)
        .join(),
    }),
    ...(statuses.size > 0 && { status: [...statuses].toSorted((a, b) => a - b).join() }),
    ...(layers.length > 0 && { show: layers.join() }),
    ...(!hasPlayers && { players: 'no' as const }),
  }
}

export function choicesOf({ class: classes = '', status = '', show = '', players }: MapLink): MapChoices {
  const words = new Set([...classes.split(','), ...show.split(',')])
  return {
    hasBeats: words.has('beats'),
    hasGrid: words.has('grid'),
    hasTrails: words.has('trails'),
    hasClusters: !words.has(UNGROUPED),
    filter: {
      classes: new Set(CLASSES.filter(([word]) => words.has(word)).map(([, unitClass]) => unitClass)),
      statuses: new Set(status.split(',').flatMap((text) => (text === '' ? [] : (UnitStatus.safeParse(Number(text)).data ?? [])))),
      hasPlayers: players === undefined,
    },
  }
}

/** For comparing links; ignores which window they are for. */
export const linkText = (link: MapLink): string =>
  Object.entries({ ...link, alone: undefined })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&')

/** Whether two links agree apart from the position; if not, a history entry is added. */
export const isSameExceptPosition = (a: MapLink, b: MapLink): boolean => linkText(withoutPosition(a)) === linkText(withoutPosition(b))
const withoutPosition = (link: MapLink): MapLink => ({ ...link, x: undefined, y: undefined, z: undefined })
