import { claimRecord, withdrawClaim, type Claim, Plate, trimmed } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { keepOwn } from '../own-records/own-records.port.ts'
import { z } from 'zod'

const keep = (claim: Claim): void => keepOwn({ event: 'claim.saved', payload: claim })

export const claim = async (characterId: number, { plate, text }: ClaimInput): Promise<void> =>
  keep(await call(claimRecord, { body: { characterId, text, ...(plate !== undefined && { plate }) } }))

export const withdraw = async ({ claimId }: Claim): Promise<void> => keep(await call(withdrawClaim, { params: { claimId } }))

const text = trimmed(500)

/** A plate is asked for where a vehicle is claimed, and only then. */
export const ClaimForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vehicle'), plate: Plate, text }),
  z.object({ kind: z.literal('character'), plate: z.string().transform(() => undefined), text }),
])
export type ClaimDraft = z.input<typeof ClaimForm>
export type ClaimInput = z.output<typeof ClaimForm>
