import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { handOverSignals } from './main.mjs'
import { CACHE, ROOT, fromRoot, requireNode } from './paths.mjs'

const GRACE_MS = 15_000

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
    handOverSignals(stopOnce(child))
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)))
  })

const stopOnce = (child) => {
  let isStopping = false
  return () => {
    if (isStopping) return
    isStopping = true
    if (process.platform === 'win32') child.disconnect()
    else child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref()
  }
}

/** Runs a command-line entry of the server. It shares the terminal: it may prompt, and Ctrl-C reaches it directly. */
export const runTool = (entry, args) =>
  new Promise((resolve, reject) => {
    const tool = serverCommand(entry, args)
    const child = spawn(tool.command, tool.args, { cwd: ROOT, env: tool.env, stdio: 'inherit' })
    handOverSignals((signal) => signal !== 'SIGINT' && child.kill(signal))
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)))
  })

const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)
