// @vitest-environment happy-dom
import { createRouter, type AnyRoute } from '@tanstack/react-router'
import { fireEvent, screen, within } from '@testing-library/react'
import type { CurrentUser } from '@tenfour/contract'
import { afterEach, expect, test } from 'vitest'
import { discordQuery } from '../features/community/discord/discord.queries.ts'
import { DiscordArea } from '../features/community/discord/DiscordArea.tsx'
import { overviewOf } from '../features/community/discord/testing/discord.ts'
import { userWith } from '../features/community/discord/testing/show-discord.tsx'
import { answerBy, show, tearDown } from '../features/legal/warrants/testing/show.tsx'
import { AdminArea } from '../features/portal/admin/AdminArea.tsx'
import { queryClient } from '../platform/query/query-client.ts'
import { routeTree } from './routes.ts'

/** The pages of the portal that have a link in an area. */
const TABS = Object.entries<AnyRoute>(createRouter({ routeTree, context: { loadAllRoutes: async () => undefined } }).routesByPath).flatMap(
  ([path, { options }]) => (options.staticData?.tab ? [{ path, staticData: options.staticData }] : []),
)

afterEach(tearDown)

const list = (name: string) => screen.getByRole('navigation', { name })
const groups = (name: string) =>
  within(list(name))
    .getAllByRole('list')
    .map((each) => [
      each.getAttribute('aria-label') ?? '',
      ...within(each)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ])
const current = (name: string) =>
  within(list(name))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')

async function open(area: () => React.ReactNode, user: CurrentUser, at: string) {
  answerBy(() => new Response('{}', { status: 404 }))
  const Area = area
  await show(<Area />, user, TABS, at)
}

test('the pages of administration are one list under headings, and the open page alone is lit', async () => {
  await open(AdminArea, userWith('Admin'), '/admin/users')
  expect(groups('Administration')).toEqual([
    ['', 'Overview', 'Health'],
    ['People', 'Users', 'Add User', 'Invitations', 'Applications', 'Add from a file', 'Identifier disputes', 'Departments', 'Roles'],
    ['Community', 'Patrols', 'Look', 'Sounds', 'Settings'],
    ['CAD', 'CAD values', 'Penal code', 'Fields', 'Records', 'Warrants'],
    ['Game', 'Servers', 'API Logs'],
    ['System', 'Mail', 'Import', 'Audit log', 'API documentation'],
  ])
  expect(current('Administration').map(({ textContent }) => textContent)).toEqual(['Users'])
})

test('on a narrow screen the list opens from a button that names the open page, and closes with the focus on it', async () => {
  await open(AdminArea, userWith('Admin'), '/admin/roles')
  const button = screen.getByRole('button', { name: 'Administration: Roles' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  const link = within(list('Administration')).getByRole('link', { name: 'Fields' })
  link.focus()
  fireEvent.keyDown(link, { key: 'Escape' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  fireEvent.click(link)
  expect((await screen.findByRole('button', { name: 'Administration: Fields' })).getAttribute('aria-expanded')).toBe('false')
})

test('the pages of Discord say how much is open; the connection is only for those who may open it', async () => {
  queryClient.setQueryData(discordQuery.queryKey, overviewOf({ open: { tickets: 3, votes: 1, grants: 0 } }))
  await open(DiscordArea, userWith('Staff', 'MANAGE_DISCORD'), '/discord/list')
  expect(groups('Manage Discord')).toEqual([
    ['Discord server', 'Roles and channels', 'Entitlements', 'Who leads', 'Drift'],
    ['Members', 'Tickets3 open', 'Votes1 open', 'Ride-alongs and passes', 'Code of conduct'],
    ['Bot', 'Messages', 'Jobs'],
  ])
  expect(current('Manage Discord').map(({ textContent }) => textContent)).toEqual(['Roles and channels'])
  tearDown()
  await open(DiscordArea, userWith('Admin'), '/discord/votes')
  expect(groups('Manage Discord').slice(1)).toEqual([
    ['Members', 'Tickets', 'Votes', 'Ride-alongs and passes', 'Code of conduct', 'Joining'],
    ['Bot', 'Messages', 'Jobs', 'Connection'],
  ])
})
