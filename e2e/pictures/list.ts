import { expect, type Page } from '@playwright/test'
import { DEMO_ACCOUNTS } from '../../demo/src/accounts.ts'
import type { CallApi } from '../support/api.ts'
import { panel } from '../support/dispatch.ts'
import type { Who } from './sessions.ts'
import { acknowledge, lookUp, pathOfWarrant } from './steps.ts'

export type Picture = {
  /** Of the file; told from the path if absent. */
  readonly name?: string
  readonly who: Who
  readonly path: string | ((api: CallApi) => Promise<string>)
  /** A selector of what differs from one time to the next. */
  readonly hides?: string
  /** Steps on the page before it is drawn. */
  readonly prepare?: (page: Page) => Promise<void>
}

const of = (who: Who, ...paths: readonly string[]): Picture[] => paths.map((path) => ({ who, path }))

const idOf = (name: string) => DEMO_ACCOUNTS.findIndex((account) => account.name === name) + 1

const openCall = async (page: Page) => {
  await acknowledge(page)
  await page.getByRole('grid', { name: 'Calls' }).getByText('Vehicle pursuit').click()
  await expect(panel(page, 'call').getByRole('list', { name: 'Log, newest first' })).toBeVisible()
}

const openRecord = async (page: Page) => {
  await acknowledge(page)
  await lookUp(page)
}

/** Patrols that go on grow longer. */
const TOTALS = '.recharts-surface, tbody, main ol, main ul'

/** In an order in which no page changes what a later one shows. */
export const PICTURES: readonly Picture[] = [
  ...of(
    'root',
    '/user/home',
    '/user/settings',
    '/user/notices',
    '/admin',
    '/admin/users',
    `/admin/users/${idOf('June Calder')}`,
    '/admin/add-user',
    '/admin/departments',
    '/admin/roles',
    '/admin/offences',
    '/admin/fields',
    '/admin/records',
    '/admin/warrants',
    '/admin/patrols',
    '/admin/imports',
    '/admin/settings',
    '/admin/audit',
    '/servers/list',
    '/servers/list?server=1',
    '/servers/events',
    '/staff/members',
    `/staff/members/${idOf('June Calder')}`,
    '/staff/announcements',
    '/staff/patrol-viewer/review',
    '/staff/leave-requests',
    '/discord/list',
    '/discord/tickets',
    '/discord/tickets/1',
    '/discord/votes',
    '/discord/grants',
    '/discord/conduct',
    '/discord/joining',
    '/discord/posts',
    '/discord/connection',
    '/discord/entitlements',
  ),
  { who: 'root', path: '/staff/patrol-viewer', hides: TOTALS },
  { who: 'admin', path: '/user/patrols', hides: TOTALS },
  // The jobs of the bot are done in no certain order.
  { who: 'root', path: '/discord/logs', hides: 'tbody' },
  ...of('admin', '/user/home', '/user/approvals', '/user/lookups', '/user/leave-requests', '/discord/sync'),
  ...of('civilian', '/user/home', '/user/characters', '/user/characters/39', '/user/tickets', '/user/grants', '/user/conduct'),
  ...of('legal', '/warrants', '/warrants?tab=active'),
  { who: 'legal', name: 'warrants-one', path: pathOfWarrant },
  ...of('fire', '/cad'),
  ...of(
    'officer',
    '/user/patrol',
    '/user/reports',
    '/user/reports?tab=all',
    '/user/reports/20',
    '/user/reports/drafts/1',
    '/user/warrants',
  ),
  ...of('officer', '/cad/desktop', '/livemap'),
  ...of('dispatcher', '/cad/desktop'),
  { who: 'dispatcher', name: 'cad-desktop-call', path: '/cad/desktop', prepare: openCall },
  { who: 'officer', name: 'cad-desktop-record', path: '/cad/desktop', prepare: openRecord },
]
