import { z } from 'zod'

// What a game sends is whatever its player wants it to be.

const shortened = (max: number) =>
  z
    .string()
    .transform((text) => text.slice(0, max))
    .catch('')
export const Place = z.object({ location: shortened(160), postal: shortened(16) }).catch({ location: '', postal: '' })
/** Only the commands that are registered in the games. */
export const Clash = z.object({
  key: z.enum(['emergency', 'nonEmergency', 'panic', 'tablet']),
  owner: z.string().regex(/^[\w.-]{1,64}$/),
})
export const CallKind = z.enum(['emergency', 'nonEmergency'])
/** As much as somebody says in a call; whoever says more is heard that far. */
export const CallText = z
  .string()
  .transform((text) => text.slice(0, 2000).trim())
  .pipe(z.string().min(1))
