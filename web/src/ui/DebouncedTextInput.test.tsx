// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DebouncedTextInput } from './DebouncedTextInput.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const open = () => {
  const onCommit = vi.fn()
  render(
    <MantineProvider>
      <DebouncedTextInput label="Search" value="" onCommit={onCommit} />
    </MantineProvider>,
  )
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: 'Blaine' } })
  return { field, onCommit }
}

test('a text is reported after a pause, and at once on Enter', () => {
  const { field, onCommit } = open()
  expect(onCommit).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onCommit).toHaveBeenCalledExactlyOnceWith('Blaine')
})

test('the down arrow leads from a search into its results', () => {
  const onArrowDown = vi.fn()
  render(
    <MantineProvider>
      <DebouncedTextInput label="Search" value="" onCommit={() => undefined} onArrowDown={onArrowDown} />
    </MantineProvider>,
  )
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown' })
  expect(onArrowDown).toHaveBeenCalledOnce()
})

test('a pointer that takes the focus away does not filter the rows under it', () => {
  const { field, onCommit } = open()
  fireEvent.blur(field)
  expect(onCommit).not.toHaveBeenCalled()
  act(() => void vi.runAllTimers())
  expect(onCommit).toHaveBeenCalledExactlyOnceWith('Blaine')
})
