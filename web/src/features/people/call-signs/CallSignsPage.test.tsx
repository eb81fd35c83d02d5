// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { CallSignPatterns, DepartmentPerson } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { buildDepartment } from '../../../app/testing/build-user.ts'
import { answerWith, refusal, showDiscord, userWith } from '../../community/discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { CallSignsPage } from './CallSignsPage.tsx'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useSearch: () => ({}),
  useNavigate: () => vi.fn(),
}))
afterEach(tearDown)

const PATTERNS: CallSignPatterns = {
  departmentId: 2,
  department: 'LSPD',
  version: 3,
  callSignTemplate: '#L##',
  patterns: [{ rankId: 4, rankName: 'Chief', unitType: null, pattern: 'CHIEF-#' }],
  without: 2,
}
const PERSON: DepartmentPerson = {
  userId: 8,
  version: 5,
  name: 'Mel Doe',
  avatarColor: 'blue',
  picture: null,
  rankId: 4,
  rankName: 'Chief',
  isInDepartment: true,
  isPrimary: true,
  otherDepartments: [],
  callSigns: [{ unitType: null, callSign: 'CHIEF-1', version: 2 }],
  isAbove: false,
  isHead: true,
}
const HEAD = {
  ...userWith('Developer'),
  userDepartments: [{ ...buildDepartment(2, { name: 'LSPD' }), capabilities: ['headDepartment' as const] }],
}
const answers = (more: Readonly<Record<string, unknown>> = {}) =>
  answerWith({
    'GET /api/departments/2/call-sign-patterns': PATTERNS,
    'GET /api/departments/2/people': { items: [PERSON], total: 1, isTotalExact: true, page: 1, pageSize: 25 },
    'GET /api/user/GetDepartmentRanksAsync/2/true': [{ rankId: 4, rankName: 'Chief', isReserve: false }],
    ...more,
  })

test('a pattern shows what it makes while it is typed, and a refused one keeps what was typed', async () => {
  let version = 3
  const sent = answers({
    'GET /api/departments/2/call-sign-patterns': () => ({ ...PATTERNS, version }),
    'PUT /api/departments/2/call-sign-patterns': () =>
      version === 3
        ? ((version = 4), refusal(409, 'conflict', 'This department has changed since you opened it'))
        : { ...PATTERNS, version: 5 },
  })
  await showDiscord(<CallSignsPage />, HEAD)
  const everybody = await screen.findByLabelText('Everybody in LSPD')
  expect(screen.getByText('For example 4L12')).toBeTruthy()
  fireEvent.change(everybody, { target: { value: '{department}-{initials}#' } })
  expect(screen.getByText('For example LSPD-JD4')).toBeTruthy()
  fireEvent.change(everybody, { target: { value: '{beat}#' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save patterns' }))
  expect(await screen.findByText('In braces there is one of department, initials, type')).toBeTruthy()
  fireEvent.change(everybody, { target: { value: '#P##' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save patterns' }))
  expect(await screen.findByText(/save again to replace the others/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Everybody in LSPD').value).toBe('#P##')
  fireEvent.click(screen.getByRole('button', { name: 'Save patterns' }))
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { callSignTemplate: '#P##', patterns: [{ rankId: 4, unitType: null, pattern: 'CHIEF-#' }], version: 3 },
      { callSignTemplate: '#P##', patterns: [{ rankId: 4, unitType: null, pattern: 'CHIEF-#' }], version: 4 },
    ]),
  )
})

test('a head gives a member the next number, or a typed call sign, which is refused beside its field', async () => {
  const sent = answers({
    'PUT /api/departments/2/people/8/call-sign': ({ body }: { body: unknown }) =>
      (body as { callSign: string | null }).callSign === null
        ? { unitType: null, callSign: 'CHIEF-2', version: 3 }
        : refusal(409, 'conflict', 'Another member has this call sign', 'callSign'),
  })
  await showDiscord(<CallSignsPage />, HEAD)
  fireEvent.click(await screen.findByRole('button', { name: /Change\s+the call sign of Mel Doe/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Call sign of Mel Doe' }))
  fireEvent.change(dialog.getByLabelText('Call sign'), { target: { value: '1L01' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Another member has this call sign')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Give the next number' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { unitType: null, callSign: '1L01', version: 2 },
    { unitType: null, callSign: null, version: 2 },
  ])
})
