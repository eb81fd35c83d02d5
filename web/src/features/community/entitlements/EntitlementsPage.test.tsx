// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '../../../platform/notify/notify.ts'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { overviewOf } from '../discord/testing/discord.ts'
import { answerWith, refusal, settle, showDiscord, userWith } from '../discord/testing/show-discord.tsx'
import { EntitlementsPage } from './EntitlementsPage.tsx'
import { ENTITLEMENTS, entitlementOf, roleOf } from './testing/entitlements.ts'

const ADMIN = userWith('Admin')
const MANAGER = userWith('Staff', 'MANAGE_DISCORD')
const STAFF = userWith('Staff')
const NO_PROPOSALS = { items: [], total: 0, isTotalExact: true, page: 1, pageSize: 25 }
const READS = {
  'GET /api/entitlements': ENTITLEMENTS,
  'GET /api/discord': overviewOf(),
  'GET /api/entitlements/proposal': NO_PROPOSALS,
}

beforeEach(() => void vi.spyOn(notify, 'success').mockReturnValue(undefined))
afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

const table = (name = 'What LSPD gives') => screen.findByRole('table', { name })
const row = async (name: string) =>
  within(await table())
    .getByRole('rowheader', { name })
    .closest('tr')!
const button = (name: string) => screen.getByRole('button', { name })

test('each rank with what it gives, and what it may do in the portal beside', async () => {
  answerWith(READS)
  await showDiscord(<EntitlementsPage />, ADMIN)
  expect((await row('Every rank')).textContent).toContain('LSPD')
  expect((await row('Sergeant')).textContent).toMatch(/Moderator.*powerful.*Game servers.*Reports/)
  expect((await row('Officer')).textContent).toContain('—')
  expect(
    within(await table('What others give'))
      .getByRole('rowheader', { name: /On leave/ })
      .closest('tr')!.textContent,
  ).toContain('LSPD')
})

test('a role that gained power since is marked where it is no longer given', async () => {
  const roles = ENTITLEMENTS.roles.map((role) => ({ ...role, isPowerful: true }))
  answerWith({ ...READS, 'GET /api/entitlements': { ...ENTITLEMENTS, roles } })
  await showDiscord(<EntitlementsPage />, ADMIN)
  expect(within(await table('What others give')).getByText('not given: powerful')).toBeTruthy()
  expect(within(await table()).queryByText('not given: powerful')).toBeNull()
})

test('staff only look; those who manage Discord change roles without power; an admin everything', async () => {
  answerWith(READS)
  await showDiscord(<EntitlementsPage />, STAFF)
  await table()
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.getByText(/Rosa Delgado is “Sergeant R. Delgado”/)).toBeTruthy()
  tearDown()
  answerWith(READS)
  await showDiscord(<EntitlementsPage />, MANAGER)
  await table()
  expect(button('No longer give LSPD to LSPD, every rank')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'No longer give Moderator to LSPD Sergeant' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'No longer give Game servers to LSPD Sergeant' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: /Nickname/ })).toBeNull()
})

test('removing says how many lose it, and the focus goes to the row', async () => {
  let isThere = true
  const sent = answerWith({
    ...READS,
    'GET /api/entitlements': () =>
      isThere
        ? ENTITLEMENTS
        : { ...ENTITLEMENTS, entitlements: ENTITLEMENTS.entitlements.filter(({ entitlementId }) => entitlementId !== 2) },
    'POST /api/entitlements/preview-rule': { members: 12, linked: 9 },
    'DELETE /api/entitlements/2': () => {
      isThere = false
      return {}
    },
  })
  await showDiscord(<EntitlementsPage />, ADMIN)
  await table()
  fireEvent.click(button('No longer give Moderator to LSPD Sergeant'))
  const dialog = await screen.findByRole('alertdialog', { name: 'No longer give Moderator to LSPD Sergeant?' })
  expect(dialog.textContent).toContain('12 members lose it; 9 of them linked to Discord.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stop giving it' }))
  await waitFor(() => expect(screen.queryByText('Moderator')).toBeNull())
  expect(document.activeElement).toBe(button('Add to LSPD Sergeant'))
  expect(sent.find(({ path }) => path.endsWith('preview-rule'))?.body).toEqual({ remove: 2 })
})

test('a removal that is refused says why, beside what it is about', async () => {
  answerWith({ ...READS, 'POST /api/entitlements/preview-rule': () => refusal(409, 'conflict', 'Not now') })
  await showDiscord(<EntitlementsPage />, ADMIN)
  await table()
  fireEvent.click(button('No longer give Moderator to LSPD Sergeant'))
  expect((await screen.findByRole('alert')).textContent).toContain('Not now')
})

