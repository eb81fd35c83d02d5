import { expect, test } from 'vitest'
import { destinationWords, instantOf, kindsFor, localInput, penaltyWords, standing, submittedWords } from './report.labels.ts'

const AT = new Date(2026, 4, 1, 21, 47)

test('the footer says where the report goes', () => {
  expect(destinationWords({ isNeeded: false, hasApprover: false }, 'LSPD')).toBe('No approval needed')
  expect(destinationWords({ isNeeded: true, hasApprover: true }, 'LSPD')).toBe('Goes to approval')
  expect(destinationWords({ isNeeded: true, hasApprover: false }, 'LSPD')).toBe('Nobody in LSPD can approve reports yet')
})
test('each kind of a service has a key of its own', () => {
  expect(kindsFor('police').map(({ key }) => key)).toEqual(['W', 'C', 'A', 'I'])
  expect(kindsFor('fire').map(({ key }) => key)).toEqual(['P', 'T'])
})
test('fine, jail and points in words', () => {
  expect(penaltyWords({ fine: 24_600, jailMinutes: 65, points: 1 })).toBe('$24,600 · 1 h 5 min · 1 point')
  expect(penaltyWords({ fine: 0, jailMinutes: 0, points: 0 })).toBe('')
})
test('a waiting amendment is shown instead of the state', () => {
  expect(standing({ state: 'final', amendment: null }).words).toBe('Final')
  expect(standing({ state: 'final', amendment: 'returned' }).words).toBe('Amendment returned')
})
test('a time that goes into its field comes out the same', () => {
  expect(localInput(AT.toISOString())).toBe('2026-05-01T21:47')
  expect(instantOf('2026-05-01T21:47')).toBe(AT.toISOString())
  expect([localInput(null), instantOf('')]).toEqual(['', null])
})

test('a submitted report is issued, filed or sent for approval', () => {
  const citation = { kind: 'citation', number: 'C-2026-0080', state: 'final', amendment: null } as const
  expect(submittedWords(citation)).toBe('Citation C-2026-0080 issued')
  expect(submittedWords({ ...citation, kind: 'arrest', number: 'A-2026-0012' })).toBe('Arrest report A-2026-0012 filed')
  expect(submittedWords({ ...citation, state: 'submitted' })).toBe('Citation C-2026-0080 sent for approval')
  expect(submittedWords({ ...citation, amendment: 'submitted' })).toBe('Amendment of C-2026-0080 sent for approval')
})
