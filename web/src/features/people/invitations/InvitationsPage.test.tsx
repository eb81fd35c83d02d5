// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Invitation } from '@tenfour/contract'
import { encode } from 'uqr'
import { afterEach, expect, test, vi } from 'vitest'
import { PostInvitation } from '../../community/posts/PostInvitation.port.tsx'
import { answerWith, refusal, showDiscord, userWith, type Sent } from '../../community/discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { cameBy, linkOf } from './invitation.words.ts'
import { InvitationsPage } from './InvitationsPage.tsx'
import { pathOf } from './QrCode.tsx'

const CODE = '7F3K-9MQT-HX3R-WZ2P-4DNC-8VJB-QX2M'
const ROSA = { userId: 1, name: 'Rosa Delgado' }
const build = (over: Partial<Invitation> = {}): Invitation => ({
  invitationId: 5,
  state: 'open',
  department: { departmentId: 2, name: 'LSPD', fullName: 'Los Santos Police' },
  rank: { rankId: 9, rankName: 'Cadet' },
  whitelists: [],
  note: '',
  madeBy: ROSA,
  createdAt: '2026-11-18T20:00:00.000Z',
  answeredForBy: ROSA,
  places: 20,
  used: 0,
  latestUses: [],
  expiresAt: '2026-11-25T20:00:00.000Z',
  pausedBecause: null,
  ended: null,
  ...over,
})
const page = (...items: Invitation[]) => ({ items, total: items.length, isTotalExact: true, page: 1, pageSize: 25 })
const CHOICES = {
  'GET /api/user/GetDepartmentsAsync/true': [
    { departmentId: 2, name: 'LSPD', fullName: 'Los Santos Police', type: 'Leo', isCadEnabled: true, callSignTemplate: '' },
  ],
  'GET /api/user/GetDepartmentRanksAsync/2/true': [{ rankId: 9, rankName: 'Cadet', isReserve: false }],
}
const ISSUED = { invitation: build(), code: CODE, link: `https://portal.example.org/login/join#${CODE}` }

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

async function open(answers: Record<string, unknown>): Promise<Sent[]> {
  const sent = answerWith({ ...CHOICES, 'GET /api/invitations': page(), ...answers })
  await showDiscord(<InvitationsPage Post={PostInvitation} />, userWith('Admin'))
  return sent
}
async function choose(label: string, option: string) {
  fireEvent.click(await screen.findByRole('combobox', { name: label }))
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }))
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const bodyOf = (sent: readonly Sent[], path: string) => sent.findLast((each) => each.path === path && each.method === 'POST')?.body

