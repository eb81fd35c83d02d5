// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Leave, Member, PreviewedChange, RankPreview } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWith, refusal, showDiscord, userWith } from '../../community/discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { BulkRankModal } from './BulkRankModal.tsx'
import { DepartmentPeoplePage } from './DepartmentPeoplePage.tsx'
import { LeavesCard } from './LeavesCard.tsx'
import { whitelists } from './member-columns.tsx'
import { RanksCard } from './RanksCard.tsx'
import { WhitelistCard } from './WhitelistCard.tsx'

const STAFF = userWith('Staff')
const MEMBER: Member = {
  userId: 7,
  name: 'J. Ito',
  avatarColor: 'blue',
  picture: null,
  isWhitelisted: true,
  isWhitelistedDev: false,
  entitledBy: null,
  entitledByDev: 'pass',
  userCharacters: [],
  lastSeenAt: null,
  minutes: 0,
  lastPatrolAt: null,
  isOnLeave: false,
  leaveEndsOn: null,
  warningPoints: 0,
  version: 1,
  steamId: '11000010a1b2c3d',
  createdAt: '2026-11-14T20:00:00.000Z',
  userDepartments: [],
  roles: [],
  notes: [],
  marks: [],
  leaves: [],
  rankChanges: [],
}
/** In place of what draws the effects: names what it was asked about. */
const changes = (change: PreviewedChange) => <output>{JSON.stringify(change)}</output>

beforeEach(() => {
  // Fields that grow with their text wait for fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  tearDown()
  Reflect.deleteProperty(document, 'fonts')
  vi.restoreAllMocks()
})

test('the whitelist asks with what it changes, and the switch keeps the focus', async () => {
  const sent = answerWith({ 'GET /api/user/SetWhitelistState/7/false/prod': refusal(400, 'invalid_input', 'Not now') })
  await showDiscord(<WhitelistCard member={MEMBER} changes={changes} />, STAFF)
  expect(screen.getByText('On the whitelist with a pass, whatever is set here.')).toBeTruthy()
  const game = screen.getByRole<HTMLInputElement>('switch', { name: 'Game servers' })
  const question = 'Take J. Ito off the whitelist of the game servers?'
  fireEvent.click(game)
  fireEvent.click(within(await screen.findByRole('alertdialog', { name: question })).getByRole('button', { name: 'Cancel' }))
  expect([game.checked, sent]).toEqual([true, []])
  act(() => game.focus())
  fireEvent.click(game)
  const asked = within(await screen.findByRole('alertdialog', { name: question }))
  expect(asked.getByText(JSON.stringify({ userId: 7, whitelist: { environment: 'prod', isOn: false } }))).toBeTruthy()
  fireEvent.click(asked.getByRole('button', { name: 'Take off whitelist' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not now')
  expect([game.checked, game.disabled]).toEqual([true, false])
})

test('leave shows what it changes as soon as its days are known, and its end asks with what goes', async () => {
  const current: Leave = {
    leaveId: 3,
    startsOn: '2026-11-14',
    endsOn: '2026-11-20',
    reason: 'Exams',
    author: { userId: 1, name: 'L. Moreau' },
    endedEarlyAt: null,
  }
  const sent = answerWith({ 'POST /api/members/7/leaves/3/end': current })
  await showDiscord(
    <LeavesCard member={{ ...MEMBER, leaves: [current] }} now={new Date('2026-11-17T20:00:00Z')} changes={changes} />,
    STAFF,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add leave' }))
  expect(await screen.findByLabelText(/^Last day/)).toBeTruthy()
  expect(screen.queryByText(/"leave"/), 'its last day is not known').toBeNull()
  fireEvent.change(screen.getByLabelText(/^First day/), { target: { value: '2026-12-01' } })
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: '2026-12-03' } })
  expect(await screen.findByText(JSON.stringify({ userId: 7, leave: { startsOn: '2026-12-01', endsOn: '2026-12-03' } }))).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: '2026-11-30' } })
  expect(screen.queryByText(/"leave"/), 'it would end before it starts').toBeNull()

  fireEvent.click(screen.getByRole('button', { name: 'End now', hidden: true }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'End this leave now?' }))
  expect(asked.getByText(JSON.stringify({ userId: 7, leave: { endedId: 3 } }))).toBeTruthy()
  fireEvent.click(asked.getByRole('button', { name: 'End leave' }))
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/members/7/leaves/3/end'))
})

