import { expect, test } from 'vitest'
import { createCodeBook, isWrittenAsCode, RADIO_CODES, SHIPPED_CODES } from './codes.ts'
import { UNIT_STATUS } from './units.ts'

const { begun: codesBegun, codesFor, find: findRadioCode } = SHIPPED_CODES

test('every shipped code is found as it is said, and stands for one thing', () => {
  for (const each of RADIO_CODES) expect(findRadioCode(each.code)).toBe(each)
})

test.each(['10-8', '10 8', ' 10 - 8 ', '10–8', '10-08'])('%j is 10-8', (typed) => {
  expect(findRadioCode(typed)).toEqual({ code: '10-8', status: UNIT_STATUS.inService })
})

test.each(['Code 4', 'code4', 'CODE-4', 'code  4'])('%j is Code 4', (typed) => expect(findRadioCode(typed)?.code).toBe('Code 4'))

test('a code may have letters at its end', () => {
  expect(['10-50 PI', '10-50pi', '10 50 pi'].map((typed) => findRadioCode(typed)?.code)).toEqual(['10-50 PI', '10-50 PI', '10-50 PI'])
  expect(findRadioCode('10-50 at')).toBeUndefined()
})

test('a number without a hyphen or a blank is the number of a call', () => {
  expect(['108', '1050', '8', '10', '10-', 'code', 'codefour'].map(isWrittenAsCode)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ])
  expect([isWrittenAsCode('10-77'), findRadioCode('10-77')]).toEqual([true, undefined])
})

test('the codes of a status or a type of call are found, whatever the case of the type', () => {
  expect(codesFor({ status: UNIT_STATUS.onScene })).toEqual(['10-23', '10-97'])
  expect(codesFor({ callType: 'traffic' })).toEqual(['10-11', '10-38'])
  expect(codesFor({ callType: 'PICNIC' })).toEqual([])
})

test('codes are offered from their first letters, but not for the first digits of a number', () => {
  const begun = (typed: string) => codesBegun(typed).map(({ code }) => code)
  expect(begun('10-9')).toEqual(['10-97', '10-95', '10-98', '10-99', '10-90'])
  expect(begun('10 9')).toEqual(begun('10-9'))
  expect(['', '10', '109', 'x'].flatMap(begun)).toEqual([])
  expect([begun('co'), begun('code4'), begun('SIG')]).toEqual([['Code 4', 'Code 99'], ['Code 4'], ['Signal 100']])
})

test('a community may write its codes in any way', () => {
  const own = createCodeBook([
    { code: '11-99', command: 'panic' },
    { code: 'Meal', status: 1001 },
  ])
  expect(['11-99', '11 99', 'meal ', 'MEAL'].map((typed) => own.find(typed)?.code)).toEqual(['11-99', '11-99', 'Meal', 'Meal'])
  expect(own.codesFor({ status: 1001 })).toEqual(['Meal'])
  expect(['me', '11-', '11'].map((typed) => own.begun(typed).length)).toEqual([1, 1, 0])
})
