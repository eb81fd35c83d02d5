import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from './paths.mjs'
import { lastLines, run } from './run.mjs'
import { postgresFolder } from './system-packages.mjs'

const OPTIONS = ['--no-owner', '--no-privileges', '--rows-per-insert=50', '--exclude-schema=graphile_worker']

const tool = async (name, args) => {
  const { code, output } = await run(join(postgresFolder(), name), args, { env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } })
  if (code !== 0) throw new Error(`${name} failed:\n${lastLines(output, 20)}`)
  return output
}

/** Runs one statement and returns its rows, one a line. */
export const query = async (url, sql) =>
  (await tool('psql', ['-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', sql])).trim()

/** Cuts the rows of a database down to a sample without secrets. */
export const trimRows = (url) => tool('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', url, '-f', fromRoot('scripts/lib/trim-rows.sql')])

/** Writes a database as SQL that any client can run: without the commands of psql, and without the headings of pg_dump. */
export const dumpDatabase = async (url, file) => {
  await tool('pg_dump', [...OPTIONS, '-d', url, '-f', file])
  const dump = readFileSync(file, 'utf8')
    .replaceAll(/\n*^--\n-- (?:Name|Data for Name): .*\n--\n\n/gm, '\n\n')
    .replaceAll(/^--\n-- PostgreSQL database dump(?: complete)?\n--\n/gm, '')
    .replaceAll(/^\\(?:un)?restrict .*\n/gm, '')
    .replaceAll(/^COMMENT ON EXTENSION .*;\n+/gm, '')
  writeFileSync(file, `${dump.trim()}\n`)
}
