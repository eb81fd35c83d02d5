import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { WithdrawnKind } from '@tenfour/contract'
import { readHistoryKey, readKept, readSecretsKey } from '../../../platform/data-folder/kept-file.ts'
import type { Config } from '../../../platform/config/config.ts'
import { AppError } from '../../../platform/errors.ts'
import { readBackup, type BackupContent } from './backup.read.ts'
import { countsOf } from './backup.preview.ts'
import { restoreHere } from './backup.machine.ts'
import { phraseOf } from './backup.seal.ts'
import { writeBackup, type Keys } from './backup.write.ts'

/** Where a command is run: what it writes to, and how it asks for a secret, if someone is there. */
export type BackupTerminal = {
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
  readonly ask?: ((question: string) => Promise<string>) | undefined
}
type BackupConfig = Pick<Config, 'dataDir' | 'apiKey' | 'historyKey' | 'secretsKey' | 'backupPassPhrase'>
/** Runs the work with the address of the database. */
type WithDatabase = (work: (url: string) => Promise<void>) => Promise<void>

const MIN_PASS_PHRASE = 12
const PROGRESS_MS = 5000

/** `backup [file]`: a backup of a portal that may be running. */
export async function makeBackup(
  config: BackupConfig,
  file: string | undefined,
  terminal: BackupTerminal,
  withDatabase: WithDatabase,
): Promise<void> {
  const keys = keysOf(config)
  const passPhrase = config.backupPassPhrase ?? (await askTwice(terminal))
  if (passPhrase.length < MIN_PASS_PHRASE) {
    throw new AppError(
      'invalid_input',
      `The pass phrase of a backup has at least ${MIN_PASS_PHRASE} characters: the keys of the portal are inside`,
    )
  }
  const path = file === undefined ? join(config.dataDir, 'backups', `tenfour-${fileTime(new Date())}.backup`) : resolve(file)
  const tell = paced(terminal)
  await withDatabase(async (url) => {
    const onProgress = ({ share, table, bytes }: { share: number; table: string; bytes: number }) =>
      tell(`${percent(share)} backed up, ${size(bytes)}: ${table}`)
    const { fileBytes, rows } = await writeBackup({ url, file: path, passPhrase, keys, onProgress })
    terminal.say(
      `${path} has ${count(rows, 'row')} in ${size(fileBytes)}. It is worth nothing without its pass phrase: keep that elsewhere`,
    )
  })
}

/** `backup check <file>`: reads the whole file, and says what is in it. */
export async function checkBackup(config: BackupConfig, file: string, terminal: BackupTerminal): Promise<void> {
  const passPhrase = await phraseFor(config, file, terminal)
  const tell = paced(terminal)
  const progress = (read: number, all: number) => tell(`${percent(read / all)} read`)
  const content = await readBackup(resolve(file), passPhrase, { progress })
  for (const line of describe(content)) terminal.say(line)
}

/** `restore <file>`: a backup into the database and the data folder of an empty portal. */
export async function restore(
  config: BackupConfig,
  file: string,
  terminal: BackupTerminal,
  url: string,
  { over, root }: { readonly over: boolean; readonly root: string | undefined },
): Promise<void> {
  const passPhrase = await phraseFor(config, file, terminal)
  const tell = paced(terminal)
  let isListMissing = false
  const { ended, setAside, hadList, withdrawn, ...content } = await restoreHere(config, {
    url,
    file: resolve(file),
    passPhrase,
    over,
    root,
    onBegin: ({ hasList }) => {
      isListMissing = !hasList
      if (isListMissing) terminal.complain(NO_LIST)
    },
    onProgress: (read, all) => tell(`${percent(read / all)} restored`),
  })
  for (const line of describe(content)) terminal.say(line)
  terminal.say('Restored. Everybody has to sign in again; links for a new password, invitations and codes have ended')
  if (setAside !== null) terminal.say(`The tables that were there before are in the schema ${setAside} of the database`)
  if (!hadList && !isListMissing) terminal.complain(NO_LIST)
  for (const { kind, name } of withdrawn) terminal.say(`${name}: ${WITHDRAWN[kind]}`)
  const waiting = [
    [ended.errands, 'errand', 'for Discord: look at them under Manage Discord, and try again what is still wanted'],
    [ended.mails, 'mail', 'wait under Admin, Health until somebody decides whether they are sent'],
    [
      ended.penalties,
      'message',
      'about fines and jail terms to game servers wait under Admin, Health until somebody decides whether they are delivered',
    ],
  ] as const
  for (const [number, noun, what] of waiting) if (number > 0) terminal.say(`${count(number, noun)} ${what}`)
  terminal.say('The roles of Discord servers follow the portal once somebody lets them, under Manage Discord')
}

