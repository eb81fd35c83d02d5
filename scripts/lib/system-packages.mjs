import { accessSync, chmodSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { UserError } from './paths.mjs'
import { step } from './progress.mjs'
import { lastLines, run } from './run.mjs'

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const onPath = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin'].map((folder) => join(folder, name)).find(isExecutable)

const DEBIAN_POSTGRES = '/usr/lib/postgresql'

/** The folder with `initdb` and `postgres`: Debian installs them per version, outside the PATH. */
export const postgresFolder = (base = DEBIAN_POSTGRES) => {
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const folder = versions.map((version) => join(base, version, 'bin')).find((bin) => isExecutable(join(bin, 'initdb')))
  return folder ?? onPath('initdb')?.replace(/\/initdb$/, '')
}

const headlessPath = () => process.env.CHROMIUM_PATH || onPath('chromium-headless-shell')
export const chromiumPath = () => headlessPath() || onPath('chromium')
export const redisPath = () => onPath('redis-server')

const FINDERS = {
  chromium: chromiumPath,
  'chromium-headless-shell': headlessPath,
  postgresql: postgresFolder,
  'mariadb-server': () => onPath('mariadbd'),
  'redis-server': redisPath,
}

/** The headless build takes a third less CPU time for the same tests. Plain Chromium is used if it is not available. */
const LIGHTER = { chromium: 'chromium-headless-shell' }

export const missingPackages = (needed, finders = FINDERS) => needed.filter((name) => !finders[name]())

/** The packages to ask for first: all that are missing, with the lighter build in place of those it replaces. */
export const lighterPackages = (needed, finders = FINDERS) =>
  missingPackages(
    needed.map((name) => LIGHTER[name] ?? name),
    finders,
  )

const canInstall = () => process.platform === 'linux' && existsSync('/etc/debian_version') && process.getuid() === 0 && onPath('apt-get')

export const ensurePackages = async (needed, out) => {
  const lighter = canInstall() ? lighterPackages(needed) : []
  if (lighter.length > 0) await install(lighter, out).catch((error) => out.write(`${error.message}\n`))
  const missing = missingPackages(needed)
  if (missing.length === 0) return
  if (!canInstall()) {
    throw new UserError(
      `The tests need ${missing.join(', ')}: install with "sudo apt-get install ${missing.join(' ')}" or your system's equivalent, then run them again`,
    )
  }
  await install(missing, out)
  const still = missingPackages(needed)
  if (still.length > 0) throw new UserError(`${still.join(', ')} can't be found although apt-get installed it`)
}

const install = (names, out) => step(`Installing ${names.join(', ')}`, () => withoutServices(() => aptInstall(names)), out)

const aptInstall = async (names) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const attempt = async () => {
    const update = await run('apt-get', ['update', '-q'], { env })
    if (update.code !== 0) return update
    return run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], { env })
  }
  let result = await attempt()
  if (result.code !== 0) result = await attempt()
  if (result.code !== 0)
    throw new UserError(`apt-get could not install ${names.join(', ')}. Its last lines:\n${lastLines(result.output, 15)}`)
}

const POLICY = '/usr/sbin/policy-rc.d'

/** Keeps the packages from starting the system's services; the tests start their own PostgreSQL and Redis. */
const withoutServices = async (work) => {
  if (existsSync(POLICY)) return work()
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n')
  chmodSync(POLICY, 0o755)
  try {
    return await work()
  } finally {
    rmSync(POLICY, { force: true })
  }
}
