// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { fullWarrantOf, MAY_NOTHING } from '../testing/full-warrant.ts'
import { answerBy, show, tearDown } from '../testing/show.tsx'
import { clearWarrants, draftWarrant, openWarrant } from './warrant-desk.ts'
import { WarrantPanel } from './WarrantPanel.tsx'

const ACTIVE = fullWarrantOf(114, { state: 'active', expiresAt: '2100-01-01T00:00:00.000Z', may: { ...MAY_NOTHING, serve: true } })

afterEach(() => {
  tearDown()
  clearWarrants()
})

test('a warrant that was served or recalled elsewhere can no longer be served, and the focus stays on the panel', async () => {
  let isKnown = true
  answerBy(() => (isKnown ? Response.json(ACTIVE) : Response.json({ code: 'not_found', message: 'Gone', requestId: '1' }, { status: 404 })))
  openWarrant(114)
  await show(<WarrantPanel />)
  const serve = await screen.findByRole('button', { name: /^Serve/ })
  act(() => serve.focus())
  isKnown = false
  await act(() => queryClient.invalidateQueries())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('This warrant is no longer active.')
  expect(screen.queryByRole('button', { name: /^Serve/ })).toBeNull()
  expect(alert.contains(document.activeElement)).toBe(true)
})

test('a key pressed twice starts one draft, and the next draft can be started once that is done', async () => {
  const answer = vi.fn(() => new Response('{}', { status: 503 }))
  answerBy(answer)
  const about = { label: '46EEK572', vehicleId: 3 }
  await Promise.all([draftWarrant('search', about), draftWarrant('search', about)])
  expect(answer).toHaveBeenCalledTimes(1)
  await draftWarrant('search', about)
  expect(answer).toHaveBeenCalledTimes(2)
})
