import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../platform/config/config.ts'
import { readKept, readSecretsKey, setAside, writeKept } from '../../../platform/data-folder/kept-file.ts'
import { AppError } from '../../../platform/errors.ts'
import { historyEndFile, readKeptEnd } from '../../legal/warrants/warrants.port.ts'
import { restoreBackup, type Restored, type RestoreOptions } from './backup.restore.ts'
import { readKeptStanding, type Standing } from './backup.standing.ts'
import type { Keys } from './backup.write.ts'

type MachineConfig = Pick<Config, 'dataDir' | 'historyKey' | 'secretsKey'>

/** The list of who has access that this machine keeps outside the database. An empty portal has nobody to list. */
export function standingHere({ dataDir, secretsKey }: MachineConfig): Standing | undefined {
  const kept = readKeptStanding(dataDir, [secretsKey, readSecretsKey(dataDir)])
  return kept && kept.users.length > 0 ? kept : undefined
}

/** Restores a backup with what this machine keeps outside the database: who has access, the end of the history of warrants, and the keys. */
export const restoreHere = (
  config: MachineConfig,
  options: Omit<RestoreOptions, 'keepKeys' | 'standing' | 'replaced'>,
): Promise<Restored> =>
  restoreBackup({
    ...options,
    keepKeys: (keys) => keepKeys(config, keys),
    standing: standingHere(config),
    replaced: readKeptEnd(historyEndFile(config.dataDir)).kept,
  })

/** The keys of the backup in the data folder. Others that are there are kept beside them; a key in the environment has to be the same. */
function keepKeys(config: MachineConfig, keys: Keys): void {
  const given = { 'api-key': undefined, 'history-key': config.historyKey, 'secrets-key': config.secretsKey }
  const variables = { 'api-key': '', 'history-key': 'PORTAL_HISTORY_KEY', 'secrets-key': 'PORTAL_SECRETS_KEY' }
  const names = Object.keys(keys) as (keyof Keys)[]
  const other = names.find((name) => given[name] !== undefined && given[name] !== keys[name])
  if (other !== undefined) {
    throw new AppError(
      'conflict',
      `${variables[other]} is not the ${other} of the backup: take it out of the environment. Nothing was changed`,
    )
  }
  mkdirSync(config.dataDir, { recursive: true })
  for (const name of names) {
    const path = join(config.dataDir, name)
    const kept = readKept(path)
    if (kept === keys[name]) continue
    if (kept !== undefined) setAside(path, 'before-restore')
    writeKept(path, `${keys[name]}\n`)
  }
  // The end of another history, or of a later state of this one.
  const end = join(config.dataDir, 'history-end.json')
  if (existsSync(end)) setAside(end, 'before-restore')
}
