// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Grant } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildDepartment, buildUser } from '../../../app/testing/build-user.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { overviewOf } from '../discord/testing/discord.ts'
import { answerWith, refusal, showDiscord, userWith } from '../discord/testing/show-discord.tsx'
import { GrantsPage } from './GrantsPage.tsx'
import { OwnGrantsPage } from './OwnGrantsPage.tsx'
import { activeOf, grantOf } from './testing/grant.ts'

const MANAGER = userWith('Staff', 'MANAGE_DISCORD')
const pageOf = (...items: Grant[]) => ({ items, total: items.length, isTotalExact: true, page: 1, pageSize: 25 })
const reads = (...items: Grant[]) => ({ 'GET /api/discord': overviewOf(), 'GET /api/grants': pageOf(...items) })
const NOTHING = { added: [], removed: [] }
const EFFECTS = {
  isLinked: true,
  portal: NOTHING,
  discordRoles: { added: ['Guest'], removed: [] },
  nickname: { before: null, after: null },
  whitelists: { added: ['game servers'], removed: [] },
  aceGroups: NOTHING,
  refusals: [],
  endsAt: '2026-11-18T20:00:00.000Z',
}
const PREVIEW = { 'POST /api/grants/preview': EFFECTS }
const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }))
const button = (name: string | RegExp) => screen.findByRole('button', { name })

beforeEach(() => {
  // Fields that grow with their text wait for fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  tearDown()
  Reflect.deleteProperty(document, 'fonts')
  vi.restoreAllMocks()
})

test('staff see who has what until when and can end it, and only those who manage Discord give one', async () => {
  answerWith(reads(activeOf(1)))
  await showDiscord(<GrantsPage />, userWith('Staff'))
  expect(await screen.findByRole('link', { name: 'J. Ito' })).toBeTruthy()
  expect(screen.getByText(/sponsored by A\. Senn/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'End pass of J. Ito' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Give a pass' })).toBeNull()
})

test('one is ended with a reason, and the focus goes to the next', async () => {
  let items = [activeOf(1), activeOf(2, { member: { userId: 8, name: 'B. Okafor' } })]
  const sent = answerWith({
    ...reads(),
    ...PREVIEW,
    'GET /api/grants': () => pageOf(...items),
    'POST /api/grants/1/end': () => {
      items = items.slice(1)
      return activeOf(1, { state: 'ended' })
    },
  })
  await showDiscord(<GrantsPage />, MANAGER)
  const end = await button('End pass of J. Ito')
  act(() => end.focus())
  fireEvent.click(end)
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Misused' } })
  await screen.findByText('Guest')
  expect(sent.find(({ path }) => path === '/api/grants/preview')?.body).toEqual({ step: 'end', grantId: 1, version: 2 })
  fireEvent.click(await button('End'))
  await waitFor(() => expect(screen.queryByText('J. Ito')).toBeNull())
  expect(sent.find(({ path }) => path === '/api/grants/1/end')?.body).toEqual({ version: 2, reason: 'Misused' })
  await waitFor(() => expect(document.activeElement?.textContent).toContain('B. Okafor'))
})

test('a conflict is told, and the list is read again', async () => {
  vi.spyOn(notify, 'error').mockReturnValue(undefined)
  const sent = answerWith({
    ...reads(grantOf(1)),
    ...PREVIEW,
    'POST /api/grants/1/accept': refusal(409, 'conflict', 'A. Senn has already accepted this pass'),
  })
  await showDiscord(<GrantsPage />, MANAGER)
  fireEvent.click(await button('Accept pass of J. Ito'))
  const asked = await question('Accept the pass of J. Ito?')
  expect(await asked.findByText('game servers')).toBeTruthy()
  expect(sent.find(({ path }) => path === '/api/grants/preview')?.body).toEqual({ step: 'accept', grantId: 1, version: 1 })
  expect(sent.some(({ path }) => path === '/api/grants/1/accept')).toBe(false)
  fireEvent.click(asked.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(sent.filter(({ path }) => path === '/api/grants').length).toBeGreaterThan(1))
  expect(notify.error).toHaveBeenCalledWith(expect.stringContaining('A. Senn has already accepted this pass'))
})

test('an empty list says how one comes about, and one that fails can be tried again', async () => {
  answerWith({ 'GET /api/discord': overviewOf() })
  await showDiscord(<GrantsPage />, MANAGER)
  await button('Try again')
  answerWith(reads())
  fireEvent.click(await button('Try again'))
  expect(await screen.findByText('Nobody has a ride-along or pass')).toBeTruthy()
})

test('a pass is given to a member found by name', async () => {
  const member = {
    userId: 8,
    name: 'Bea Okafor',
    avatarColor: 'blue',
    picture: null,
    departments: [],
    isWhitelisted: false,
    isWhitelistedDev: false,
    userCharacters: [],
    lastSeenAt: null,
    minutes: 0,
    lastPatrolAt: null,
    isOnLeave: false,
    leaveEndsOn: null,
    warningPoints: 0,
  }
  const sent = answerWith({
    ...reads(),
    'GET /api/members': { items: [member], total: 1, isTotalExact: true, page: 1, pageSize: 8 },
    ...PREVIEW,
    'POST /api/grants/passes': activeOf(3, { member: { userId: 8, name: 'Bea Okafor' } }),
  })
  await showDiscord(<GrantsPage />, MANAGER)
  fireEvent.click(await button('Give a pass'))
  fireEvent.click(await button('Give pass'))
  await screen.findByText('Choose a member from the list')
  fireEvent.change(screen.getByRole('combobox', { name: 'Member' }), { target: { value: 'bea' } })
  fireEvent.click(await screen.findByRole('option', { name: /Bea Okafor/ }))
  fireEvent.change(screen.getByLabelText('For'), { target: { value: '48' } })
  expect(await screen.findByText(/^Until /)).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Guest' } })
  fireEvent.click(await button('Give pass'))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === '/api/grants/passes')?.body).toEqual({
      userId: 8,
      hours: 48,
      whitelist: 'prod',
      note: 'Guest',
    }),
  )
})

