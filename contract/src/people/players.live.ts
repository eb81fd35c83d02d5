import { z } from 'zod'
import { Instant } from '../values.ts'

/** In a file of its own because a room carries this schema, and every page loads the rooms. */

/** A code that a member asked for, without the code: it is shown once. */
export const PlayerCode = z.object({
  expiresAt: Instant,
  /** Who typed it in the game; null until someone has. `license` is the end of their licence. */
  player: z.object({ name: z.string(), server: z.string(), license: z.string() }).nullable(),
  isConfirmedHere: z.boolean(),
  isConfirmedInGame: z.boolean(),
})
export type PlayerCode = z.infer<typeof PlayerCode>
