import { DEPARTMENT, UNIT_TYPE, type Call, type PatrolUnit } from '@tenfour/contract'
import type { Browser, Locator, Page } from '@playwright/test'
import type { Account, Portal } from './portal.ts'
import { watchProblems, type Problems } from './problems.ts'
import { apiOf, createSession, type CallApi } from './api.ts'
import { expect, test as base } from './test.ts'

/** Opening several desktops at once is slow on a small machine. */
const OPENING_MS = 60_000

type Heard = { readonly sound: string; readonly outcome: string }

/** Someone on duty. */
export type OnDuty = {
  readonly account: Account
  readonly userId: number
  readonly sign: string
  /** Calls the API as this person. */
  readonly api: CallApi
}

/** Someone on duty, in their own browser. */
export type Person = OnDuty & {
  readonly page: Page
  readonly problems: Problems
  /** Sounds played since the page was opened. */
  readonly heard: () => Promise<readonly Heard[]>
}

const ROLES = {
  dispatcher: { department: 'COMM', departmentId: DEPARTMENT.COMM, type: UNIT_TYPE.Dispatcher },
  officer: { department: 'LSPD', departmentId: DEPARTMENT.LSPD, type: UNIT_TYPE.Patrol },
  firefighter: { department: 'FIRE', departmentId: DEPARTMENT.FIRE, type: UNIT_TYPE.Patrol },
  civilian: { department: 'CIV', departmentId: DEPARTMENT.CIV, type: UNIT_TYPE.Patrol },
} as const

/** A server of the portal used by this test only. */
export type Evening = {
  readonly serverId: number
  /** Creates an account, goes on duty and opens the desktop. */
  readonly join: (role: keyof typeof ROLES, sign: string, options?: { readonly name?: string; readonly path?: string }) => Promise<Person>
  /** Creates an account and goes on duty without a browser. A desktop costs seconds, so only those who look at one have one. */
  readonly unit: (role: keyof typeof ROLES, sign: string) => Promise<OnDuty>
  /** Creates a call through the API. */
  readonly call: (by: Pick<OnDuty, 'api'>, input: Readonly<Record<string, unknown>>) => Promise<Call>
}

type Fixtures = { evening: Evening }

export const test = base.extend<Fixtures>({
  evening: async ({ browser, portal }, use) => {
    const { serverId } = await apiOf(portal, await createSession(portal, portal.root))<{ serverId: number }>('POST', '/api/patrol/server', {
      name: `Evening ${Date.now().toString(36)}`,
    })
    const people: Person[] = []
    await use({
      serverId,
      join: async (role, sign, { name = `${sign} ${role}`, path = '/cad/desktop' } = {}) => {
        const person = await joinInBrowser(browser, portal, { serverId, role, sign, name, path })
        people.push(person)
        return person
      },
      unit: async (role, sign) => (await goOnDuty(portal, { serverId, role, sign, name: `${sign} ${role}` })).person,
      call: (by, input) => by.api<Call>('POST', '/api/cad/call', { serverId, ...input }),
    })
    const unexpected = people.flatMap(({ sign, problems }) => problems.unexpected().map((problem) => `${sign}: ${problem}`))
    await Promise.all(people.map(({ page }) => page.context().close()))
    expect(unexpected, 'errors in the pages').toEqual([])
  },
})
export { expect }

type DutyOptions = { readonly serverId: number; readonly role: keyof typeof ROLES; readonly sign: string; readonly name: string }

async function goOnDuty(portal: Portal, { serverId, role, sign, name }: DutyOptions): Promise<{ person: OnDuty; token: string }> {
  const { department, departmentId, type } = ROLES[role]
  const account = await portal.createUser({ name, departments: [department] })
  const token = await createSession(portal, account)
  const api = apiOf(portal, token)
  const { userId } = await api<PatrolUnit>('POST', '/api/patrol/unit/save', { serverId, departmentId, identifier: sign, type })
  return { person: { account, userId, sign, api }, token }
}

type JoinOptions = DutyOptions & { readonly path: string }

async function joinInBrowser(browser: Browser, portal: Portal, { path, ...duty }: JoinOptions): Promise<Person> {
  const { person, token } = await goOnDuty(portal, duty)
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1600, height: 900 } })
  const problems = await watchProblems(context)
  await context.addInitScript(() => {
    const heard: unknown[] = []
    Reflect.set(window, 'heardSounds', heard)
    window.addEventListener('tenfour:sound', (event) => heard.push((event as CustomEvent).detail))
  })
  const page = await context.newPage()
  await page.goto('/portal-config.json')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached({ timeout: OPENING_MS })
  // Once their own unit is on the board the page is live, and later changes arrive as events.
  if (path === '/cad/desktop') {
    const readyMarker = duty.role === 'civilian' ? page.getByRole('heading', { name: 'Call 911' }) : unitRow(page, person)
    await expect(readyMarker).toBeVisible({ timeout: OPENING_MS })
  }
  const heard = () => page.evaluate(() => Reflect.get(window, 'heardSounds') as Heard[])
  return { ...person, page, problems, heard }
}

export const panel = (page: Page, id: string): Locator => page.locator(`[data-panel="${id}"]`)
export const callRow = (page: Page, callId: number): Locator =>
  page.getByRole('grid', { name: 'Calls' }).locator(`[data-call-id="${callId}"]`)
export const unitRow = (page: Page, { userId }: Pick<Person, 'userId'>): Locator =>
  page.getByRole('grid', { name: /^(Units|Apparatus)$/ }).locator(`[data-unit-id="${userId}"]`)
export const expectFocusIn = (within: Locator) =>
  expect(within.locator(':focus').or(within.and(within.page().locator(':focus')))).toBeAttached()
export const commandLine = (page: Page): Locator => page.getByRole('combobox', { name: 'Command' })

/** Types a command and waits until it is done. */
export async function command(page: Page, line: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(commandLine(page)).toBeFocused()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  await expect(commandLine(page)).toHaveValue('')
}

/** The number of the only call on the board. */
export async function onlyCall(by: Person, { serverId }: Evening): Promise<number> {
  const calls = await by.api<readonly Call[]>('GET', `/api/cad/calls/active/${serverId}`)
  expect(calls).toHaveLength(1)
  return calls[0]?.callId ?? 0
}
