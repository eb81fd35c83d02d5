import { claimRecord, withdrawClaim, type Claim } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { keepOwn } from '../own-records/own-records.port.ts'
import type { ClaimInput } from './claim-form.ts'

const keep = (claim: Claim): void => keepOwn({ event: 'claim.saved', payload: claim })

export const claim = async (characterId: number, { plate, text }: ClaimInput): Promise<void> =>
  keep(await call(claimRecord, { body: { characterId, text, ...(plate !== undefined && { plate }) } }))

export const withdraw = async ({ claimId }: Claim): Promise<void> => keep(await call(withdrawClaim, { params: { claimId } }))
