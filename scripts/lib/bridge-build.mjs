import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { CACHE, ROOT, UserError, fromRoot, requireNode, toolEnv } from './paths.mjs'
import { step } from './progress.mjs'
import { lastLines, run } from './run.mjs'
import { sourceState } from './web-build.mjs'

const stampFile = (root) => join(root, 'bridge', 'dist', '.tenfour-build')
const zipFile = (root) => join(root, 'bridge', 'dist', 'tenfour.zip')
const stateOf = (root) => sourceState(root, ['bridge', 'contract'])

const isBuilt = (root = ROOT) =>
  existsSync(zipFile(root)) && existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === stateOf(root)

const build = async () => {
  // Taken before the build, so that files saved meanwhile make the result stale.
  const state = stateOf(ROOT)
  rmSync(stampFile(ROOT), { force: true })
  const { code, output } = await run(requireNode(), [fromRoot('bridge/build.ts')], { env: toolEnv() })
  if (code !== 0) throw new UserError(`The FiveM resource could not be built:\n${lastLines(output, 40)}`)
  writeFileSync(stampFile(ROOT), state)
}

/** Builds the FiveM resource, which the portal offers for download, unless it is there already. */
export const ensureBridgeBuilt = async () => {
  if (isBuilt()) return
  await step('Building the FiveM resource', () =>
    withLock(join(CACHE, 'bridge-build.lock'), 'building the FiveM resource', async () => (isBuilt() ? undefined : build())),
  )
}
