import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import type { CurrentUser } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { buildUser } from '../../../../app/testing/build-user.ts'
import { setPortalConfig } from '../../../../platform/config/config.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { SignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { ThemeProvider } from '../../../../ui/ThemeProvider.tsx'

/** Answers every call by this, until `tearDown`. */
export function answerBy(answer: (url: string, init?: RequestInit) => Response | Promise<Response>): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init?: RequestInit) => answer(url, init)),
  )
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
}

export function tearDown(): void {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
}

export type ShownPage = { readonly path: string; readonly staticData: StaticDataRouteOption }

/** Draws a part of the portal as a signed-in user sees it, with these pages, where it shows links to them. */
export async function show(part: ReactNode, user: CurrentUser = buildUser(), pages: readonly ShownPage[] = [], at = '/'): Promise<void> {
  const root = createRootRoute({ component: () => part })
  const router = createRouter({
    routeTree: root.addChildren(pages.map((page) => createRoute({ getParentRoute: () => root, ...page }))),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  await router.load()
  render(
    <ThemeProvider portalTheme="cad-light-theme">
      <QueryClientProvider client={queryClient}>
        <SignedInUser value={user}>
          <RouterProvider router={router} />
        </SignedInUser>
      </QueryClientProvider>
    </ThemeProvider>,
  )
}
