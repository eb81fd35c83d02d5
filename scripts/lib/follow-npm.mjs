import { readFileSync } from 'node:fs'

/**
 * npm starts us through a shell, and neither forwards every kind of termination. So while running under npm we watch for it, and stop
 * when it is gone.
 */
export const followNpm = (stop) => {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const before = ancestors()
  setInterval(() => ancestors() !== before && stop(), 1000).unref()
}

/** Our parent's pid and, if that is only a shell (detectable on Linux), also npm's above it. */
const ancestors = () => {
  try {
    const [, flag] = readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').split('\0')
    if (flag !== '-c') return `${process.ppid}`
    const [, grandparent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'utf8')) ?? []
    return `${process.ppid} ${grandparent}`
  } catch {
    return `${process.ppid}`
  }
}