test('adding: choose, see how many get it, save; what is given already is not offered, and roles that Discord leads can’t be chosen', async () => {
  const sent = answerWith({
    ...READS,
    'POST /api/entitlements/preview-rule': { members: 84, linked: 61 },
    'POST /api/entitlements': entitlementOf(9, { kind: 'department', departmentId: 2 }, { kind: 'discordRole', roleId: '103' }),
  })
  await showDiscord(<EntitlementsPage />, ADMIN)
  await table()
  act(() => button('Add to LSPD, every rank').focus())
  fireEvent.click(button('Add to LSPD, every rank'))
  const dialog = await screen.findByRole('dialog', { name: 'Give something to LSPD, every rank' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Give' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Choose what to give')
  fireEvent.click(within(dialog).getByRole('combobox', { name: /Discord role/, hidden: false }) ?? dialog)
  const options = await screen.findAllByRole('option', { hidden: true })
  expect(options.map(({ textContent }) => textContent)).not.toContain('LSPD')
  const led = options.find(({ textContent }) => textContent === 'Recruit · led by Discord')!
  fireEvent.click(led)
  expect(led.hasAttribute('data-combobox-disabled')).toBe(true)
  fireEvent.click(options.find(({ textContent }) => textContent === 'Ticket helper')!)
  await within(dialog).findByText('84 members get it; 61 of them linked to Discord.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Give' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ method, path }) => method === 'POST' && path === '/api/entitlements')?.body).toEqual({
    source: { kind: 'department', departmentId: 2 },
    gift: { kind: 'discordRole', roleId: '103' },
  })
  await waitFor(() => expect(document.activeElement).toBe(button('Add to LSPD, every rank')))
})

test('the nickname shows an example while it is typed, names what is wrong, and a conflict keeps what was typed', async () => {
  let version = 3
  const sent = answerWith({
    ...READS,
    'GET /api/entitlements': () => ({ ...ENTITLEMENTS, departments: ENTITLEMENTS.departments.map((each) => ({ ...each, version })) }),
    'PUT /api/entitlements/departments/2/nickname': ({ body }: { body: unknown }) => {
      if ((body as { version: number }).version === 3) {
        version = 4
        return refusal(409, 'conflict', 'It has changed')
      }
      return { ...ENTITLEMENTS.departments[0], version: 5 }
    },
  })
  await showDiscord(<EntitlementsPage />, ADMIN)
  await table()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Nickname in Discord/ })
  fireEvent.change(field, { target: { value: '{nope}' } })
  expect(screen.getByText(/^Use \{name\}/)).toBeTruthy()
  fireEvent.change(field, { target: { value: '{department} | {short}' } })
  expect(screen.getByText('Rosa Delgado is “LSPD | R. Delgado”.')).toBeTruthy()
  const save = () => fireEvent.click(button('Save the nickname of LSPD'))
  save()
  await screen.findByText(/^Someone else changed this department while you were editing\./)
  expect(field.value).toBe('{department} | {short}')
  await waitFor(() => expect(sent.filter(({ path }) => path === '/api/entitlements')).toHaveLength(2))
  await settle()
  save()
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith('The nicknames of LSPD are saved'))
  expect(sent.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({ version: 4 })
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('a suggestion from Discord leads to the member; nothing else does', async () => {
  answerWith({
    ...READS,
    'GET /api/entitlements/proposal': {
      ...NO_PROPOSALS,
      items: [{ userId: 7, name: 'P. Novak', discordName: 'pavel', roleName: 'SAHP Trooper', suggestions: ['SAHP', 'SAHP Trooper'] }],
      total: 1,
    },
  })
  await showDiscord(<EntitlementsPage />, MANAGER)
  const found = await table('Suggested by Discord')
  expect(within(found).getByRole('link', { name: 'P. Novak' }).getAttribute('href')).toBe('/staff/members/7')
  expect(found.textContent).toContain('SAHP or SAHP Trooper')
})

test('a role that is gone is marked, the server of a role is named where there are several, and a failure can be tried again', async () => {
  let isDown = true
  answerWith({
    ...READS,
    'GET /api/entitlements': () =>
      isDown
        ? refusal(500, 'internal', 'Something went wrong')
        : {
            ...ENTITLEMENTS,
            roles: [roleOf('101', 'LSPD', { isGone: true }), roleOf('102', 'Moderator', { guildName: 'Another one' })],
          },
  })
  await showDiscord(<EntitlementsPage />, ADMIN)
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 8000 })
  isDown = false
  fireEvent.click(again)
  expect((await row('Every rank')).textContent).toContain('deleted in Discord')
  expect((await row('Sergeant')).textContent).toContain('Another one')
})
