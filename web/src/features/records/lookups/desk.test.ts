// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { clearLookups, followKind, restoreLookupField, useLookupField } from './desk.ts'

afterEach(clearLookups)

test('a reload brings the text of the search back, unless a command has set the kind in the meantime', () => {
  const { result, rerender } = renderHook(() => useLookupField())
  restoreLookupField({ kind: 'weapon', text: 'SN-1' })
  rerender()
  expect(result.current).toEqual({ kind: 'weapon', text: 'SN-1' })
  clearLookups()
  followKind('vehicle')
  restoreLookupField({ kind: 'person', text: 'Mar' })
  rerender()
  expect(result.current).toEqual({ kind: 'vehicle', text: '' })
})
