// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { dateTime } from '../platform/format/dates.ts'
import { DateField } from './DateField.tsx'

afterEach(cleanup)

const show = (props: Parameters<typeof DateField>[0]) => render(<DateField label="When" {...props} />, { wrapper: MantineProvider })

test('a date is written as everywhere else', () => {
  show({ type: 'datetime-local', value: '2026-11-18T14:50' })
  expect(screen.getByText(dateTime('2026-11-18T14:50'))).toBeDefined()
})

test('an empty picker asks for a date, and other problems are told as they are', () => {
  const { rerender } = show({ error: 'Give a day, such as 2026-01-31' })
  expect(screen.getByText('Choose a date')).toBeDefined()
  rerender(<DateField label="When" value="1800-01-01" error="Give a date between 1900 and today" />)
  expect(screen.getByText('Give a date between 1900 and today')).toBeDefined()
})
