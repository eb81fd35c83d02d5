import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Whether other users can reach a folder, as the database user must when the tests run as root. */
export const isReachable = (folder) => {
  if ((statSync(folder).mode & 0o001) === 0) return false
  return dirname(folder) === folder || isReachable(dirname(folder))
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/** Programs can't be started from a file system that is mounted so, and some tests start theirs from their own folder. */
const isNoExec = () => /^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readProc('self', 'mounts'))

/** Databases of the tests have 1,200 files each: making and dropping them takes a disk much longer than memory. */
const hasMemory = () => {
  if (!existsSync(MEMORY) || isNoExec()) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH_BYTES
}

/** A killed run leaves its folder in memory, where nothing else removes it. */
const removeLeft = () => {
  for (const name of readdirSync(MEMORY)) {
    const pid = /^tenfour-run-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    const isOurs = statSync(join(MEMORY, name)).uid === process.getuid()
    if (isOurs) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

const findCandidates = () => {
  const onDisk = [tmpdir(), '/tmp', '/var/tmp']
  if (!hasMemory()) return onDisk
  removeLeft()
  return [MEMORY, ...onDisk]
}

/**
 * A folder for everything one test run writes outside the repository. Its name identifies the run: every process of the run has it in its
 * environment or arguments, so that leftover processes can be recognised.
 */
export const openRunFolder = (candidates = findCandidates()) => {
  const base = candidates.find((folder) => process.platform === 'win32' || isReachable(folder)) ?? tmpdir()
  const path = mkdtempSync(join(base, `tenfour-run-${process.pid}-`))
  chmodSync(path, 0o711)
  const temporary = join(path, 'tmp')
  mkdirSync(temporary)
  chmodSync(temporary, 0o1777)
  return {
    path,
    env: { TMPDIR: temporary, TENFOUR_TEST_RUN: basename(path) },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}

const readProc = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // Ended meanwhile, or not readable for us.
    return ''
  }
}

/** Processes of the run that are still alive (Linux only; empty elsewhere). */
const processesOf = (run) => {
  if (process.platform !== 'linux') return []
  const name = basename(run.path)
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => readProc(pid, 'environ').includes(`TENFOUR_TEST_RUN=${name}`) || readProc(pid, 'cmdline').includes(run.path))
    .map(Number)
}

const describe = (pid) => readProc(pid, 'cmdline').replaceAll('\0', ' ').trim() || `process ${pid}`

const signal = (pid, name) => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Kills processes left over by the run, after a grace period, and returns what they were. */
export const endLeftovers = async (run, { grace = 3000 } = {}) => {
  for (const deadline = Date.now() + grace; Date.now() < deadline && processesOf(run).length > 0;) await delay(100)
  const left = processesOf(run)
  const descriptions = left.map(describe)
  for (const pid of left) signal(pid, 'SIGTERM')
  for (const deadline = Date.now() + 3000; Date.now() < deadline && processesOf(run).length > 0;) await delay(100)
  for (const pid of processesOf(run)) signal(pid, 'SIGKILL')
  return descriptions
}
