import { expect, test } from 'vitest'
import { schemaErrors } from '../../../ui/form-errors.ts'
import { buildClaim } from '../own-records/testing/build-records.ts'
import { ClaimForm } from './ClaimsCard.port.tsx'
import { claimSubject, inClaimOrder } from './claim.labels.port.ts'

test('a vehicle is claimed by its plate, a person by the name alone', () => {
  expect(schemaErrors(ClaimForm, { kind: 'vehicle', plate: '', text: '' })).toEqual({ plate: 'Enter a plate' })
  expect(ClaimForm.parse({ kind: 'vehicle', plate: ' 46 EEK 572 ', text: '' })).toMatchObject({ plate: '46 EEK 572' })
  expect(ClaimForm.parse({ kind: 'character', plate: 'left over', text: '' }).plate).toBeUndefined()
})

test('claims are named by their vehicle or person, open claims first', () => {
  expect([claimSubject({ kind: 'vehicle', label: '46EEK572' }), claimSubject({ kind: 'character', label: 'Ann Senn' })]).toEqual([
    'Vehicle 46EEK572',
    'Person Ann Senn',
  ])
  const claims = [buildClaim(1, 1), buildClaim(2, 1, { state: 'refused' }), buildClaim(3, 1)]
  expect(inClaimOrder(claims).map(({ claimId }) => claimId)).toEqual([3, 1, 2])
})
