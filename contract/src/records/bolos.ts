import { z } from 'zod'
import { ServerId } from '../ids.ts'
import { Id, Instant, InstantInput, trimmed, Version } from '../values.ts'
import { Reason, RecordActor } from './records.ts'

/** How many BOLOs may be open on one server. */
export const MAX_BOLOS = 200
export const BOLO_MAX_DAYS = 30

export const BoloKind = z.enum(['person', 'vehicle'])
export type BoloKind = z.infer<typeof BoloKind>

/**
 * Be on the lookout. A vehicle is matched by plate: the whole one, or the part before a closing `*`, as in `46E*`. A person is matched by
 * the character, or by all words of the name in any order.
 */
const fields = z.object({
  kind: BoloKind,
  /** The plate of a vehicle. A BOLO without a plate is shown, and matches nothing. */
  plate: trimmed(13, 'A plate has at most 12 characters').default(''),
  /** The name of a person; may be empty. */
  name: trimmed(80, 'A name has at most 80 characters').default(''),
  /** The record from which the BOLO was made, if it was made from one. */
  characterId: Id.nullable().default(null),
  vehicleId: Id.nullable().default(null),
  /** The description to look for: 'Silver Sultan', 'Male, 6\'2, grey hoodie'. */
  description: trimmed(300, 'A description has at most 300 characters').default(''),
  reason: Reason,
  expiresAt: InstantInput,
})
const NOTHING = 'Enter a plate, a name or a description'
const saysSomething = ({ plate, name, description }: { plate: string; name: string; description: string }) =>
  Boolean(plate || name || description)
export const BoloInput = fields.refine(saysSomething, { path: ['description'], message: NOTHING })
/** A change of a BOLO. */
export const BoloEdit = fields.extend({ version: Version }).refine(saysSomething, { path: ['description'], message: NOTHING })
export type BoloInput = z.infer<typeof BoloInput>

export const Bolo = z.object({
  boloId: z.int(),
  serverId: ServerId,
  kind: BoloKind,
  plate: z.string(),
  name: z.string(),
  characterId: z.int().nullable(),
  vehicleId: z.int().nullable(),
  description: z.string(),
  reason: z.string(),
  callId: z.int().nullable(),
  by: RecordActor,
  createdAt: Instant,
  expiresAt: Instant,
  /** How often the BOLO was hit, and when last. */
  hits: z.int(),
  lastHitAt: Instant.nullable(),
  version: z.int(),
})
export type Bolo = z.infer<typeof Bolo>

/** A hit, sent to units on the BOLO's server and to the unit that ran the plate or name, wherever it is. */
export const BoloHit = z.object({
  boloId: z.int(),
  /** The plate or name that was run. */
  what: z.string(),
  by: RecordActor,
  at: Instant,
  callId: z.int().nullable(),
  hits: z.int(),
})
export type BoloHit = z.infer<typeof BoloHit>
