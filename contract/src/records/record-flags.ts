import { z } from 'zod'
import { lookupUnit } from '../access.ts'
import { FlagSeverity, Flagged } from '../dispatch/cad-values.kinds.ts'
import { StatusColour } from '../dispatch/units.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id, IdParam, Instant, InstantInput, trimmed } from '../values.ts'

/** How many flags a person, vehicle or weapon may have at once. */
export const MAX_RECORD_FLAGS = 20

/** A flag as it is shown, in the words and the colour that it had when it was set. */
export const ShownFlag = z.object({ name: z.string(), tone: StatusColour, severity: FlagSeverity, warns: z.boolean() })
export type ShownFlag = z.infer<typeof ShownFlag>

/** A flag that a unit set on a person, vehicle or weapon, for officers alone. */
export const RecordFlag = ShownFlag.extend({
  flagId: z.int(),
  /** The value of the community that was set. */
  valueId: z.int(),
  /** The note of the officer; empty without one. */
  text: z.string(),
  expiresAt: Instant.nullable(),
  by: z.object({ userId: z.int(), name: z.string(), identifier: z.string() }),
  at: Instant,
})
export type RecordFlag = z.infer<typeof RecordFlag>

const byFlag = z.object({ flagId: IdParam })

export const setRecordFlag = defineEndpoint({
  method: 'POST',
  path: '/api/record-flags',
  summary: 'Set a flag of the community on a person, vehicle or weapon of someone else, for a time or until withdrawn',
  access: lookupUnit(),
  body: z.object({
    of: Flagged,
    /** The id of the character, vehicle or weapon. */
    id: Id,
    valueId: Id,
    text: trimmed(80, 'A note has at most 80 characters').default(''),
    expiresAt: InstantInput.nullable().default(null),
  }),
  response: RecordFlag,
})

export const withdrawRecordFlag = defineEndpoint({
  method: 'POST',
  path: '/api/record-flags/:flagId/withdraw',
  summary: 'Withdraw a flag, except from a record of one’s own',
  access: lookupUnit(),
  params: byFlag,
  response: z.object({}),
})
