// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { heatMap } from './heat-map.ts'
import { YearCalendar } from './YearCalendar.tsx'

afterEach(cleanup)

test('arrow keys go by day and week, not past today, and Enter shows the day', () => {
  const onChoose = vi.fn()
  const days = heatMap([{ day: '2026-05-07', countedSeconds: 5400 }], new Date(2026, 4, 14, 21), 53)
  render(
    <MantineProvider>
      <YearCalendar days={days} onChoose={onChoose} />
    </MantineProvider>,
  )
  const tabStop = () => screen.getAllByRole('button').find(({ tabIndex }) => tabIndex === 0)
  const active = () => tabStop()?.getAttribute('aria-label')
  const press = (key: string) => {
    fireEvent.keyDown(tabStop()!, { key })
    expect(document.activeElement).toBe(tabStop())
  }
  expect(active()).toMatch(/^Thu .*14.*: no patrol$/)
  press('ArrowDown')
  expect(active()).toMatch(/^Thu .*14/)
  press('ArrowLeft')
  expect(active()).toMatch(/^Thu .*7.*: 1 h 30 min$/)
  press('ArrowUp')
  expect(active()).toMatch(/^Wed .*6/)
  fireEvent.click(tabStop()!)
  expect(onChoose).toHaveBeenCalledWith('2026-05-06')
  press('Home')
  expect(active()).toMatch(/^Mon .*12.*2025/)
  press('ArrowLeft')
  expect(active()).toMatch(/^Mon .*12.*2025/)
  press('End')
  expect(active()).toMatch(/^Thu .*14/)
  expect(screen.getAllByRole('button')).toHaveLength(52 * 7 + 4)
})
