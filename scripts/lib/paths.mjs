import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const NEEDED_NODE = 24

export const fromRoot = (...parts) => join(ROOT, ...parts)

/** Scratch files that are worth keeping between runs and safe to delete. */
export const CACHE = fromRoot('.cache')

/**
 * The Node that runs the portal: the one locked in package.json where it is installed, else this one if it is new enough
 * (a container's own, say); undefined when there is neither.
 */
export const findNode = (running = process.versions.node, root = ROOT) => {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const locked = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(locked)) return locked
  return Number.parseInt(running, 10) >= NEEDED_NODE ? process.execPath : undefined
}

export const requireNode = () => {
  const node = findNode()
  if (node) return node
  throw new UserError(
    `Tenfour needs Node ${NEEDED_NODE} or newer and has no copy of it for ${process.platform} ${process.arch}: install it from https://nodejs.org`,
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
