import { test as base, expect } from '@playwright/test'
import { startPortal, type Account, type Portal } from './portal.ts'
import { watchProblems, type Problems } from './problems.ts'
import { withSession } from './session.ts'

type WorkerFixtures = {
  /** One portal for all tests of a worker. Its data is shared, so tests create their own accounts and records. */
  portal: Portal
}

type TestFixtures = {
  /** Fails the test on page errors it did not allow. */
  problems: Problems
  /** Gives the test's page a session of this account. */
  as: (account: Pick<Account, 'email' | 'password'>) => Promise<void>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const portal = await startPortal()
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  problems: [
    async ({ context, portal }, use, testInfo) => {
      const problems = await watchProblems(context)
      const before = portal.output().length
      await use(problems)
      const unexpected = problems.unexpected()
      if (testInfo.status !== testInfo.expectedStatus || unexpected.length > 0) {
        await testInfo.attach('portal.log', { body: portal.output().slice(before), contentType: 'text/plain' })
      }
      expect(unexpected, 'errors in the page').toEqual([])
    },
    { auto: true },
  ],
  as: async ({ page, portal }, use) => use((account) => withSession(page, portal, account)),
})

export { expect }
