// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Leave, Member, PreviewedChange, RankPreview } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWith, refusal, showDiscord, userWith } from '../../community/discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { BulkRankModal } from './BulkRankModal.tsx'
import { LeavesCard } from './LeavesCard.tsx'
import { whitelists } from './member-columns.tsx'
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
  expect(screen.getByText('On it with a pass, whatever is set here.')).toBeTruthy()
  const game = screen.getByRole<HTMLInputElement>('switch', { name: 'Game server' })
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
