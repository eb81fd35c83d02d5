import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const MAX_HOLD_MS = 15 * 60_000

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const tryTake = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The pid that holds the lock, or undefined if it died without releasing it; -1 if unknown. */
const holder = (file) => {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    const age = Date.now() - statSync(file).mtimeMs
    // Just created and not written yet: another process is taking it right now.
    if (!pid) return age < 5000 ? -1 : undefined
    return age < MAX_HOLD_MS && isAlive(pid) ? pid : undefined
  } catch (error) {
    if (error.code === 'ENOENT') return -1
    throw error
  }
}

/** Removes a dead process's lock. Renaming first ensures that only one of several processes succeeds. */
const setAside = (file) => {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    rmSync(aside, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Runs `work` while holding the lock `file`; waits if another process has it, and prints that it waits. */
export const withLock = async (file, purpose, work) => {
  mkdirSync(dirname(file), { recursive: true })
  let hasPrinted = false
  while (!tryTake(file)) {
    if (holder(file) === undefined) setAside(file)
    else {
      if (!hasPrinted) process.stdout.write(`… waiting for another run that is ${purpose}\n`)
      hasPrinted = true
      await delay(200)
    }
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    release()
    process.off('exit', release)
  }
}
