import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
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

const MS_PER_TICK = 10

/** Processor time of all children that have ended, and of theirs; undefined where Linux does not tell. */
const endedChildrenMs = () => {
  if (process.platform !== 'linux') return undefined
  // The name, in parentheses, may contain spaces; the fields after it start with the third.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
  return (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK
}

let countedMs = endedChildrenMs()

/** Processor time of the child that has just ended, with all its descendants that have ended too. */
const takeProcessorMs = () => {
  const now = endedChildrenMs()
  if (now === undefined) return undefined
  const taken = now - countedMs
  countedMs = now
  return taken
}

/** Lets others go first. Where Linux schedules sessions as groups, a process's own priority counts inside its group only. */
const lowerPriority = (pid) => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
    writeFileSync(`/proc/${pid}/autogroup`, '10')
  } catch {
    // The process has ended, or the system has no such groups.
  }
}

/**
 * Starts a command as the leader of its own process group and collects its output.
 * `done` resolves with exit code, output and processor time and never rejects. After stopAll it never resolves, and nothing new is started, so that work in
 * progress does not continue with its next step.
 */
export const start = (command, args, { onLine, onOutput, input = 'ignore', isLowPriority = false, ...options } = {}) => {
  if (ending) return { done: new Promise(() => {}), stop: async () => {} }
  const child = spawn(command, args, { cwd: ROOT, detached: process.platform !== 'win32', stdio: [input, 'pipe', 'pipe'], ...options })
  running.add(child)
  if (isLowPriority && child.pid !== undefined) lowerPriority(child.pid)
  let processorMs
  child.once('exit', () => (processorMs = takeProcessorMs()))
  let output = ''
  const append = (chunk) => {
    output = (output + chunk).slice(-MAX_OUTPUT)
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    stream.setEncoding('utf8')
    stream.on('data', append)
    if (onOutput) stream.on('data', onOutput)
    if (onLine) eachLine(stream, onLine)
  }
  const done = new Promise((resolve) => {
    child.once('error', (error) => {
      running.delete(child)
      resolve({ code: 127, output: `${output}${command}: ${error.message}\n` })
    })
    child.once('close', (code) => {
      running.delete(child)
      if (!ending) resolve({ code: code ?? 1, output, processorMs })
    })
  })
  return { child, done, stop: () => stop(child), processorMs: () => processorMs }
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

/** Runs a command, and stops it once it has printed nothing for so long that it must hang, however busy the machine is. */
export const runWatched = async (command, args, { maxSilenceMs, ...options }) => {
  let isHanging = false
  const onSilence = () => {
    isHanging = true
    void started.stop()
  }
  const watch = setTimeout(onSilence, maxSilenceMs)
  const started = start(command, args, { ...options, onOutput: () => watch.refresh() })
  const result = await started.done
  clearTimeout(watch)
  if (!isHanging) return result
  return { ...result, code: 1, output: `${result.output}\nStopped: it has printed nothing for ${maxSilenceMs / 60_000} minutes\n` }
}

/** Last resort: nothing may outlive the script. */
process.on('exit', () => {
  for (const child of running) if (child.pid !== undefined) signalGroup(child, 'SIGKILL')
})

export const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count).join('\n')
