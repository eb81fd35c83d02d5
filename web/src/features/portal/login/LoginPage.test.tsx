// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { PortalConfig } from '@tenfour/contract'
import { afterEach, expect, test } from 'vitest'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { LoginPage } from './LoginPage.tsx'

afterEach(cleanup)

async function open(config: Partial<PortalConfig>): Promise<string[]> {
  setPortalConfig({
    apiKey: 'key',
    communityName: 'San Andreas Division',
    version: '1',
    build: '',
    providerUrl: '',
    frameOrigins: [],
    switchedOff: [],
    ...config,
  })
  const root = createRootRoute()
  const routes = ['/login', '/login/forgot', '/login/register'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: path === '/login' ? LoginPage : () => null }),
  )
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory({ initialEntries: ['/login'] }) })
  render(
    <ThemeProvider portalTheme="cad-light-theme">
      <RouterProvider router={router} />
    </ThemeProvider>,
  )
  const form = await screen.findByRole('form', { name: 'Sign in' })
  expect(within(form).queryAllByRole('link', { name: 'Forgot password?' })).toHaveLength(config.hasMail ? 1 : 0)
  const lines = [...screen.getByRole('main').querySelectorAll('p')].map(({ textContent }) => textContent ?? '')
  return lines.filter((line) => !['Sign in to your account', 'Forgot password?'].includes(line))
}

test.each<[string, Partial<PortalConfig>, string[]]>([
  ['nothing set up', {}, ['New here, or lost your password? Ask your community’s staff for a link.']],
  ['mail', { hasMail: true }, ['New here? Ask your community’s staff for a link.']],
  [
    'applications',
    { takesApplications: true },
    ['New here? Apply for an account', 'Lost your password? Ask your community’s staff for a link.'],
  ],
  ['mail and applications', { hasMail: true, takesApplications: true }, ['New here? Apply for an account']],
])('below the box with %s is one line for each need, and the lost password is in the box', async (_what, config, expected) => {
  expect(await open(config)).toEqual(expected)
})

test('with mail, Discord and applications there is one line for members of the Discord server, and one for others', async () => {
  const lines = await open({ hasMail: true, takesApplications: true, hasDiscord: true, joinsByDiscord: true })
  await screen.findByText('Member of our Discord server? Join with it.')
  expect(lines.filter((line) => !line.startsWith('Member of'))).toEqual(['Not on our Discord server? Apply for an account'])
})
