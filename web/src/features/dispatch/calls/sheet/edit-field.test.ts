import type { Call, CallEdit } from '@tenfour/contract'
import { expect, test, vi } from 'vitest'
import { changedBy, saveField } from './edit-field.ts'
import { aCall, before } from '../testing/board.ts'

/** A portal that holds a call, and a page whose copy may be stale. */
function portal(known: Call, actual: Call = known) {
  let held = actual
  const put = vi.fn(async ({ version, ...edit }: CallEdit) => {
    if (version !== held.version) return false
    held = {
      ...held,
      ...edit,
      callTypeId: edit.callTypeId ?? held.callTypeId,
      priority: edit.priority ?? held.priority,
      version: version + 1,
    }
    return true
  })
  return { put, held: () => held, current: () => known, refresh: vi.fn(async () => held) }
}
const location = (base: string, typed: string) => ({ field: 'location' as const, base, typed })

test('an edit carries all other fields of the call unchanged', async () => {
  const call = aCall({ location: 'Alta St', caller: 'T. Marsh', x: 5, y: 6 })
  const to = portal(call)
  expect(await saveField(location('Alta St', 'Alta St, rear'), to)).toEqual({ kind: 'saved' })
  expect(to.held()).toEqual({ ...call, location: 'Alta St, rear', version: 2 })
})

test('changes by others to other fields are kept', async () => {
  const known = aCall({ location: 'Alta St' })
  const to = portal(known, { ...known, caller: 'T. Marsh', version: 5 })
  expect(await saveField(location('Alta St', 'Alta St, rear'), to)).toEqual({ kind: 'saved' })
  expect(to.held()).toMatchObject({ location: 'Alta St, rear', caller: 'T. Marsh', version: 6 })
})

test('a change by others to the same field is not overwritten, whether this page knows of it yet or not', async () => {
  const known = aCall({ location: 'Alta St' })
  const changed = { ...known, location: 'Power St', version: 2 }
  for (const to of [portal(changed), portal(known, changed)]) {
    expect(await saveField(location('Alta St', 'Alta St, rear'), to)).toEqual({ kind: 'conflict', theirs: 'Power St' })
    expect(to.held()).toEqual(changed)
  }
})

test('when both typed the same text, there is no conflict', async () => {
  const to = portal(aCall({ location: 'Power St' }))
  expect(await saveField(location('Alta St', 'Power St'), to)).toEqual({ kind: 'saved' })
  expect(to.put).not.toHaveBeenCalled()
})

test('after choosing one’s own text, it replaces the other', async () => {
  const to = portal(aCall({ location: 'Power St', version: 9 }))
  expect(await saveField(location('Power St', 'Alta St, rear'), to)).toEqual({ kind: 'saved' })
  expect(to.held()).toMatchObject({ location: 'Alta St, rear', version: 10 })
})

test('a call that changes faster than it can be saved gives up without losing anything', async () => {
  const call = aCall({ location: 'Alta St' })
  const put = vi.fn(async () => false)
  const outcome = await saveField(location('Alta St', 'Alta St, rear'), { current: () => call, put, refresh: async () => call })
  expect(outcome).toEqual({ kind: 'conflict', theirs: 'Alta St' })
  expect(put).toHaveBeenCalledTimes(3)
})

test('the log says who changed a field last', () => {
  const line = (callLogId: number, text: string, name: string | null, kind: 'note' | 'change' = 'change') => ({
    callLogId,
    at: before(10),
    author: name === null ? null : { userId: callLogId, name },
    kind,
    text,
  })
  const log = [line(1, 'Location: Alta St', 'Rosa'), line(2, 'Location removed', 'Sam'), line(3, 'Location: not so sure', 'Kim', 'note')]
  expect(changedBy(log, 'location')).toBe('Sam')
  expect(changedBy(log, 'title')).toBeUndefined()
})
