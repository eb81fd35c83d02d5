import { isAbsolute, relative, sep } from 'node:path'
import { ROOT, UserError } from './paths.mjs'

/** The Vitest project of a folder, as vitest.config.ts has them; the browser tests are Playwright's. */
const PROJECTS = { contract: 'contract', server: 'server', demo: 'server', web: 'web', bridge: 'bridge', scripts: 'scripts', e2e: 'e2e' }

/** The test files by project: `[{ project: 'server', files: ['server/src/cli.test.ts'] }]`. */
export const sortTests = (paths) => {
  const groups = new Map()
  for (const path of paths) {
    const file = (isAbsolute(path) ? relative(ROOT, path) : path).split(sep).join('/')
    const project = PROJECTS[file.split('/')[0]]
    if (!project) throw new UserError(`${path} is not in ${Object.keys(PROJECTS).join(', ')}`)
    groups.set(project, [...(groups.get(project) ?? []), project === 'e2e' ? file.replace(/^e2e\//, '') : file])
  }
  return [...groups].map(([project, files]) => ({ project, files }))
}

/** Counts each failure of a run. */
export const addRun = (failures, { failures: failed }) => {
  for (const name of failed) failures.set(name, (failures.get(name) ?? 0) + 1)
}

/** Which tests failed, and how often; the worst first. */
export const repeatReport = (failures, times) => {
  if (failures.size === 0) return `No failure in ${times} runs`
  const worst = [...failures].sort(([, a], [, b]) => b - a)
  return worst.map(([name, count]) => `✗ failed in ${count} of ${times} runs: ${name}`).join('\n')
}
