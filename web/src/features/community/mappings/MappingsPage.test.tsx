// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { listRoleMappings, MappedDepartment, MappingPreview, ResponseOf, RoleMapping } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '../../../platform/notify/notify.ts'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { overviewOf } from '../discord/testing/discord.ts'
import { answerWith, refusal, showDiscord, userWith, type Sent } from '../discord/testing/show-discord.tsx'
import { MappingsPage } from './MappingsPage.tsx'

const ADMIN = userWith('Staff', 'DISCORD_ADMIN')
const PATH = '/api/discord/mappings'
const role = (roleId: string, name: string) => ({ roleId, name, guildName: 'San Andreas', color: 0 })
const person = { userId: 7, name: 'Rosa Delgado' }
const mapping = (over: Partial<RoleMapping> = {}): RoleMapping => ({
  mappingId: 1,
  role: role('10', 'Sergeants'),
  rank: { rankId: 5, name: 'Sergeant' },
  madeBy: person,
  answeredForBy: person,
  holders: 3,
  members: 2,
  pausedBecause: null,
  ...over,
})
const lspd = (over: Partial<MappedDepartment> = {}): MappedDepartment => ({
  departmentId: 2,
  name: 'LSPD',
  fullName: 'Los Santos Police',
  isRetired: false,
  leader: 'portal',
  members: 12,
  ranks: [{ rankId: 5, name: 'Sergeant' }],
  mappings: [mapping()],
  gives: [{ entitlementId: 4, role: role('11', 'Police'), rank: null, members: 12 }],
  waitsBecause: null,
  held: null,
  ...over,
})
const list = (...departments: MappedDepartment[]): ResponseOf<typeof listRoleMappings> => ({
  departments,
  roles: [role('10', 'Sergeants'), role('11', 'Police'), role('12', 'Cadets')],
})
const previewOf = (over: Partial<MappingPreview> = {}): MappingPreview => ({
  counts: { joins: 0, raised: 0, lowered: 0, removed: 0, leftAlone: 0 },
  members: [],
  stops: [],
  waitsBecause: null,
  digest: 'd1',
  ...over,
})
const open = (known: unknown, answers: Readonly<Record<string, unknown>> = {}, user = ADMIN) => {
  const sent = answerWith({ 'GET /api/discord': overviewOf(), [`GET ${PATH}`]: known, ...answers })
  return showDiscord(<MappingsPage />, user).then(() => sent)
}
const made = (sent: readonly Sent[]) => sent.filter(({ method, path }) => method === 'POST' && path === PATH).map(({ body }) => body)
const act = async (of: string, words: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${of} in LSPD` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: words }))
  return screen.findByRole('dialog')
}

beforeEach(() => void vi.spyOn(notify, 'success').mockReturnValue(undefined))
afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

test('one table says who leads each role, and how many members it covers', async () => {
  await open(list(lspd(), lspd({ departmentId: 3, name: 'BCSO', leader: 'discord', mappings: [mapping({ mappingId: 2 })], gives: [] })))
  await screen.findAllByText(/Sergeants/)
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows.find((row) => row.startsWith('LSPDSergeant'))).toMatch(/Portal2Prepared/)
  expect(rows.find((row) => row.startsWith('LSPDEvery rank'))).toMatch(/Portal12The portal gives the role/)
  expect(rows.find((row) => row.startsWith('BCSO'))).toMatch(/Discord2Followed/)
})

test('letting Discord lead shows who changes, and makes what was shown', async () => {
  const preview = previewOf({
    counts: { joins: 1, raised: 0, lowered: 1, removed: 0, leftAlone: 1 },
    members: [
      { member: { userId: 1, name: 'A. Senn' }, kind: 'lowered', fromRank: 'Sergeant', toRank: 'Cadet', why: '' },
      { member: { userId: 2, name: 'B. Ortiz' }, kind: 'joins', fromRank: null, toRank: 'Cadet', why: '' },
      { member: { userId: 3, name: 'C. Ito' }, kind: 'left alone', fromRank: 'Chief', toRank: null, why: 'Their account is above' },
    ],
    stops: ['The Discord role Police: LSPD, every rank'],
  })
  const sent = await open(list(lspd()), { [`POST ${PATH}/preview`]: preview, [`POST ${PATH}`]: {} })
  const dialog = await act('Sergeants', 'Let Discord lead LSPD…')
  await within(dialog).findByText('1 member joins, 1 member is demoted, 1 member is left alone.')
  expect(dialog.textContent).toContain('A. Senn Sergeant → Cadet')
  expect(dialog.textContent).toContain('The Discord role Police: LSPD, every rank')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Let Discord lead' }))
  await waitFor(() => expect(made(sent)).toEqual([{ change: { kind: 'lead', departmentId: 2, leader: 'discord' }, digest: 'd1' }]))
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Discord leads LSPD'))
})

test('a mapping that may not be made says why, and is not sent', async () => {
  const whyNot = 'It lets them approve reports in LSPD, and you may not'
  const sent = await open(list(lspd()), { [`POST ${PATH}/preview`]: refusal(403, 'forbidden', whyNot, 'change.rankId') })
  const dialog = await act('Police', 'Map this role…')
  await within(dialog).findByText(whyNot)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Map role' }))
  await within(dialog).findByRole('alert')
  expect(made(sent)).toEqual([])
})

test('a change that is no longer as in the preview is shown again before it is made', async () => {
  let digest = 'd1'
  const sent = await open(list(lspd({ mappings: [mapping({ pausedBecause: 'Rosa Delgado may no longer map Discord roles' })] })), {
    [`POST ${PATH}/preview`]: () => previewOf({ digest }),
    [`POST ${PATH}`]: ({ body }: Sent) => {
      if ((body as { digest: string }).digest === 'd2') return {}
      digest = 'd2'
      return refusal(409, 'conflict', 'Something has changed since you looked. Look at it again')
    },
  })
  await screen.findByText('Paused: Rosa Delgado may no longer map Discord roles')
  const dialog = await act('Sergeants', 'Resume…')
  await within(dialog).findByText('No member changes.')
  const resume = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Resume' }))
  resume()
  await within(dialog).findByText(/Something has changed/)
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith('/preview'))).toHaveLength(2))
  await waitFor(() => {
    resume()
    expect(made(sent).at(-1)).toEqual({ change: { kind: 'resume', mappingId: 1 }, digest: 'd2' })
  })
})

test('losses that wait are decided on with exactly what is shown, and staff without the right see that they wait', async () => {
  const held = { losses: 5, since: '2026-11-12T12:00:00.000Z', digest: 'h1' }
  const known = list(lspd({ leader: 'discord', held, waitsBecause: 'The mapping of the role Cadets is paused' }))
  const sent = await open(known, { 'POST /api/discord/departments/2/losses': {} })
  fireEvent.click(await screen.findByRole('button', { name: 'Let them keep it' }))
  await waitFor(() => expect(sent.find(({ path }) => path.endsWith('/losses'))?.body).toEqual({ decision: 'keep', digest: 'h1' }))
  expect(screen.getByText('Nobody in LSPD loses anything at the moment.')).toBeTruthy()
  tearDown()
  await open(known, {}, userWith('Staff'))
  await screen.findByText('5 members of LSPD would be demoted or removed.')
  expect(screen.queryByRole('button', { name: 'Let them keep it' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Map a role' })).toBeNull()
})

test('a list that could not be loaded is loaded again', async () => {
  let isAway = true
  await open(() => (isAway ? refusal(403, 'forbidden', 'No') : list(lspd())))
  const again = await screen.findByRole('button', { name: 'Try again' })
  isAway = false
  fireEvent.click(again)
  expect(await screen.findByText('Sergeants · San Andreas')).toBeTruthy()
})
