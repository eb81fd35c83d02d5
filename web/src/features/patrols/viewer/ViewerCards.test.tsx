// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { quotasSwitch, type PatrolOverview } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { setSwitchedOff } from '../../../platform/features/features.ts'
import { SignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { periodOf } from './period.ts'
import type { Viewer } from './use-viewer.ts'
import { ViewerCards } from './ViewerCards.tsx'

afterEach(() => {
  cleanup()
  setSwitchedOff([])
})

const TODAY = '2026-11-17'
const viewer = { search: {}, period: periodOf({ kind: 'week' }, TODAY), today: TODAY } as Viewer

async function show(belowQuota: number | null, user = buildUser({ groups: ['Staff'] })) {
  const onOnly = vi.fn()
  const total = { seconds: 0, countedSeconds: 0, calls: 0, patrols: 0 }
  const review = { corrections: 0, flagged: 0, patrols: 0 }
  const overview = { total, before: total, belowQuota, members: 9, onLeave: 0, review } as unknown as PatrolOverview
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <ViewerCards viewer={viewer} overview={overview} isError={false} open={[]} onOnly={onOnly} />,
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  render(
    <ThemeProvider portalTheme="cad-light-theme">
      <SignedInUser value={user}>
        <RouterProvider router={router} />
      </SignedInUser>
    </ThemeProvider>,
  )
  await screen.findByText('Below quota')
  return onOnly
}
const quota = () => screen.queryByRole('button', { name: /^Below quota/ })

test('the quota card lists members below quota, and is no button where no quota applies', async () => {
  const onOnly = await show(3)
  fireEvent.click(quota()!)
  expect(onOnly).toHaveBeenCalledExactlyOnceWith('belowQuota')
  cleanup()
  await show(null)
  expect(quota()).toBeNull()
  expect(screen.getByText('quotas are by month')).toBeTruthy()
})

test('while quotas are switched off there is no quota card', async () => {
  await show(3)
  act(() => setSwitchedOff([quotasSwitch.key]))
  expect(screen.queryByText('Below quota')).toBeNull()
  expect(screen.getByText('Hours')).toBeTruthy()
})

test('the review card leads to the staff area, and supervisors who are not staff to their own', async () => {
  const link = () => screen.getByRole('link', { name: /^Needs review/ }).getAttribute('href')
  await show(3)
  expect(link()).toBe('/staff/patrol-viewer/review')
  cleanup()
  await show(3, buildUser())
  expect(link()).toBe('/user/patrols/review')
})
