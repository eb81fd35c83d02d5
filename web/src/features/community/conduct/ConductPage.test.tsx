// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import type { PublishedConduct } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { overviewOf } from '../discord/testing/discord.ts'
import { answerWith, refusal, showDiscord, userWith } from '../discord/testing/show-discord.tsx'
import { ConductPage } from './ConductPage.tsx'
import { OwnConductPage } from './OwnConductPage.tsx'

const MANAGER = userWith('Staff', 'MANAGE_DISCORD')
const version = (number: number, text = `Rules ${number}`): PublishedConduct => ({
  number,
  text,
  publishedAt: '2026-11-14T20:00:00.000Z',
  author: { userId: 9, name: 'A. Senn' },
  accepted: 3,
})
const MEMBERS = {
  items: [{ userId: 7, name: 'J. Ito', acceptedAt: null, isLinked: false }],
  total: 1,
  isTotalExact: true,
  page: 1,
  pageSize: 25,
}
const reads = (versions: PublishedConduct[] | (() => PublishedConduct[])) => ({
  'GET /api/discord': overviewOf(),
  'GET /api/conduct/versions': versions,
  'GET /api/conduct/members': MEMBERS,
})
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const sure = async () => fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Publish' }))

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

test('a new version is published after a question, from the one that was edited', async () => {
  let versions = [version(1)]
  const sent = answerWith({
    ...reads(() => versions),
    'POST /api/conduct': () => {
      versions = [version(2, 'Be kind'), version(1)]
      return versions[0]
    },
  })
  await showDiscord(<ConductPage />, MANAGER)
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Text')
  expect(field.value).toBe('Rules 1')
  const unchanged = await button(/^Publish ?: Change the text first$/)
  fireEvent.click(unchanged)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  fireEvent.change(field, { target: { value: 'Be kind' } })
  fireEvent.click(await button('Publish'))
  await sure()
  await screen.findByText(/^version 1, A\. Senn/)
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'Be kind', version: 1 })
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  expect(document.activeElement).toBe(field)
})

test('discarding begins anew, with the focus in the text', async () => {
  answerWith(reads([version(1)]))
  await showDiscord(<ConductPage />, MANAGER)
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Text')
  fireEvent.change(field, { target: { value: 'Mine' } })
  fireEvent.click(await button('Discard'))
  expect([field.value, document.activeElement]).toEqual(['Rules 1', field])
})

test('a version that someone else published first is not written over', async () => {
  let versions = [version(1)]
  answerWith({
    ...reads(() => versions),
    'POST /api/conduct': () => {
      versions = [version(2), version(1)]
      return refusal(409, 'conflict', 'Someone has published another version since you opened this one')
    },
  })
  await showDiscord(<ConductPage />, MANAGER)
  fireEvent.change(await screen.findByLabelText('Text'), { target: { value: 'Mine' } })
  fireEvent.click(await button('Publish'))
  await sure()
  await screen.findByText('A. Senn published version 2 while you were writing.')
  expect(await button(/^Publish ?: There is a newer version$/)).toBeTruthy()
  fireEvent.click(await button('Discard my text and start from the new one'))
  const field = screen.getByLabelText<HTMLTextAreaElement>('Text')
  expect([field.value, document.activeElement]).toEqual(['Rules 2', field])
})

test('staff read it, and who has not accepted it', async () => {
  answerWith(reads([version(2), version(1)]))
  await showDiscord(<ConductPage />, userWith('Staff'))
  await screen.findByText('Rules 2')
  await screen.findByText('J. Ito')
  expect(screen.getByText(/not linked to Discord/)).toBeTruthy()
  expect(screen.queryByLabelText('Text')).toBeNull()
})

test('a member reads it and accepts it', async () => {
  let acceptedAt: string | null = null
  const sent = answerWith({
    'GET /api/conduct': () => ({ number: 2, text: 'Be kind', publishedAt: '2026-11-14T20:00:00.000Z', acceptedAt }),
    'POST /api/conduct/accept': () => {
      acceptedAt = '2026-11-14T21:00:00.000Z'
      return { acceptedAt }
    },
  })
  await showDiscord(<OwnConductPage />, buildUser())
  fireEvent.click(await button('I accept'))
  await screen.findByText(/^You accepted it/)
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ number: 2 })
})

test('where there is none the page says so', async () => {
  answerWith({ 'GET /api/conduct': () => Response.json(null) })
  await showDiscord(<OwnConductPage />, buildUser())
  expect(await screen.findByText('No code of conduct')).toBeTruthy()
})
