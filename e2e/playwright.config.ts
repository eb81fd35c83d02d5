import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** The lighter headless build, if installed. */
const headless = '/usr/bin/chromium-headless-shell'
const installed = existsSync(headless) ? headless : '/usr/bin/chromium'

/**
 * The plain build draws the address bar's list as two pages of its own in every window, which takes more processor time than a page of the portal.
 * The last `--disable-features` counts, so Playwright's own list is repeated here.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'PreloadTopChromeWebUI',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

// Tests tagged `@full` run with `npm test -- --full` only.
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // Three browsers at once on a small machine: a retry tells slow from broken, and is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // A portal that does not start fails every test in the same way, so a few failures are enough.
  maxFailures: process.env.CI ? 25 : 0,
  // Limits for what hangs, not for what is slow: a busy machine must not reach them.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['line'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../test-results/e2e.json' }]],
  use: {
    // Recording every test costs a third of the time, so traces are opt-in (PWTRACE=1).
    trace: process.env.PWTRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    // Animations cost processor time in a browser without a graphics card, and every click waits for them to end.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? installed,
      args: [
        '--no-sandbox', // Chromium's sandbox does not work as root, and the pages are our own
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${DISABLED_FEATURES.join()}`,
      ],
    },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
})
