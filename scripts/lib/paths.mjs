import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The first Node that runs TypeScript natively. */
const MIN_NODE = [22, 18]

export const fromRoot = (...parts) => join(ROOT, ...parts)

/** Files worth keeping between runs, but safe to delete. */
export const CACHE = fromRoot('.cache')

const isNewEnough = (version) => {
  const [major, minor] = version.split('.').map(Number)
  return major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])
}

const runtimePackage = (root, { platform, arch }) => {
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const file = join(root, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(file) ? file : undefined
}

/**
 * The Node that runs the portal: the one locked in package.json, otherwise this one if it is new enough (such as a container's own).
 * There is no current package for macOS on arm64, but the x64 one works there if installed. Undefined if there is none.
 */
export const findNode = (running = process.versions.node, root = ROOT, machine = process) => {
  const locked = runtimePackage(root, machine)
  if (locked) return locked
  if (isNewEnough(running)) return process.execPath
  return machine.platform === 'darwin' ? runtimePackage(root, { platform: 'darwin', arch: 'x64' }) : undefined
}

export const requireNode = () => {
  const node = findNode()
  if (node) return node
  throw new UserError(
    `Tenfour needs Node ${MIN_NODE.join('.')} or newer and has no copy of it for ${process.platform} ${process.arch}: install Node 24 from https://nodejs.org`,
  )
}

/** Environment in which child processes find this repository's tools and `node` first. */
export const toolEnv = (extra = {}) => ({
  ...process.env,
  PATH: [fromRoot('node_modules', '.bin'), process.env.PATH].join(delimiter),
  ...extra,
})

/** An error the user can fix; shown as one line without a stack. */
export class UserError extends Error {}
