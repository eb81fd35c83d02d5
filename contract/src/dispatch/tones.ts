import { z } from 'zod'
import { anyOf, dispatcher, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { ServerId } from '../ids.ts'
import { UserId } from '../people/users.ts'
import { countedList, Id, Instant, trimmed } from '../values.ts'

/** How long a tone stays visible to someone who opens the board after it sounded. */
export const TONE_MINUTES = 10

/** Police, communications, fire. Civilians have no board and hear no tones. */
const ToneClass = z.literal([1, 2, 3], 'A tone is for police, communications or fire')

/** Sounded to all units of some classes on a server, with a message and optionally a call. */
export const Tone = z.object({
  toneId: z.int(),
  serverId: ServerId,
  classes: z.array(ToneClass),
  message: z.string(),
  callId: z.int().nullable(),
  by: z.object({ userId: UserId, name: z.string() }),
  at: Instant,
})
export type Tone = z.infer<typeof Tone>

export const ToneInput = z.object({
  serverId: ServerId,
  classes: countedList(z.array(ToneClass).min(1, 'Choose who hears the tone').max(3)),
  message: trimmed(200, 'A message has at most 200 characters').default(''),
  callId: Id.optional(),
})
export type ToneInput = z.infer<typeof ToneInput>

export const soundTone = defineEndpoint({
  method: 'POST',
  path: '/api/cad/tone',
  summary: 'Sound a tone to every unit of some classes on a server',
  access: anyOf(dispatcher(), staff),
  body: ToneInput,
  response: Tone,
})
