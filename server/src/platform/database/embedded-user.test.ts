import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findBinaries } from './embedded-binaries.ts'
import { databaseUser, runAs } from './embedded-user.ts'

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)(
  'as root, the database runs as another user even where only root may enter: binaries and data in a private folder',
  async () => {
    const { initdb } = await findBinaries()
    const folder = mkdtempSync(join(tmpdir(), 'tenfour-private-'))
    try {
      chmodSync(folder, 0o700)
      const native = dirname(dirname(initdb))
      execFileSync('cp', ['-a', native, folder])
      const binary = join(folder, basename(native), 'bin', 'initdb')
      const data = join(folder, 'data')
      const user = databaseUser(join(data, 'postgres'), binary)
      expect(user).toMatchObject({ needsReach: true })
      mkdirSync(data)
      chmodSync(data, 0o777)
      const { command, args, spawnOptions } = runAs(user, binary, [
        '-D',
        join(data, 'postgres'),
        '-U',
        'portal',
        '--auth=trust',
        '--no-sync',
      ])
      expect(execFileSync(command, args, { ...spawnOptions, encoding: 'utf8' })).toContain('Success')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test.runIf(!isRoot)('as anyone else, the database runs as ourselves', () => {
  expect(databaseUser('/nowhere', '/bin/true')).toBeUndefined()
})
