import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { handOverSignals } from './main.mjs'
import { CACHE, ROOT, fromRoot, requireNode } from './paths.mjs'

const PATIENCE = 15_000

/** Node's arguments and environment for a TypeScript entry of the server. */
export const serverCommand = (entry, args = [], env = {}) => ({
  command: requireNode(),
  args: [fromRoot(entry), ...args],
  env: { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? `${CACHE}/compile`, ...env },
})

/**
 * Runs a server entry in the foreground until it ends and resolves with its exit code.
 *
 * The server gets its own session: Ctrl-C then reaches only the starter, which passes it on once, instead of reaching the server twice
 * (from the terminal and from npm). When the starter is killed the channel closes, which tells the server to shut down.
 */
export const runPortal = (entry, { args = [], env = {} } = {}) =>
  new Promise((resolve, reject) => {
    const server = serverCommand(entry, args, env)
    const child = spawn(server.command, server.args, {
      cwd: ROOT,
      env: server.env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    })
    const stop = stopOnce(child)
    const watch = followNpm(stop)
    handOverSignals(stop)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      resolve(exitCode(code, signal))
    })
  })

const stopOnce = (child) => {
  let asked = false
  return () => {
    if (asked) return
    asked = true
    if (process.platform === 'win32') child.disconnect()
    else child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref()
  }
}

/** Runs a command-line entry of the server, which shares the terminal: it may ask questions, and Ctrl-C reaches it without our help. */
export const runTool = (entry, args) =>
  new Promise((resolve, reject) => {
    const tool = serverCommand(entry, args)
    const child = spawn(tool.command, tool.args, { cwd: ROOT, env: tool.env, stdio: 'inherit' })
    handOverSignals((signal) => signal !== 'SIGINT' && child.kill(signal))
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)))
  })

const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)

/**
 * npm starts us through a shell, and neither passes on every way of dying. So while npm runs us we watch for it: when npm is gone, the
 * portal it started goes too.
 */
const followNpm = (stop) => {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined
  const before = starters()
  return setInterval(() => starters() !== before && stop(), 1000).unref()
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
