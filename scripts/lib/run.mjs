import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from './paths.mjs'

const MAX_OUTPUT = 2_000_000
const running = new Set()
let ending = false

/** Signals a child and its descendants. The child leads its own process group, so nothing else is hit. */
const signalGroup = (child, signal) => {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/**
 * Starts a command as the leader of its own process group and collects its output.
 * `done` resolves with exit code and output and never rejects. After stopAll it never resolves, and nothing new is started, so that work in
 * progress does not continue with its next step.
 */
export const start = (command, args, { onLine, input = 'ignore', ...options } = {}) => {
  if (ending) return { done: new Promise(() => {}), stop: async () => {} }
  const child = spawn(command, args, { cwd: ROOT, detached: process.platform !== 'win32', stdio: [input, 'pipe', 'pipe'], ...options })
  running.add(child)
  let output = ''
  const append = (chunk) => {
    output = (output + chunk).slice(-MAX_OUTPUT)
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    stream.setEncoding('utf8')
    stream.on('data', append)
    if (onLine) eachLine(stream, onLine)
  }
  const done = new Promise((resolve) => {
    child.once('error', (error) => {
      running.delete(child)
      resolve({ code: 127, output: `${output}${command}: ${error.message}\n` })
    })
    child.once('close', (code) => {
      running.delete(child)
      if (!ending) resolve({ code: code ?? 1, output })
    })
  })
  return { child, done, stop: () => stop(child) }
}

export const run = (command, args, options) => start(command, args, options).done

const eachLine = (stream, onLine) => {
  let rest = ''
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) onLine(line)
  })
  stream.on('end', () => rest && onLine(rest))
}

/** Signals a child's group to end, and kills it after a while. */
const stop = async (child, { signal = 'SIGTERM', graceMs = 8000 } = {}) => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const closed = once(child, 'close')
  signalGroup(child, signal)
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs)
  await closed
  clearTimeout(timer)
}

export const stopAll = async () => {
  ending = true
  await Promise.all([...running].map((child) => stop(child)))
}

/** Last resort: nothing may outlive the script. */
process.on('exit', () => {
  for (const child of running) if (child.pid !== undefined) signalGroup(child, 'SIGKILL')
})

export const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count).join('\n')
