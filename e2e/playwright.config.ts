import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** The same engine without windows, which is lighter, if it is installed. */
const headless = '/usr/bin/chromium-headless-shell'
const installed = existsSync(headless) ? headless : '/usr/bin/chromium'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // Three browsers at once on a small machine: a second try tells what is slow from what is broken, and counts as flaky in the report.
  retries: process.env.CI ? 1 : 0,
  // A portal that does not start fails every test in the same way; a few tell as much as all.
  maxFailures: process.env.CI ? 25 : 0,
  // The cores are shared with the other tests; a limit is for what never comes, and costs nothing otherwise.
  timeout: 60_000,
  expect: { timeout: 12_000 },
  reporter: [['line'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../test-results/e2e.json' }]],
  use: {
    // Recording every test to keep the few that fail costs a third of the time: ask for it (PWTRACE=1) when one does.
    trace: process.env.PWTRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? installed,
      args: [
        '--no-sandbox', // Chromium refuses to run as root with it, and the pages are our own
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
})
