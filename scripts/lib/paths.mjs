import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The first Node that runs TypeScript as it stands. */
const MIN_NODE = [22, 18]

export const fromRoot = (...parts) => join(ROOT, ...parts)

/** Scratch files that are worth keeping between runs and safe to delete. */
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
 * The Node that runs the portal: the one locked in package.json, else this one if it is new enough (a container's own, say).
 * There is no current package for macOS on arm64: the x64 one runs there too, if it was installed. Undefined when there is none.
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

/** The environment in which a script's child finds the tools of this repository and the right `node` first. */
export const toolEnv = (extra = {}) => ({
  ...process.env,
  PATH: [fromRoot('node_modules', '.bin'), process.env.PATH].join(delimiter),
  ...extra,
})

/** Something the person at the keyboard can put right; shown as one line, without a stack. */
export class UserError extends Error {}