const own = (over: object = {}) => ({ own: [], sponsored: [], waiting: [], ridealongHours: 6, ridealongGivesAccess: true, ...over })

test('a member asks for a ride-along and a pass, each while they have none', async () => {
  const member = { userId: 1, name: 'Rosa Delgado' }
  let asked = [grantOf(1, { member })]
  const sent = answerWith({
    'GET /api/grants/own': () => own({ own: asked }),
    'GET /api/user/GetDepartmentsAsync/true': [],
    'POST /api/grants': () => {
      asked = [...asked, grantOf(2, { kind: 'ridealong', whitelist: null, member })]
      return asked[1]
    },
  })
  await showDiscord(<OwnGrantsPage />, buildUser())
  await button(/^Withdraw/)
  expect(screen.queryByRole('button', { name: 'Request a pass' })).toBeNull()
  const opener = await button('Request a ride-along')
  act(() => opener.focus())
  fireEvent.click(opener)
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'First time' } })
  fireEvent.click(await button('Send request'))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ kind: 'ridealong', note: 'First time', departmentId: null }),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Request a ride-along' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Yours' })))
})

test.each([
  [true, /You then have access for 6 hours\./],
  [false, /for 6 hours\. A ride-along gives no access at the moment/],
])('the form says whether a ride-along gives access: %s', async (ridealongGivesAccess, words) => {
  answerWith({ 'GET /api/grants/own': own({ ridealongGivesAccess }), 'GET /api/user/GetDepartmentsAsync/true': [] })
  await showDiscord(<OwnGrantsPage />, buildUser())
  fireEvent.click(await button('Request a ride-along'))
  expect(await screen.findByText(words)).toBeTruthy()
})

test('an officer sponsors what others ask for', async () => {
  let waiting = [grantOf(1, { kind: 'ridealong', whitelist: null })]
  answerWith({
    ...PREVIEW,
    'GET /api/grants/own': () => own({ waiting }),
    'POST /api/grants/1/accept': () => {
      waiting = []
      return activeOf(1, { kind: 'ridealong', whitelist: null })
    },
  })
  await showDiscord(<OwnGrantsPage />, buildUser({ userDepartments: [buildDepartment(2)] }))
  fireEvent.click(await button('Sponsor ride-along of J. Ito'))
  fireEvent.click((await question('Sponsor the ride-along of J. Ito?')).getByRole('button', { name: 'Sponsor' }))
  await waitFor(() => expect(screen.queryByText('You can answer')).toBeNull())
})
