import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { userName } from '../data-folder/file-error.ts'
import { StartupError } from '../errors.ts'

export type SystemUser = { readonly uid: number; readonly gid: number; readonly needsReach: boolean }

/**
 * PostgreSQL refuses to run as root. If we are root, it runs as the owner of its folder, else as `postgres` if that user exists, else as a
 * system user we create. Undefined means the current user.
 */
export function databaseUser(folder: string, binary: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(folder) ? statSync(folder) : undefined
  const ids = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : (lookUp('postgres') ?? lookUp('tenfour') ?? makeUser())
  return { ...ids, needsReach: ![dirname(folder), dirname(binary)].every(isOpenToAll) }
}

/**
 * A copy that root made without `-a` belongs to root, and PostgreSQL could not read it. As root we may give it back to the user that it runs as. Links
 * are not followed.
 */
export function giveToDatabaseUser(folder: string, user: SystemUser | undefined, warn: (line: string) => void): void {
  if (!user || !existsSync(join(folder, 'PG_VERSION')) || statSync(folder).uid !== 0) return
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) lchownSync(join(folder, entry), user.uid, user.gid)
  chmodSync(folder, 0o700)
  // The folder itself comes last: if this is killed before, the next start repeats all of it.
  lchownSync(folder, user.uid, user.gid)
  warn(
    `${folder} belonged to root, as in a copy that root made without cp -a: it was given to ${userName(user.uid)}, as which the database runs`,
  )
}

/** How to run a command as that user. */
export function runAs(user: SystemUser | undefined, command: string, args: string[]) {
  if (!user) return { command, args, spawnOptions: {} }
  if (!user.needsReach) return { command, args, spawnOptions: { uid: user.uid, gid: user.gid } }
  // The portal is in a folder only root may enter (/root, a private temporary folder): the database still runs as its own user, with the
  // one capability it needs to traverse folders. PostgreSQL calls access() on its binaries, which honours capabilities of non-root users
  // only with this securebit.
  const reach = `+${reachCapability()}`
  return {
    command: 'setpriv',
    args: [
      '--reuid',
      String(user.uid),
      '--regid',
      String(user.gid),
      '--clear-groups',
      '--securebits',
      '+no_setuid_fixup',
      '--inh-caps',
      reach,
      '--ambient-caps',
      reach,
      '--',
      command,
      ...args,
    ],
    spawnOptions: {},
  }
}

const isOpenToAll = (folder: string): boolean => {
  for (let path = folder; ; path = dirname(path)) {
    if (existsSync(path) && (statSync(path).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Containers often drop dac_read_search and keep dac_override. */
function reachCapability(): string {
  const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  const has = (bit: number) => (BigInt(`0x${effective}`) >> BigInt(bit)) & 1n
  if (has(2)) return 'dac_read_search'
  if (has(1)) return 'dac_override'
  throw new StartupError(
    "The embedded database must not run as root and can't reach this folder: move the portal out of it or set DATABASE_URL",
  )
}

function lookUp(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function makeUser(): { uid: number; gid: number } {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'tenfour'])
  const user = lookUp('tenfour')
  if (!user) throw new StartupError('The embedded database must not run as root: start the portal as another user, or set DATABASE_URL')
  return user
}
