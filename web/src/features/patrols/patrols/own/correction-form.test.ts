import { expect, test } from 'vitest'
import { schemaErrors } from '../../../../ui/form-errors.ts'
import { at, buildCorrection, buildDetail } from '../testing/build-patrol.ts'
import { correctionForm, correctionObstacle, hasOpenGaps, startValues } from './correction-form.ts'

const patrol = buildDetail({ startedAt: at(20, 2, 17), endedAt: at(22, 51, 40) })
const form = correctionForm(patrol, () => Date.parse(at(23, 30)))
const filled = { ...startValues(patrol), reason: 'Forgot to sign off' }
const errors = (over: Partial<typeof filled>) => schemaErrors(form, { ...filled, ...over })

test('only what was changed is sent, so that the seconds of the other time stay', () => {
  expect(form.parse({ ...filled, endedAt: '2026-11-14T22:30' })).toEqual({
    reason: 'Forgot to sign off',
    startedAt: null,
    endedAt: at(22, 30),
    countsGaps: false,
    version: 4,
  })
  expect(form.parse({ ...filled, countsGaps: true })).toMatchObject({ startedAt: null, endedAt: null, countsGaps: true })
})

test('an error is shown at its field', () => {
  expect(errors({})).toEqual({ startedAt: 'Change the start or the end, or ask for your time outside the game' })
  expect(schemaErrors(correctionForm({ ...patrol, gaps: [] }), filled)).toEqual({ startedAt: 'Change the start or the end' })
  expect(errors({ startedAt: '' })).toEqual({ startedAt: 'Enter a date and a time' })
  expect(errors({ endedAt: '' })).toEqual({ endedAt: 'Enter a date and a time' })
  expect(errors({ endedAt: '2026-11-14T23:45' })).toEqual({ endedAt: 'Choose a time in the past' })
  expect(errors({ endedAt: '2026-11-14T19:45' })).toEqual({ endedAt: 'The patrol ends before it starts' })
  expect(errors({ startedAt: '2026-11-13T19:45' })).toEqual({ endedAt: 'At most 24 hours longer than it was' })
  expect(errors({ endedAt: '2026-11-14T22:30', reason: ' ' })).toEqual({ reason: 'Enter a reason' })
})

test('a correction can be asked for once it has ended, one at a time, for 90 days', () => {
  const now = new Date(at(23))
  expect(correctionObstacle(patrol, now)).toBeNull()
  expect(correctionObstacle({ ...patrol, endedAt: null }, now)).toContain('once it has ended')
  expect(correctionObstacle({ ...patrol, corrections: [buildCorrection()] }, now)).toContain('Withdraw')
  expect(correctionObstacle({ ...patrol, corrections: [buildCorrection({ state: 'declined' })] }, now)).toBeNull()
  expect(correctionObstacle(patrol, new Date(2027, 1, 14))).toContain('90 days')
})

test('absences can be counted while nobody has decided on them', () => {
  const [gap] = patrol.gaps
  expect(hasOpenGaps(patrol)).toBe(true)
  expect(hasOpenGaps({ gaps: [{ ...gap!, isCounted: true }] })).toBe(false)
  expect(hasOpenGaps({ gaps: [{ ...gap!, decided: { by: { userId: 2, name: 'L' }, at: at(23), note: '' } }] })).toBe(false)
})
