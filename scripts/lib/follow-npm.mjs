import { readFileSync } from 'node:fs'

/**
 * npm starts us through a shell, and neither passes on every way of dying. So while npm runs us we watch for it: when npm is gone, the
 * script it started goes too.
 */
export const followNpm = (stop) => {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const before = starters()
  setInterval(() => starters() !== before && stop(), 1000).unref()
}

/** Our parent and, if that is only the shell in between (which can be told on Linux), npm above it. */
const starters = () => {
  try {
    const [, flag] = readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').split('\0')
    if (flag !== '-c') return `${process.ppid}`
    const [, grandparent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'utf8')) ?? []
    return `${process.ppid} ${grandparent}`
  } catch {
    return `${process.ppid}`
  }
}
