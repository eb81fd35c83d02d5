import { z } from 'zod'

const Coordinate = z.coerce.number().min(-20_000).max(20_000)
const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/** What a link to the map can say: where to look, how close, and whom to follow. What makes no sense is left out. */
export const MapLink = z.object({
  x: optional(Coordinate),
  y: optional(Coordinate),
  z: optional(z.coerce.number().min(0).max(8)),
  unit: optional(z.coerce.number().pipe(z.int().positive())),
  call: optional(z.coerce.number().pipe(z.int().positive())),
  /** In a window of its own, without the portal's bar. */
  alone: optional(z.literal('true')),
})
export type MapLink = z.infer<typeof MapLink>

type Seen = { readonly x: number; readonly y: number; readonly zoom: number; readonly unit: number | null; readonly call: number | null }

export const linkTo = ({ x, y, zoom, unit, call }: Seen): MapLink => ({
  x: Math.round(x),
  y: Math.round(y),
  z: zoom,
  ...(unit !== null && { unit }),
  ...(call !== null && { call }),
})
