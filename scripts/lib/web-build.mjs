import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, ROOT, UserError, fromRoot, requireNode, toolEnv } from './paths.mjs'
import { step } from './progress.mjs'
import { lastLines, run } from './run.mjs'
import { compressFolder } from './compress.mjs'
import { withLock } from './lock.mjs'

const SOURCES = ['web', 'contract']
const SINGLE_FILES = ['package-lock.json', 'tsconfig.base.json']
const NOT_SOURCES = new Set(['dist', 'node_modules'])

const stampFile = (root) => join(root, 'web', 'dist', '.tenfour-build')

/**
 * Changes when a source file of the web app is added, removed or saved. Based on names, sizes and mtimes instead of contents: an
 * unnecessary build after a checkout costs seconds once, but reading every file would cost time at every start.
 */
export const sourceState = (root = ROOT, folders = SOURCES) => {
  const hash = createHash('sha256')
  const addFile = (name) => {
    const stat = statSync(join(root, name), { throwIfNoEntry: false })
    if (stat) hash.update(`${name}\0${stat.size}\0${stat.mtimeMs}\n`)
  }
  const walk = (folder) => {
    const entries = existsSync(join(root, folder)) ? readdirSync(join(root, folder), { withFileTypes: true }) : []
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isDirectory() && !NOT_SOURCES.has(entry.name)) walk(`${folder}/${entry.name}`)
      else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) addFile(`${folder}/${entry.name}`)
    }
  }
  folders.forEach(walk)
  SINGLE_FILES.forEach(addFile)
  return hash.digest('hex')
}

export const isBuilt = (root = ROOT) => existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === sourceState(root)

const buildWeb = async ({ isLowPriority }) => {
  // Taken before the build, so that files saved meanwhile make the result stale.
  const state = sourceState()
  const next = join(CACHE, 'web-next')
  const { code, output, processorMs } = await run(
    requireNode(),
    [fromRoot('node_modules/vite/bin/vite.js'), 'build', 'web', '--outDir', next, '--emptyOutDir'],
    { env: toolEnv({ NODE_ENV: 'production' }), isLowPriority },
  )
  if (code !== 0) throw new UserError(`The web app could not be built:\n${lastLines(output, 40)}`)
  await compressFolder(join(next, 'assets'))
  writeFileSync(join(next, '.tenfour-build'), state)
  replaceFolder(next, fromRoot('web', 'dist'))
  return processorMs
}

/** Swaps in the finished build, so that a running portal never serves a partial one. */
const replaceFolder = (next, current) => {
  const old = join(CACHE, 'web-old')
  rmSync(old, { recursive: true, force: true })
  if (existsSync(current)) renameSync(current, old)
  renameSync(next, current)
  rmSync(old, { recursive: true, force: true })
}

/** Builds unless another process has just done so; returns the processor time it took. */
export const buildWebOnce = ({ isLowPriority = false } = {}) =>
  withLock(join(CACHE, 'build.lock'), 'building the web app', async () => (isBuilt() ? 0 : buildWeb({ isLowPriority })))

export const ensureWebBuilt = async () => {
  if (!isBuilt()) await step('Building the web app', () => buildWebOnce())
}
