// @vitest-environment happy-dom
import { cadValueFields, type CadValue, type CadValueOf } from '@tenfour/contract'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answerBy, show, tearDown } from '../../legal/warrants/testing/show.tsx'
import { draftOf, fieldNow, listedText, searchValues } from './cad-values.form.ts'
import { CadValueForm } from './CadValueForm.tsx'
import { CadValuePreview } from './CadValuePreview.tsx'

afterEach(tearDown)
// The text area that grows listens to the fonts of the page.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

const about = { key: null, position: 1, isShipped: false, isRetired: false, version: 1 }
const unitType = (valueId: number, name: string, isRetired = false): CadValueOf<'unit-type'> => ({
  ...about,
  kind: 'unit-type',
  valueId,
  isRetired,
  content: { name, about: '', class: 1, countsAs: 1 },
})
const callType = (recommend: number[]): CadValueOf<'call-type'> => ({
  ...about,
  kind: 'call-type',
  valueId: 9,
  content: {
    code: '10-50',
    name: 'Collision',
    priority: 2,
    classes: [1],
    opening: 'Injuries:',
    sound: 'usual',
    colour: 'custody',
    recommend,
    needs: [],
  },
})
const values: readonly CadValue[] = [unitType(101, 'Patrol'), unitType(1200, 'Tow truck', true), unitType(1201, 'K-9', true)]
const known = { values, departments: [{ value: 2, label: 'LSPD' }] }
const fieldOf = (kind: CadValue['kind'], name: string) => {
  const field = cadValueFields(kind).find(([each]) => each === name)?.[1]
  if (!field) throw new Error(`There is no ${name}`)
  return field
}

test('a property is chosen among the values in use, and those that it has though they are retired', () => {
  const field = fieldNow(fieldOf('call-type', 'recommend'), { ...callType([1200]).content }, 'recommend', known)
  expect('choices' in field && field.choices?.map(({ label }) => label)).toEqual(['Patrol', 'Tow truck'])
})

test('a number is offered no type that only dispatch uses, and a call type no unit that nobody sends', () => {
  const dispatcher: CadValue = { ...unitType(102, 'Dispatcher'), content: { name: 'Dispatcher', about: '', class: 2, countsAs: 3 } }
  const panic: CadValue = { ...callType([]), valueId: 1, key: 'PANIC' }
  const all: readonly CadValue[] = [panic, { ...callType([]), valueId: 2, key: '911' }, unitType(101, 'Patrol'), dispatcher]
  const offered = (kind: CadValue['kind'], name: string) => {
    const field = fieldNow(fieldOf(kind, name), {}, name, { values: all, departments: [] })
    return 'choices' in field && field.choices?.map(({ value }) => value)
  }
  expect(offered('emergency-number', 'callType')).not.toContain(1)
  expect(offered('emergency-number', 'callType')).toContain(2)
  expect(offered('call-type', 'needs')).toEqual([101])
})

test('a list says names in place of ids, and what none of them means', () => {
  const field = fieldOf('beat', 'departments')
  expect(listedText(field, { departments: [2] }, 'departments', known)).toBe('LSPD')
  expect(listedText(field, { departments: [] }, 'departments', known)).toBe('All departments')
  expect(listedText(fieldOf('welfare-time', 'amber'), { amber: 20 }, 'amber', known)).toBe('20 min')
  expect(listedText(fieldOf('welfare-time', 'priorities'), { priorities: [] }, 'priorities', known)).toBe('Any')
})

test('a new value begins with what it is when nothing is chosen', () => {
  expect(draftOf('call-type', null)).toMatchObject({ sound: 'usual', colour: 'none', recommend: [], opening: '', priority: 4 })
  expect(draftOf('welfare-time', null)).toMatchObject({ statuses: [], amber: null })
})

test('the search looks at what the form alone shows too', () => {
  expect(searchValues([callType([])], 'injuries blue')).toHaveLength(1)
  expect(searchValues([callType([])], 'injuries green')).toHaveLength(0)
})

const nothing = () => undefined

test('the form asks for each property by its label, and the preview follows what is typed', async () => {
  answerBy(() => Response.json([]))
  await show(<CadValueForm kind="call-type" value={callType([])} uses={3} hasRoom onSaved={nothing} onClose={nothing} />)
  for (const label of ['Code', 'Priority', 'Opens with', 'Sound', 'Colour'])
    expect(screen.getByLabelText(new RegExp(`^${label}`, 'u'))).toBeDefined()
  expect(screen.getByText('Used by 3 calls')).toBeDefined()
  fireEvent.change(screen.getByLabelText(/^Name/u), { target: { value: 'Crash' } })
  expect(screen.getByText('Crash')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Code/u))
})

test('a unit type is shown as members meet it when they go on duty', async () => {
  await show(<CadValuePreview kind="unit-type" content={{ name: 'Tow truck', about: 'Clears the road' }} />)
  expect(screen.getByText('Where members go on duty')).toBeDefined()
  expect(screen.getByText('Clears the road')).toBeDefined()
})
