import { z } from 'zod'
import { admin, open, signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Bytes, IdParam, Instant, trimmed, Version } from '../values.ts'

export const OffenceType = z.enum(['Infraction', 'Misdemeanor', 'Felony'])
export type OffenceType = z.infer<typeof OffenceType>

export const MAX_OFFENCES = 5000
export const MAX_FINE = 1_000_000
/** A week, in minutes of playing time. */
export const MAX_JAIL_MINUTES = 10_080
export const MAX_POINTS = 100

const amount = (most: number) =>
  z
    .int('Enter a whole number')
    .min(0, 'At least 0')
    .max(most, `At most ${most.toLocaleString('en')}`)

const fields = z.object({
  code: trimmed(16, 'A code has at most 16 characters').min(1, 'Enter a code'),
  title: trimmed(120, 'A title has at most 120 characters').min(1, 'Enter a title'),
  type: OffenceType,
  category: trimmed(60, 'A category has at most 60 characters').min(1, 'Enter a category'),
  description: trimmed(2000, 'A description has at most 2,000 characters').default(''),
  fineMin: amount(MAX_FINE),
  fineMax: amount(MAX_FINE),
  /** Minutes of playing time. */
  jailMin: amount(MAX_JAIL_MINUTES),
  jailMax: amount(MAX_JAIL_MINUTES),
  /** Points on the driver's licence. */
  points: amount(MAX_POINTS),
})
type Ranges = Pick<z.infer<typeof fields>, 'fineMin' | 'fineMax' | 'jailMin' | 'jailMax'>
const hasFineRange = ({ fineMin, fineMax }: Ranges) => fineMin <= fineMax
const hasJailRange = ({ jailMin, jailMax }: Ranges) => jailMin <= jailMax
const inOrder = <T extends z.ZodType<Ranges>>(schema: T) =>
  schema
    .refine(hasFineRange, { path: ['fineMax'], message: 'The highest fine is below the lowest' })
    .refine(hasJailRange, { path: ['jailMax'], message: 'The longest time is below the shortest' })

export const OffenceInput = inOrder(fields)
export type OffenceInput = z.infer<typeof OffenceInput>
export const OFFENCE_FIELDS = fields.keyof().options

/** An entry of the penal code as it is worded now. */
export const Offence = fields.extend({
  offenceId: z.int(),
  /** The id of this wording. Records keep it, so that they are never reworded. */
  revisionId: z.int(),
  version: z.int(),
  isRetired: z.boolean(),
  changedAt: Instant,
})
export type Offence = z.infer<typeof Offence>

/** One wording of an offence, current or past. `changedBy` is null for offences that the portal came with. */
export const OffenceRevision = fields.extend({
  revisionId: z.int(),
  changedAt: Instant,
  changedBy: z.object({ userId: z.int(), name: z.string() }).nullable(),
})
export type OffenceRevision = z.infer<typeof OffenceRevision>

export const OffenceFilter = PageQuery.extend({
  /** Words of the code, title or category, in any order. */
  q: trimmed(100).optional(),
  type: OffenceType.optional(),
  category: trimmed(60).optional(),
  includeRetired: z.stringbool().default(false),
})
export type OffenceFilter = z.infer<typeof OffenceFilter>

const byOffence = z.object({ offenceId: IdParam })

export const listOffences = defineEndpoint({
  method: 'GET',
  path: '/api/offences',
  summary: 'The penal code, a page at a time, by category and code',
  access: signedIn,
  query: OffenceFilter,
  response: pageOf(Offence).extend({ categories: z.array(z.string()) }),
})

export const readPenalCode = defineEndpoint({
  method: 'GET',
  path: '/api/penal-code',
  summary: 'The penal code as a page to read and print, if the community has it open to everyone',
  access: open,
  gives: ['text/html'],
  response: z.object({ type: z.literal('text/html'), bytes: Bytes, digest: z.string() }),
})

export const listOffenceRevisions = defineEndpoint({
  method: 'GET',
  path: '/api/offences/:offenceId/revisions',
  summary: 'How an offence was worded, newest first',
  access: signedIn,
  params: byOffence,
  response: z.array(OffenceRevision),
})

export const createOffence = defineEndpoint({
  method: 'POST',
  path: '/api/offences',
  summary: 'Add an offence to the penal code',
  access: admin,
  body: OffenceInput,
  response: Offence,
})

export const updateOffence = defineEndpoint({
  method: 'PUT',
  path: '/api/offences/:offenceId',
  summary: 'Change an offence; records written before keep their wording',
  access: admin,
  params: byOffence,
  body: inOrder(fields.extend({ version: Version })),
  response: Offence,
})

export const retireOffence = defineEndpoint({
  method: 'POST',
  path: '/api/offences/:offenceId/retire',
  summary: 'Take an offence out of the penal code, or bring it back',
  access: admin,
  params: byOffence,
  body: z.object({ version: Version, isRetired: z.boolean() }),
  response: Offence,
})
