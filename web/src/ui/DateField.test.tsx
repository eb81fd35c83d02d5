// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { dateTime } from '../platform/format/dates.ts'
import { DateField } from './DateField.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const show = (props: Parameters<typeof DateField>[0]) => render(<DateField label="When" {...props} />, { wrapper: MantineProvider })

test('a date is written as everywhere else', () => {
  show({ type: 'datetime-local', value: '2026-11-18T14:50' })
  expect(screen.getByText(dateTime('2026-11-18T14:50'))).toBeDefined()
})

test('an empty picker asks for a date, and other problems are told as they are', () => {
  const { rerender } = show({ error: 'Enter a date, such as 2026-01-31' })
  expect(screen.getByText('Choose a date')).toBeDefined()
  rerender(<DateField label="When" value="1800-01-01" error="Enter a date between 1900 and today" />)
  expect(screen.getByText('Enter a date between 1900 and today')).toBeDefined()
})

test('Tab goes on to the next field, and Shift+Tab back, past the parts of the date and its button', () => {
  // This DOM draws nothing, and does not know the method.
  Object.assign(HTMLElement.prototype, { checkVisibility: () => true })
  render(
    <form>
      <input aria-label="Before" />
      <DateField label="When" />
      <button type="button" disabled>
        Not now
      </button>
      <textarea aria-label="After" />
    </form>,
    { wrapper: MantineProvider },
  )
  const when = screen.getByLabelText('When')
  const press = (init: object) => fireEvent.keyDown(when, { key: 'Tab', ...init })
  when.focus()
  press({})
  expect(document.activeElement).toBe(screen.getByLabelText('After'))
  when.focus()
  press({ shiftKey: true })
  expect(document.activeElement).toBe(screen.getByLabelText('Before'))
  when.focus()
  expect(press({ ctrlKey: true }), 'a key of the browser is left alone').toBe(true)
  expect(document.activeElement).toBe(when)
})
