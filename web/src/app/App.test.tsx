// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../platform/log/log.ts'
import { RootBoundary } from './App.tsx'

afterEach(cleanup)

test('an error that nothing else catches is logged, and the page says so and offers a way back', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isBroken = true
  const Portal = () => {
    if (isBroken) throw new Error('a planted error')
    return <h1>Dashboard</h1>
  }
  render(
    <RootBoundary>
      <Portal />
    </RootBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/user/home')
  expect(await log.exportText()).toContain('a planted error')
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy()
  consoleError.mockRestore()
})