const NO_LIST =
  'This machine has no list of who was disabled, barred or demoted and which keys were revoked since this backup: look through the accounts and keys after the restore'

/** Words for a loss after the backup that the restore repeats. */
const WITHDRAWN: Readonly<Record<WithdrawnKind, string>> = {
  disabled: 'disabled again',
  deleted: 'deleted again',
  barred: 'may not return again',
  roles: 'lost roles again',
  permissions: 'lost permissions again',
  departments: 'left departments again',
  rank: 'has the lower rank again',
  whitelist: 'is off a whitelist again',
  key: 'this key is revoked again',
}

/** Lines that say what a backup holds. */
export function describe({ head, parts, fileBytes }: BackupContent): string[] {
  const { tables, rows, bytes, counts } = countsOf({ parts })
  const keys = parts.filter(({ kind }) => kind === 'key').map(({ name }) => name)
  const named = counts.map(({ table, rows: many }) => `${table} ${many.toLocaleString('en')}`)
  return [
    `Made on ${head.madeAt.slice(0, 16).replace('T', ' ')} UTC by Tenfour ${head.version} (schema ${head.schema.number}) from PostgreSQL ${head.postgres}`,
    `${count(tables, 'table')} with ${count(rows, 'row')}: ${named.join(', ')}`,
    `Keys: ${keys.join(', ') || 'none'}`,
    `${size(bytes)} in a file of ${size(fileBytes)}; every checksum and every count fits`,
  ]
}

/** The keys that the portal uses. A backup without them could not be read back wholly. */
export function keysOf(config: BackupConfig): Keys & { readonly 'secrets-key': string } {
  const history = config.historyKey ?? readHistoryKey(config.dataDir)
  const secrets = config.secretsKey ?? readSecretsKey(config.dataDir)
  if (history === undefined || secrets === undefined) {
    throw new AppError(
      'not_found',
      `There are no keys to back up in ${config.dataDir}: set PORTAL_DATA_DIR to the folder of the portal, or PORTAL_HISTORY_KEY and PORTAL_SECRETS_KEY`,
    )
  }
  const api = config.apiKey ?? readKept(join(config.dataDir, 'api-key'))
  return { ...(api === undefined ? {} : { 'api-key': api }), 'history-key': history, 'secrets-key': secrets }
}

/** A backup before an upgrade may be sealed with the secrets-key of this machine. */
async function phraseFor(config: BackupConfig, file: string, terminal: BackupTerminal): Promise<string> {
  const known = [config.backupPassPhrase, config.secretsKey, readSecretsKey(config.dataDir)]
  const phrase = existsSync(file) ? await phraseOf(resolve(file), known) : undefined
  return phrase ?? config.backupPassPhrase ?? (await asked(terminal, 'Pass phrase of the backup: '))
}

function asked({ ask }: BackupTerminal, question: string): Promise<string> {
  if (ask) return ask(question)
  throw new AppError('invalid_input', 'Set PORTAL_BACKUP_PASSPHRASE to the pass phrase of the backup: nobody is there to enter it')
}

async function askTwice(terminal: BackupTerminal): Promise<string> {
  const first = await asked(terminal, 'Pass phrase of the new backup: ')
  if ((await asked(terminal, 'The same again: ')) === first) return first
  throw new AppError('invalid_input', 'The two pass phrases are not the same')
}

/** Lines of progress, a few seconds apart. */
function paced({ complain }: BackupTerminal): (line: string) => void {
  let at = Date.now()
  return (line) => {
    if (Date.now() - at < PROGRESS_MS) return
    at = Date.now()
    complain(line)
  }
}

const percent = (share: number): string => `${Math.min(99, Math.floor(share * 100))} %`
const count = (value: number, noun: string): string => `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`
const fileTime = (at: Date): string => at.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')

function size(bytes: number): string {
  const [unit, divisor] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3]
  return `${(bytes / divisor).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`
}
