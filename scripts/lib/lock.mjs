import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const LONGEST_HOLD = 15 * 60_000

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

/** The process that holds the lock, or undefined when it died without giving it back. */
const holder = (file) => {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    const age = Date.now() - statSync(file).mtimeMs
    // Just created and not yet written to: someone is taking it this very moment.
    if (!pid) return age < 5000 ? -1 : undefined
    return age < LONGEST_HOLD && isAlive(pid) ? pid : undefined
  } catch (error) {
    if (error.code === 'ENOENT') return -1
    throw error
  }
}

/** Sets a dead process's lock aside. Renaming first means that of two who try, one gets it. */
const setAside = (file) => {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    rmSync(aside, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Runs `work` while no other process on this machine holds the lock `file`; waits for its turn and says so. */
export const withLock = async (file, purpose, work) => {
  mkdirSync(dirname(file), { recursive: true })
  let said = false
  while (!tryTake(file)) {
    if (holder(file) === undefined) setAside(file)
    else {
      if (!said) process.stdout.write(`… waiting for another run that is ${purpose}\n`)
      said = true
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
