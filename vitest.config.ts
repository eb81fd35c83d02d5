import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Beside the browser tests, on two cores, what takes a second may take several. */
const PATIENT = { testTimeout: 20_000 }

/**
 * A worker is kept for the next file only if that file has the same environment, so that files with a document run after one another.
 * Otherwise nearly every file of the web would start a worker of its own and load React again.
 * Files that mock modules come last: a worker loads all modules afresh for each of them (scripts/lib/web-tests.mjs).
 */
class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const kinds = Map.groupBy(sorted, ({ project, moduleId }) => {
      const text = readFileSync(moduleId, 'utf8')
      const environment = /^\/\/ @vitest-environment (\S+)/.exec(text)?.[1]
      return `${text.includes('vi.mock(') ? 'mocks' : 'keeps'} ${project.name} ${environment ?? ''}`
    })
    return [...kinds].toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, kind]) => kind)
  }
}

// One project a side, so that `vitest --project server` runs one of them.
export default defineConfig({
  test: {
    // npm test sets the number of workers itself.
    maxWorkers: 2,
    sequence: { sequencer: ByEnvironment },
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
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}', 'web/build/**/*.test.{ts,mjs}'],
          setupFiles: ['scripts/lib/web-tests.mjs'],
          isolate: false,
          ...PATIENT,
        },
      },
      { test: { name: 'bridge', include: ['bridge/src/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], ...PATIENT } },
    ],
  },
})
