// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { act, renderHook } from '@testing-library/react'
import {
  attachDesktop,
  clearSelection,
  focusPanel,
  selectCall,
  selectedCallId,
  useSelectedCallId,
  useShownCallId,
  walkTo,
} from './selection.ts'

const show = () => renderHook(() => ({ row: useSelectedCallId(), sheet: useShownCallId() })).result

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  clearSelection()
  vi.useRealTimers()
})

test('the keys of a list select its row at once, and the sheet once the keys rest', () => {
  const shown = show()
  act(() => selectCall(1))
  expect(shown.current).toEqual({ row: 1, sheet: 1 })
  act(() => walkTo({ callId: 2 }))
  act(() => walkTo({ callId: 3 }))
  expect(shown.current).toEqual({ row: 3, sheet: 1 })
  expect(selectedCallId()).toBe(3)
  act(() => void vi.runAllTimers())
  expect(shown.current).toEqual({ row: 3, sheet: 3 })
})

test('a panel that gets the focus shows what is selected before the next key', () => {
  const shown = show()
  act(() => selectCall(1))
  act(() => walkTo({ callId: 2 }))
  const sheets: (number | null)[] = []
  const leave = attachDesktop({ open: () => undefined, focus: () => sheets.push(shown.current.sheet) })
  act(() => focusPanel('call'))
  leave()
  expect(sheets).toEqual([2])
})

test('a call selected otherwise is shown at once and ends the walk', () => {
  const shown = show()
  act(() => walkTo({ callId: 2 }))
  act(() => selectCall(4))
  act(() => void vi.runAllTimers())
  expect(shown.current).toEqual({ row: 4, sheet: 4 })
})
