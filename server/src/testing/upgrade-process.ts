import { readSchema, type Migration } from '../platform/database/schema-files.ts'
import { upgradeDatabase } from '../run.upgrade.ts'

/** Migrations of a version that does not exist yet. The third one takes a while. */
export const LATER: readonly Migration[] = [
  'alter table users add column upgrade_one integer not null default 1',
  'update users set upgrade_one = 2',
  'select pg_sleep(0.1)',
  'create table upgrade_made as select id from users',
].map((sql, at) => ({ number: 9001 + at, name: `upgrade_${at + 1}`, sql, sha256: `${at}`.repeat(64) }))

export const laterSchema = () => {
  const schema = readSchema()
  return { ...schema, migrations: [...schema.migrations, ...LATER], number: schema.number + 1000 }
}

/** Upgrades a database in a process of its own, which kills itself a moment after the upgrade has come that far. */
if (process.argv[1] === import.meta.filename) {
  const [url = '', dataDir = '', secretsKey = '', step, share, after] = process.argv.slice(2)
  await upgradeDatabase({
    url,
    dataDir,
    keys: () => ({ 'history-key': 'h'.repeat(40), 'secrets-key': secretsKey }),
    passPhrase: undefined,
    backsUp: true,
    schema: laterSchema(),
    onProgress: (progress) => {
      if (progress.step !== step || progress.share < Number(share)) return
      if (after === '0') process.kill(process.pid, 'SIGKILL')
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(after))
    },
  })
}
