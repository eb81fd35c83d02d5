// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { RoleGroupName, ServerRecords } from '@tenfour/contract'
import { afterEach, expect, test } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { answerBy, show, tearDown } from '../../legal/warrants/testing/show.tsx'
import { RecordsCard } from './RecordsCard.tsx'

afterEach(tearDown)

const RECORDS: ServerRecords = { serverId: 1, version: 3, isLedByGame: true, database: '', databases: ['los-santos'], unowned: 12 }
const byLabel = <T extends HTMLElement>(label: RegExp) => screen.getByLabelText<T>(label)

async function open(groups: readonly RoleGroupName[]) {
  const sent: unknown[] = []
  answerBy((_path, { method = 'GET', body } = {}) => {
    if (method !== 'GET') sent.push(JSON.parse(typeof body === 'string' ? body : 'null'))
    return Response.json(RECORDS)
  })
  await show(<RecordsCard serverId={1} version={3} />, buildUser({ groups }))
  await screen.findByText(/12 characters of players without an account/)
  return sent
}

test('says how many characters have no account, and saves who leads and which database is shared', async () => {
  const sent = await open(['Root'])
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  fireEvent.change(byLabel(/Last word/), { target: { value: 'portal' } })
  fireEvent.change(byLabel(/Shared database/), { target: { value: 'Los Santos' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/lower-case letters, digits and hyphens/)).toBeTruthy()
  fireEvent.change(byLabel(/Shared database/), { target: { value: 'los-santos' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ version: 3, isLedByGame: false, database: 'los-santos' }]))
})

test('who is no Admin can’t change which database is shared', async () => {
  await open([])
  expect(byLabel<HTMLInputElement>(/Shared database/).readOnly).toBe(true)
})
