import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { setPortalConfig } from '../../../../platform/config/config.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { clearToken } from '../../../../platform/session/token.ts'
import { ConfirmHost } from '../../../../ui/confirm.tsx'
import { ThemeProvider } from '../../../../ui/ThemeProvider.tsx'
import { takeAnswer } from '../discord-answer.ts'

type Sent = { readonly method: string; readonly path: string; readonly body: unknown }
type Answers = Readonly<Record<string, () => Response | Promise<Response>>>

/** Answers calls such as 'POST /api/discord/link/start', and notes them, until `tearDown`. */
export function answerBy(answers: Answers, hasDiscord = true, joinsByDiscord = false): Sent[] {
  const sent: Sent[] = []
  const answer = async (url: string, { method = 'GET', body, signal }: RequestInit = {}) => {
    sent.push({ method, path: url, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    const given = answers[`${method} ${url}`]
    if (!given) return Response.json({ code: 'not_found', message: `Nothing at ${url}`, requestId: '1' }, { status: 404 })
    const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    return Promise.race([given(), aborted])
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  const config = { apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] }
  setPortalConfig({ ...config, hasDiscord, joinsByDiscord })
  return sent
}
export const refusal = (status: number, code: string, message: string) => Response.json({ code, message, requestId: '1' }, { status })

/** Draws a page at an address; returns where the browser is. */
export async function showAt(address: string, Page: () => ReactNode): Promise<() => string> {
  const root = createRootRoute()
  const [path = '/'] = address.split(/[?#]/)
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path, component: Page }),
    createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Elsewhere</p> }),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
  await router.load()
  await act(async () => {
    render(
      <ThemeProvider portalTheme="cad-light-theme">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <ConfirmHost />
        </QueryClientProvider>
      </ThemeProvider>,
    )
  })
  return () => router.state.location.href
}

export function tearDown(): void {
  cleanup()
  queryClient.clear()
  clearToken()
  takeAnswer()
  window.sessionStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
}
