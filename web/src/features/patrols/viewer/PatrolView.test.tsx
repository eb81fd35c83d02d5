// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { PatrolDetail } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { SignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { buildCorrection, buildDetail } from '../patrols/testing/build-patrol.ts'
import { isDone, PatrolView } from './PatrolView.tsx'

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
})
afterEach(() => {
  cleanup()
  fetched.mockReset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const view = (over: Partial<PatrolDetail>, userId = 2, onDecided = vi.fn()) => (
  <ThemeProvider portalTheme="cad-light-theme">
    <SignedInUser value={buildUser({ userId, groups: ['Staff'] })}>
      <PatrolView patrol={buildDetail({ canDecide: true, ...over })} onDecided={onDecided} />
    </SignedInUser>
  </ThemeProvider>
)
const show = (over: Partial<PatrolDetail>, userId = 2, onDecided = vi.fn()) => {
  render(view(over, userId, onDecided))
  return onDecided
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('counting an absence sends the note and the version that was read', async () => {
  fetched.mockImplementation(async () => Response.json({ patrolId: 7, version: 5 }))
  const onDecided = show({})
  fireEvent.change(screen.getByRole('textbox', { name: /Note/ }), { target: { value: ' Game crash ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Count' }))
  await waitFor(() => expect(onDecided).toHaveBeenCalledOnce())
  const [url, init] = fetched.mock.calls[0]!
  expect(url).toBe('/api/patrols/gaps/5')
  expect(JSON.parse(init.body as string)).toEqual({ isCounted: true, note: 'Game crash', version: 4 })
})

test('a refusal is shown where the decision was tried, and the note stays', async () => {
  fetched.mockImplementation(async () => Response.json({ code: 'invalid_input', message: 'The note is too long' }, { status: 400 }))
  const onDecided = show({ gaps: [], corrections: [buildCorrection()] })
  fireEvent.change(screen.getByRole('textbox', { name: /Note/ }), { target: { value: 'Seen on the radio' } })
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The note is too long')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Note/ }).value).toBe('Seen on the radio')
  expect(onDecided).not.toHaveBeenCalled()
})

test('a decision by someone else is reported outside of the form, and the focus is not lost', async () => {
  const told = vi.spyOn(notify, 'error').mockReturnValue()
  fetched.mockImplementation(async () =>
    Response.json({ code: 'conflict', message: 'L. Moreau has already declined this correction' }, { status: 409 }),
  )
  const { rerender } = render(view({ gaps: [], corrections: [buildCorrection()] }))
  const button = screen.getByRole('button', { name: 'Accept' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith('L. Moreau has already declined this correction'))
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(view({ gaps: [], corrections: [buildCorrection({ state: 'declined' })], version: 5 }))
  expect(buttons()).toEqual([])
  expect(document.activeElement?.textContent).toContain('Corrections')
  expect(document.activeElement).not.toBe(document.body)
})

test('nobody decides on their own patrol, nor where they may not', () => {
  show({ userId: 2, corrections: [buildCorrection()] })
  expect(buttons()).toEqual([])
  expect(document.body.textContent).toContain('someone else decides on it')
  cleanup()
  show({ canDecide: false, corrections: [buildCorrection()] })
  expect(buttons()).toEqual([])
})

test('a decision can be changed, which asks for a note first', () => {
  show({
    gaps: [
      {
        ...buildDetail().gaps[0]!,
        isCounted: true,
        decided: { by: { userId: 3, name: 'L. Moreau' }, at: buildDetail().startedAt, note: '' },
      },
    ],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Change decision' }))
  expect(buttons()).toEqual(['Count', 'Leave out'])
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Note/ }))
})

test('a patrol is done once nothing on it waits for a decision', () => {
  const { gaps } = buildDetail()
  const asked = buildCorrection({ countsGaps: true })
  expect(isDone({ gaps, corrections: [] }, { gapId: 5 })).toBe(true)
  expect(isDone({ gaps, corrections: [asked] }, { gapId: 5 })).toBe(false)
  expect(isDone({ gaps, corrections: [asked] }, { correction: asked, isAccepted: true })).toBe(true)
  expect(isDone({ gaps, corrections: [asked] }, { correction: asked, isAccepted: false })).toBe(false)
})