test('a bulk change shows what it changes everywhere for those whom it changes', async () => {
  const preview = (userId: number, outcome: RankPreview['outcome']): RankPreview => ({
    userId,
    name: `Member ${userId}`,
    version: 1,
    fromRank: 'Cadet',
    toRank: 'Officer',
    outcome,
  })
  const department = { departmentId: 2, name: 'LSPD', fullName: 'Police', type: 'Leo', isCadEnabled: true, callSignTemplate: '' }
  answerWith({
    'GET /api/user/GetDepartmentsAsync/true': [department],
    'GET /api/user/GetDepartmentRanksAsync/2/true': [{ rankId: 11, rankName: 'Officer', isReserve: false }],
    'POST /api/members/ranks/preview': [preview(7, 'promotion'), preview(8, 'unchanged'), preview(9, 'demotion')],
  })
  const close = () => undefined
  await showDiscord(<BulkRankModal userIds={[7, 8, 9]} departmentId={2} changes={changes} onClose={close} onChanged={close} />, STAFF)
  fireEvent.click(await screen.findByRole('combobox', { name: /^Rank/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Officer', hidden: true }))
  const shown = JSON.stringify({ userIds: [7, 9], rank: { departmentId: 2, rankId: 11 } })
  expect(await screen.findByText(shown)).toBeTruthy()
})

test('the roster says how members are on a whitelist', () => {
  const row = { ...MEMBER, departments: [] }
  expect([
    whitelists(row),
    whitelists({ ...row, isWhitelisted: false, entitledBy: 'rank', entitledByDev: null }),
    whitelists({ ...row, isWhitelisted: false, entitledByDev: 'ridealong' }),
  ]).toEqual(['Game, Dev with a pass', 'Game by rank', 'Dev for a ride-along'])
})

const POLICE = {
  departmentId: 2,
  name: 'LSPD',
  fullName: 'Los Santos Police',
  type: 'Leo',
  isCadEnabled: true,
  callSignTemplate: '',
} as const
const POSTING = { departmentId: 2, department: POLICE, isPrimary: true, rankId: 4, rankName: 'Cadet', capabilities: [] }

test('staff remove a member from a department after seeing what that changes, with a reason', async () => {
  const sent = answerWith({ 'POST /api/members/7/departments': { userId: 7, version: 2 } })
  const member = { ...MEMBER, userDepartments: [POSTING] }
  await showDiscord(<RanksCard member={member} now={new Date()} changes={changes} />, STAFF)
  fireEvent.click(screen.getByRole('button', { name: 'Transfer or remove, LSPD' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove from LSPD' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove J. Ito from LSPD' }))
  const move = { from: 2, to: null }
  expect(dialog.getByText(JSON.stringify({ userId: 7, move }))).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Remove from department' }))
  expect(await dialog.findByText('Enter a reason')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Asked to' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Remove from department' }))
  await waitFor(() => expect(sent).toContainEqual(expect.objectContaining({ body: { move, reason: 'Asked to', version: 1 } })))
})

test('the head of a department finds a member by name and adds them, and can’t change those above', async () => {
  const person = {
    avatarColor: 'blue',
    picture: null,
    version: 5,
    rankId: null,
    rankName: null,
    isPrimary: false,
    otherDepartments: ['FIRE'],
  }
  const found = [
    { ...person, userId: 8, name: 'Mel Doe', isInDepartment: false, isAbove: false, isHead: false },
    { ...person, userId: 9, name: 'Mela Root', isInDepartment: false, isAbove: true, isHead: false },
  ]
  const sent = answerWith({
    'GET /api/departments/2/people': { items: found, total: 2, isTotalExact: true, page: 1, pageSize: 25 },
    'GET /api/user/GetDepartmentRanksAsync/2/true': [{ rankId: 4, rankName: 'Cadet', isReserve: false }],
    'POST /api/members/8/departments': { userId: 8, version: 6 },
  })
  const head = { ...userWith('Developer'), userDepartments: [{ ...POSTING, capabilities: ['headDepartment' as const] }] }
  await showDiscord(<DepartmentPeoplePage changes={changes} />, head)
  expect(await screen.findByText('Above you')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add member' }))
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Name' }), { target: { value: 'mel' } })
  expect((await screen.findAllByRole('button', { name: /^Choose/ })).length).toBe(1)
  fireEvent.click(screen.getByRole('button', { name: /Choose\s+Mel Doe/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Mel Doe to LSPD' }))
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Passed the course' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Add to department' }))
  const body = { move: { from: null, to: { departmentId: 2, rankId: null } }, reason: 'Passed the course', version: 5 }
  await waitFor(() => expect(sent).toContainEqual(expect.objectContaining({ body })))
})

test('the head of a department changes a rank after seeing what that changes, is told where somebody was faster, and can’t change other heads', async () => {
  const person = { userId: 8, version: 5, name: 'Mel Doe', avatarColor: 'blue', picture: null, isPrimary: true, otherDepartments: [] }
  const mel = { ...person, rankId: null, rankName: null, isInDepartment: true, isAbove: false, isHead: false }
  const max = { ...mel, userId: 9, name: 'Max Head', isHead: true }
  const path = '/api/departments/2/people/8/rank'
  const ranks = { 'GET /api/user/GetDepartmentRanksAsync/2/true': [{ rankId: 4, rankName: 'Cadet', isReserve: false }] }
  const list = { 'GET /api/departments/2/people': { items: [mel, max], total: 2, isTotalExact: true, page: 1, pageSize: 25 } }
  const sent = answerWith({ ...ranks, ...list, [`POST ${path}`]: refusal(409, 'conflict', 'This member has changed') })
  const head = { ...userWith('Developer'), userDepartments: [{ ...POSTING, capabilities: ['headDepartment' as const] }] }
  await showDiscord(<DepartmentPeoplePage changes={changes} />, head)
  fireEvent.click(await screen.findByRole('button', { name: 'Change rank of Mel Doe in LSPD' }))
  expect(screen.getByText('Changed by staff'), 'another head').toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change rank of Max Head in LSPD' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: 'Change rank in LSPD' }))
  fireEvent.click(await dialog.findByRole('combobox', { name: /^Rank/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Cadet', hidden: true }))
  expect(await dialog.findByText(JSON.stringify({ userId: 8, rank: { departmentId: 2, rankId: 4 } }))).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Passed the course' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Change rank' }))
  expect(await dialog.findByText(/This member has changed/)).toBeTruthy()
  expect(sent).toContainEqual(expect.objectContaining({ path, body: { rankId: 4, reason: 'Passed the course', version: 5 } }))
})
