import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** `npm run pictures`: pages of the demo, drawn, or compared with earlier pictures. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: `${process.env.PICTURES_PAGES}.pages.ts`,
  ...(process.env.PICTURES_PAGES === 'readme' && process.env.PICTURES_ONLY && { grep: new RegExp(process.env.PICTURES_ONLY) }),
  outputDir: '../../test-results/pictures',
  snapshotPathTemplate: `${process.env.PICTURES_TO}/{arg}{ext}`,
  globalSetup: './setup.ts',
  fullyParallel: false,
  maxFailures: 0,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['line']],
  retries: 0,
  workers: 1,
  use: {
    ...base.use,
    baseURL: process.env.PICTURES_URL,
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'off',
  },
})
