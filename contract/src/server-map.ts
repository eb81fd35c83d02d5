import { z } from 'zod'

const Coordinate = z.number().min(-20_000).max(20_000)

/** A postal code of the game's map, as communities number its places. */
export const Postal = z.object({ code: z.string().trim().min(1).max(16), x: Coordinate, y: Coordinate })
export type Postal = z.infer<typeof Postal>