test('a link is made with department, rank and places, shown once with its QR code, and another can follow', async () => {
  const sent = await open({ 'POST /api/invitations': ISSUED, 'GET /api/discord/invitations': { hasPortalUrl: false, channels: [] } })
  await choose('Department', 'Los Santos Police (LSPD)')
  await choose('Rank', 'Cadet')
  fireEvent.change(screen.getByRole('textbox', { name: 'For how many people' }), { target: { value: '20' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Game servers' }))
  press('Create link')
  expect(await screen.findByText(ISSUED.link)).toBeTruthy()
  expect(bodyOf(sent, '/api/invitations')).toMatchObject({ departmentId: 2, rankId: 9, places: 20, whitelists: ['prod'], note: '' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Los Santos Police, Cadet' })))
  expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeTruthy()
  expect(await screen.findByText(/set PORTAL_URL/)).toBeTruthy()
  press('New invitation')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Department' })))
  expect(screen.queryByText(ISSUED.link)).toBeNull()
})

test('a rank that its maker may not give is refused in words, at its field', async () => {
  await open({ 'POST /api/invitations': () => refusal(403, 'forbidden', 'It lets them grant leave in LSPD, and you may not', 'rankId') })
  await choose('Department', 'Los Santos Police (LSPD)')
  press('Create link')
  expect(await screen.findByText('It lets them grant leave in LSPD, and you may not')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Rank' })))
})

test('it is posted once in the channel that is chosen', async () => {
  const channels = [
    { channelId: '11', name: 'recruiting', guildName: 'Ours' },
    { channelId: '12', name: 'general', guildName: 'Ours' },
  ]
  const sent = await open({
    'POST /api/invitations': ISSUED,
    'GET /api/discord/invitations': { hasPortalUrl: true, channels },
    'POST /api/discord/invitations/5': {},
  })
  press('Create link')
  fireEvent.change(await screen.findByRole('combobox', { name: 'Channel' }), { target: { value: '12' } })
  press('Post in #general')
  expect(await screen.findByRole('button', { name: 'Posted in #general' })).toBeTruthy()
  press('Posted in #general')
  expect(sent.filter(({ path }) => path === '/api/discord/invitations/5').map(({ body }) => body)).toEqual([
    { code: CODE, channelId: '12' },
  ])
})

test('a list that can not be loaded says so, and an empty one what to do', async () => {
  let isAway = true
  await open({ 'GET /api/invitations': () => (isAway ? refusal(400, 'invalid_input', 'No') : page()) })
  expect(await screen.findByText(/Invitations could not be loaded/)).toBeTruthy()
  isAway = false
  press('Try again')
  expect(await screen.findByText(/No open invitations/)).toBeTruthy()
})

test('a paused invitation says why, and is open again once someone answers for it', async () => {
  let invitation = build({ state: 'paused', pausedBecause: 'Rosa Delgado may no longer create accounts' })
  await open({
    'GET /api/invitations': () => page(invitation),
    'POST /api/invitations/5/resume': () => (invitation = build()),
  })
  expect(await screen.findByText('Rosa Delgado may no longer create accounts')).toBeTruthy()
  expect(screen.getByText('Paused')).toBeTruthy()
  press(/^Resume/)
  await waitFor(() => expect(screen.queryByText('Paused')).toBeNull())
})

test('ending one names it and who stays; the focus goes to the next', async () => {
  const other = build({ invitationId: 6, rank: { rankId: 10, rankName: 'Officer' } })
  let items = [build({ used: 1, latestUses: [{ userId: 8, name: 'Vera Oakes', at: '2026-11-19T20:00:00.000Z', isNew: true }] }), other]
  const sent = await open({
    'GET /api/invitations': () => page(...items),
    'POST /api/invitations/5/end': () => {
      items = [other]
      return build({ state: 'ended' })
    },
  })
  expect(await screen.findByText('Vera Oakes joined with it')).toBeTruthy()
  press('End Los Santos Police, Cadet')
  const question = await screen.findByRole('alertdialog', { name: 'End this invitation?' })
  expect(question.textContent).toContain('Los Santos Police, Cadet')
  expect(question.textContent).toContain('The person who joined with it stays a member')
  fireEvent.click(within(question).getByRole('button', { name: 'End invitation' }))
  await waitFor(() => expect(screen.queryByText('Los Santos Police, Cadet')).toBeNull())
  expect(sent.some(({ path }) => path === '/api/invitations/5/end')).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'End Los Santos Police, Officer' })))
})

test('without an address of its own the portal leaves it to the page', () => {
  expect(linkOf({ code: CODE, link: null }, 'http://10.0.0.2:3000')).toBe(`http://10.0.0.2:3000/login/join#${CODE}`)
})

test.each([
  [0, [], 'Nobody has used it yet'],
  [1, ['Vera'], 'Vera joined with it'],
  [2, ['Vera', 'Sam'], 'Vera and Sam joined with it'],
  [3, ['Vera', 'Sam', 'Ida'], 'Vera, Sam and Ida joined with it'],
  [31, ['Vera', 'Sam', 'Ida'], 'Vera, Sam, Ida and 28 others joined with it'],
])('%i uses in words', (used, names, words) => {
  expect(cameBy({ used, latestUses: names.map((name, userId) => ({ userId, name, at: '', isNew: true })) })).toBe(words)
})

test('the QR code is drawn as what was encoded: every dark module once, with the empty margin around', () => {
  const { data, size } = encode(ISSUED.link, { ecc: 'M', border: 4 })
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of pathOf(data).matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) drawn[Number(y)]![at] = true
  }
  expect(drawn).toEqual(data)
  expect(data.slice(0, 4).flat()).not.toContain(true)
})
