import { defineConfig } from 'vitest/config'

/** Beside the browser tests, on two cores, what takes a second may take several. */
const PATIENT = { testTimeout: 20_000 }

// One project a side, so that `vitest --project server` runs one of them.
export default defineConfig({
  test: {
    // The embedded database takes the connections of two portals at a time; npm test sets the number of workers itself.
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], isolate: false, ...PATIENT } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'demo/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          isolate: false,
          // Many start a portal and a database of their own.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}', 'web/build/**/*.test.{ts,mjs}'], isolate: false, ...PATIENT } },
      { test: { name: 'bridge', include: ['bridge/src/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], ...PATIENT } },
    ],
  },
})
