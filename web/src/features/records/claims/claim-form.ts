import { Plate, trimmed } from '@tenfour/contract'
import { z } from 'zod'

const text = trimmed(500)

/** A plate is asked for where a vehicle is claimed, and only then. */
export const ClaimForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vehicle'), plate: Plate, text }),
  z.object({ kind: z.literal('character'), plate: z.string().transform(() => undefined), text }),
])
export type ClaimDraft = z.input<typeof ClaimForm>
export type ClaimInput = z.output<typeof ClaimForm>
