// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../platform/query/query-client.ts'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import type { Viewer } from './use-viewer.ts'
import { ViewerHeader } from './ViewerHeader.tsx'
import { parseViewer } from './viewer-state.ts'

afterEach(cleanup)

const setPeriod = vi.fn<Viewer['setPeriod']>()
const viewer: Viewer = {
  search: parseViewer({}),
  period: { kind: 'custom', from: '2026-11-01', to: '2026-11-10' },
  today: '2026-11-17',
  scope: { from: '2026-11-01', to: '2026-11-10' },
  change: vi.fn(),
  setPeriod,
  open: vi.fn(),
}

test('the period waits for a whole year while one is typed, and a field that is left half typed shows the period again', () => {
  render(
    <ThemeProvider portalTheme="cad-light-theme">
      <QueryClientProvider client={queryClient}>
        <ViewerHeader viewer={viewer} departments={[]} seesAll={false} filter={{}} isEmpty />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  const from = screen.getByLabelText<HTMLInputElement>('From')
  const type = (value: string) => fireEvent.change(from, { target: { value } })
  for (const day of ['0002-11-01', '0020-11-01', '0202-11-01']) type(day)
  expect(from.value).toBe('0202-11-01')
  expect(setPeriod).not.toHaveBeenCalled()
  type('2025-11-01')
  expect(setPeriod).toHaveBeenCalledExactlyOnceWith({ kind: 'custom', from: '2025-11-01', to: '2026-11-01' })
  type('0002-11-01')
  fireEvent.blur(from)
  expect(from.value).toBe('2026-11-01')
})
