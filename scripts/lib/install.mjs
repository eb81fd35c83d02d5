import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, ROOT, UserError } from './paths.mjs'
import { step } from './progress.mjs'
import { lastLines, run } from './run.mjs'
import { withLock } from './lock.mjs'

const MANIFESTS = [
  'package.json',
  'package-lock.json',
  'contract/package.json',
  'server/package.json',
  'web/package.json',
  'bridge/package.json',
  'e2e/package.json',
  'bench/package.json',
]
/** Installed only with development dependencies. */
const DEV_PACKAGE = 'vitest'

const stampFile = (root) => join(root, 'node_modules', '.tenfour-install.json')

/** Fingerprint of what should be installed: all package files and the platform. */
export const wantedInstall = (root = ROOT) => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const name of MANIFESTS) {
    const file = join(root, name)
    if (existsSync(file)) hash.update(`\0${name}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** npm rewrites this file at every install, so its mtime shows whether someone installed manually since. */
const treeTime = (root) => statSync(join(root, 'node_modules', '.package-lock.json'), { throwIfNoEntry: false })?.mtimeMs

const readStamp = (root) => {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8'))
  } catch {
    return undefined
  }
}

export const isInstalled = ({ dev }, root = ROOT) => {
  const stamp = readStamp(root)
  return stamp !== undefined && stamp.wanted === wantedInstall(root) && stamp.tree === treeTime(root) && (stamp.dev || !dev)
}

export const recordInstall = ({ dev }, root = ROOT) =>
  writeFileSync(stampFile(root), `${JSON.stringify({ wanted: wantedInstall(root), tree: treeTime(root), dev })}\n`)

/** Installed development packages are kept: starting the portal must not remove a developer's tools. */
export const installArguments = ({ dev }, root = ROOT) => {
  const withDev = dev || existsSync(join(root, 'node_modules', DEV_PACKAGE))
  // `npm ci` removes node_modules first, which would leave nothing to run if it then fails.
  // --no-save: an install for running or testing never changes the lock file.
  const command = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci']
  return {
    dev: withDev,
    args: [...command, '--prefer-offline', '--no-audit', '--no-fund', withDev ? '--include=dev' : '--omit=dev'],
  }
}

/** The npm that started us, or the one on the PATH. */
const npmCommand = () => {
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.[cm]?js$/.test(cli)) return { command: process.execPath, leading: [cli] }
  return process.platform === 'win32' ? { command: 'cmd', leading: ['/c', 'npm'] } : { command: 'npm', leading: [] }
}

export const ensureInstalled = async ({ dev }, out = process.stdout) => {
  if (isInstalled({ dev })) return
  await withLock(join(CACHE, 'install.lock'), 'installing packages', async () => {
    if (isInstalled({ dev })) return
    const plan = installArguments({ dev })
    rmSync(stampFile(ROOT), { force: true })
    await step(
      plan.dev ? 'Installing packages, development tools included' : 'Installing packages',
      async () => {
        const { command, leading } = npmCommand()
        const { code, output } = await run(command, [...leading, ...plan.args])
        if (code !== 0) throw new UserError(`npm could not install the packages. Its last lines:\n${lastLines(output, 20)}`)
      },
      out,
    )
    recordInstall(plan)
  })
}
