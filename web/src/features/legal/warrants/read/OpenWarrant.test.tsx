// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../../app/testing/build-user.ts'
import { WarrantList } from '../lists/WarrantList.tsx'
import { fullWarrantOf, MAY_NOTHING } from '../testing/full-warrant.ts'
import { answerBy, show, tearDown } from '../testing/show.tsx'
import { warrantOf } from '../testing/warrant.ts'
import { OpenWarrant } from './OpenWarrant.tsx'

vi.mock('../../../../platform/realtime/realtime.ts', () => ({ subscribe: () => () => undefined }))
beforeEach(() => {
  // Fields that grow with their text wait for fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  tearDown()
  Reflect.deleteProperty(document, 'fonts')
})

const CLERK = buildUser({ groups: ['Legal Services'] })

test('after the first of three is denied it stays open in its place, and the next one is offered with the focus on it', async () => {
  const lists: string[] = []
  answerBy((url, init) => {
    if (init?.method === 'POST') return Response.json(fullWarrantOf(1, { state: 'denied', version: 2 }))
    if (url.startsWith('/api/warrants?')) {
      lists.push(url)
      return Response.json({ items: [1, 2, 3].map((id) => warrantOf(id)), total: 3, isTotalExact: true, page: 1, pageSize: 25 })
    }
    return Response.json(fullWarrantOf(1, { may: { ...MAY_NOTHING, deny: true } }))
  })
  await show(
    <>
      <WarrantList tab="mine" warrantId={1} />
      <OpenWarrant warrantId={1} tab="mine" />
    </>,
    CLERK,
  )
  await screen.findByText('W-2026-0003')
  fireEvent.click(await screen.findByRole('button', { name: 'Deny…' }))
  fireEvent.change(await screen.findByLabelText(/Reason/), { target: { value: 'Too little to go on' } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Deny' }))

  const next = await screen.findByRole('button', { name: 'Next: W-2026-0002' })
  await waitFor(() => expect(document.activeElement).toBe(next))
  expect(screen.getByRole('heading', { level: 2, name: 'W-2026-0001' })).toBeTruthy()
  const rows = document.querySelectorAll('[data-row]')
  expect([...rows].map((row) => row.getAttribute('data-row'))).toEqual(['1', '2', '3'])
  expect(rows[0]?.hasAttribute('data-left')).toBe(true)
  expect(lists, 'the list is not loaded again').toHaveLength(1)
})

test('paper is signed with the names of writer and judge, under the name of the court', async () => {
  const judge = { userId: 3, identifier: '', name: 'Vera Oakes' }
  answerBy(() =>
    Response.json(
      fullWarrantOf(1, { state: 'active', signer: judge, signedAt: '2026-11-14T22:16:00.000Z', court: 'Circuit Court of Blaine County' }),
    ),
  )
  await show(<OpenWarrant warrantId={1} tab="active" />, CLERK)
  const paper = await screen.findByRole('article')
  expect(within(paper).getByText('/s/ Vera Oakes')).toBeTruthy()
  expect(within(paper).getByText('/s/ R. Delgado')).toBeTruthy()
  expect(within(paper).getByText('Circuit Court of Blaine County')).toBeTruthy()
})
