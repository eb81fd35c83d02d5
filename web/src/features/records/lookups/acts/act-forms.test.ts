import { expect, test } from 'vitest'
import { aVehicle } from '../testing/build-records.ts'
import { actForm } from './act-forms.ts'

const BY = { userId: 20, name: 'S. Whitcombe', identifier: '4L20' }
const LOTS = [
  { valueId: 31, name: 'Davis impound lot' },
  { valueId: 32, name: 'Harbour lot' },
]
const impound = (lots: typeof LOTS) => actForm({ kind: 'impound', vehicle: aVehicle(), lots, lookupId: 1 }, BY)
const asked = ({ fields }: ReturnType<typeof impound>, values: object) =>
  fields.filter(({ isAsked }) => isAsked?.({ ...values }) ?? true).map(({ name }) => name)

test('a vehicle is impounded into the first lot, or into another place, which is asked for then', () => {
  const form = impound(LOTS)
  expect(form.initial).toMatchObject({ lot: '31' })
  expect(form.fields[0]?.options?.map(({ label }) => label)).toEqual(['Davis impound lot', 'Harbour lot', 'Another place'])
  expect(asked(form, { lot: '31' })).toEqual(['lot', 'reason'])
  expect(asked(form, { lot: '' })).toEqual(['lot', 'place', 'reason'])
  const given = { lot: '', place: ' ', reason: 'Fled' }
  expect(form.schema.safeParse(given).error?.issues.map(({ path }) => path)).toEqual([['place']])
  expect(form.schema.safeParse({ ...given, lot: '32' }).success).toBe(true)
  expect(impound([]).initial).toMatchObject({ lot: '' })
})

test('a flag is chosen among those of the community that are set on such a record', () => {
  const values = [
    { valueId: 12, name: 'Armed and dangerous' },
    { valueId: 16, name: 'Gang member' },
  ]
  const form = actForm({ kind: 'flag', of: 'person', id: 7, label: 'Dexter Marlowe', values, lookupId: 1 }, BY)
  expect(form).toMatchObject({ subject: 'Dexter Marlowe', initial: { valueId: '12', text: '', days: '' } })
  expect(form.fields[0]?.options?.map(({ label }) => label)).toEqual(['Armed and dangerous', 'Gang member'])
  expect(form.schema.parse({ valueId: '16', text: '', days: '7' })).toEqual({ valueId: 16, text: '', days: '7' })
})
