import { expect, test } from 'vitest'
import { mergeProfile, type Profile } from './use-profile-form.ts'

const BASE: Profile = { name: 'Rosa', emailAddress: 'rosa@example.org', steamId: '', avatarColor: 'blue' }

test('a field that was not touched here follows the account', () => {
  expect(mergeProfile(BASE, BASE, { ...BASE, name: 'Rosa D.' })).toEqual({ values: { ...BASE, name: 'Rosa D.' }, conflicts: [] })
})

test('changes to different fields go together', () => {
  const { values, conflicts } = mergeProfile(BASE, { ...BASE, avatarColor: 'red' }, { ...BASE, name: 'Rosa D.' })
  expect([values, conflicts]).toEqual([{ ...BASE, avatarColor: 'red', name: 'Rosa D.' }, []])
})

test('the same field changed to different things is a conflict, and mine is kept until it is decided', () => {
  const { values, conflicts } = mergeProfile(BASE, { ...BASE, name: 'Rosa M.' }, { ...BASE, name: 'Rosa D.' })
  expect([values.name, conflicts]).toEqual(['Rosa M.', ['name']])
})

test('the same change on both sides is no conflict', () => {
  const same = { ...BASE, name: 'Rosa D.' }
  expect(mergeProfile(BASE, same, same)).toEqual({ values: same, conflicts: [] })
})
