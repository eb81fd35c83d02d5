import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  EmailAddress,
  MAX_HISTORY_PROBLEMS,
  Password,
  PASSWORD_LINK_PATH,
  Permission,
  readNotedEnd,
  UserName,
  type HistoryProblem,
} from '@tenfour/contract'
import { z } from 'zod'
import { runBackup, runExport, runRestore, type RestoreOptions } from './cli.backup.ts'
import { UsageError, withDatabase, type Terminal } from './cli.terminal.ts'
import { checkHistory } from './features/legal/warrants/history/warrants.check-all.ts'
import { historyEndFile, notedEndProblem } from './features/legal/warrants/history/warrants.kept-end.ts'
import { keysOf } from './features/portal/backup/backup.command.ts'
import { readReport } from './features/portal/overview/overview.report.ts'
import { makeLinkAtConsole } from './features/people/password-links/password-links.service.ts'
import { addRole, createUser, resetPassword, setDisabled } from './features/people/users/users.service.ts'
import { issueKey, listKeys, revokeKey, type KeyKind } from './platform/auth/api-keys.ts'
import { linkTo } from './platform/auth/link-codes.ts'
import { readConfig } from './platform/config/config.ts'
import { fileReason } from './platform/data-folder/file-error.ts'
import { readHistoryKey } from './platform/data-folder/kept-file.ts'
import { openDatabase, type Db } from './platform/database/database.ts'
import { databaseOutage } from './platform/database/trouble.ts'
import { AppError, StartupError } from './platform/errors.ts'
import { upgradeDatabase } from './run.upgrade.ts'

const HELP = `Usage: npm run portal -- <command> [options]

  user create      --email <address> --name <name> [--password <password>] [--steam-hex <hex>]
                   [--role <name>]... [--department <NAME[:rank][:primary]>]... [--permission <NAME>]...
                   Creates an account. Without --password one is made up and shown.
  user reset-password --email <address> [--password <password>]
                   Sets a new password and ends every session of the account.
  user reset       <address>
                   Creates a link with which the member sets a new password, once, within an hour.
  user disable     --email <address>    Refuses the account and ends its sessions.
  user enable      --email <address>
  user add-role    --email <address> --role <name>
  key issue        --kind <integration|server|display> --name <what it is for> [--server <number>]
                   Issues an API key and shows it, once. A game server's key is for the server of that number.
  key list         Lists the keys, never the keys themselves.
  key revoke       --id <number>
  warrants check   [--noted <text>]
                   Checks the sealed history of warrants, and ends with code 1 if it is not as it was written. With --noted it is
                   also compared with what the portal posted in Discord, or showed someone, before.
  backup           [<file>]
                   Writes the database and the keys into one new file, encrypted with a pass phrase, which is asked for or is in
                   PORTAL_BACKUP_PASSPHRASE. Without a name the file is made in the folder backups of the data folder.
  backup check     <file>
                   Reads the whole backup, compares every checksum and count, and says what is in it.
  restore          <file> [--over] [--fresh] [--root <address>]
                   Restores a backup into the database and the data folder of a portal that is stopped and has no accounts. With --over
                   the tables of a portal that has some are set aside first; with --fresh the files of an embedded database that no
                   longer starts. --root names an account that becomes Root, where no Root of the backup is one today.
  export           <folder or file.zip>
                   Writes everything as JSON lines, CSV and pictures, without secrets, so that other programs can read it.
  report           [<file>]
                   Writes a file for those who help: versions, health, settings and last errors, without secrets.
  migrate          Brings the database up to date and says what it did. A database in use is backed up first, into the folder
                   backups of the data folder; PORTAL_UPGRADE_BACKUP=off leaves that out.
  bot              Runs the Discord bot alone, until it is stopped, beside portals that have PORTAL_BOT=off.
                   They have to be running, or DATABASE_URL set.

It works beside a running portal as well as without one, with the same configuration (environment or .env).`

/** Nobody is signed in on the command line: the audit attributes these changes to the portal. */
const atConsole = {}
type Options = Readonly<Record<string, string | string[] | undefined>>
const COMMANDS: Readonly<Record<string, (db: Db, options: Options, terminal: Terminal) => Promise<string>>> = {
  'user create': async (db, options) => {
    const { email, name, password, isMade } = { ...parse(NewUser, options), ...passwordOf(options) }
    const rest = parse(NewUserOptions, options)
    await db.transaction().execute((tx) =>
      createUser(tx, atConsole, {
        name,
        emailAddress: email,
        password,
        steamId: rest['steam-hex'],
        roles: rest.role,
        departments: rest.department,
        permissions: rest.permission,
      }),
    )
    return `Created ${name} <${email}>${isMade ? ` with the password ${password}` : ''}`
  },
  'user reset-password': async (db, options) => {
    const { email, password, isMade } = { ...parse(ByEmail, options), ...passwordOf(options) }
    await resetPassword(db, atConsole, email, password)
    return `The password of ${email} is ${isMade ? `now ${password}` : 'set'}; its sessions have ended`
  },
  'user reset': async (db, options, { env }) => {
    const { email } = parse(ByEmail, options)
    const code = await makeLinkAtConsole(db, email)
    const link = linkTo(readConfig(env).portalUrl, PASSWORD_LINK_PATH, code) ?? `${PASSWORD_LINK_PATH}#${code} at the address of the portal`
    return `Give ${email} this link. It works once, within an hour, and ends every session of the account:\n${link}`
  },
  'user disable': async (db, options) => {
    const { email } = parse(ByEmail, options)
    await setDisabled(db, atConsole, email, true)
    return `${email} is disabled; its sessions have ended`
  },
  'user enable': async (db, options) => {
    const { email } = parse(ByEmail, options)
    await setDisabled(db, atConsole, email, false)
    return `${email} is enabled`
  },
  'user add-role': async (db, options) => {
    const { email, role } = parse(ByEmail.extend({ role: z.array(z.string()).length(1) }), options)
    await addRole(db, atConsole, email, role[0] ?? '')
    return `${email} now has the role ${role[0]}`
  },
  'key issue': async (db, options) => {
    const { kind, name } = parse(z.object({ kind: z.enum(['integration', 'server', 'display']), name: z.string().min(1) }), options)
    if (kind === 'integration') return issueKey(db, atConsole, kind satisfies KeyKind, name)
    const { server } = parse(z.object({ server: z.coerce.number('say which server it is for').pipe(z.int()) }), options)
    const known = await db.selectFrom('servers').select('id').where('id', '=', server).where('retired_at', 'is', null).executeTakeFirst()
    if (!known) throw new AppError('not_found', `There is no server ${server}`)
    return issueKey(db, atConsole, kind satisfies KeyKind, name, server)
  },
  'key list': async (db) => {
    const keys = await listKeys(db)
    const line = ({ id, kind, name, server_id, expires_at, revoked_at }: (typeof keys)[number]) => [
      `${id}\t${kind}\t${name}`,
      ...(server_id === null ? [] : [`server ${server_id}`]),
      ...(revoked_at ? ['revoked'] : expires_at ? [`until ${expires_at.toISOString()}`] : []),
    ]
    return keys.map((key) => line(key).join('\t')).join('\n')
  },
  'key revoke': async (db, options) => {
    const { id } = parse(z.object({ id: z.coerce.number().pipe(z.int()) }), options)
    if (!(await revokeKey(db, atConsole, id))) throw new AppError('not_found', `There is no valid key ${id}`)
    return `Key ${id} is revoked`
  },
  'warrants check': (db, { noted }, terminal) => checkWarrants(db, terminal, noted),
}

async function checkWarrants(db: Db, { env, say, complain }: Terminal, noted: Options[string]): Promise<string> {
  const key = historyKey(env)
  const endFile = historyEndFile(readConfig(env).dataDir)
  const problems: HistoryProblem[] = []
  if (typeof noted === 'string') {
    const end = readNotedEnd(noted)
    if (!end) throw new UsageError('--noted has no number of entries with a seal of 64 letters and digits')
    const what = await notedEndProblem(db, end)
    if (what !== undefined) problems.push({ entry: end.entries, warrant: null, what })
  }
  for (let after = 0; ;) {
    const { checkedTo, entries, isDone, problems: found, restores } = await checkHistory(db, key, after, { endFile })
    for (const { entry, at, madeAt } of restores)
      say(`Entry ${count(entry)}: the backup of ${minute(madeAt)} was restored on ${minute(at)}`)
    problems.push(...found.slice(0, MAX_HISTORY_PROBLEMS - problems.length))
    const isFull = problems.length === MAX_HISTORY_PROBLEMS
    if (!isDone && !isFull) complain(`${count(checkedTo)} of ${count(entries)} entries checked`)
    after = checkedTo
    if (!isDone && !isFull) continue
    if (problems.length === 0) return `${count(entries)} ${entries === 1 ? 'entry' : 'entries'}, unbroken`
    for (const problem of problems) say(problemLine(problem))
    const total = problems.length === 1 ? '1 problem' : `${isFull ? 'at least ' : ''}${problems.length} problems`
    throw new AppError('conflict', `The history of warrants is not as it was written: ${total}`)
  }
}

const count = (value: number): string => value.toLocaleString('en')
const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

function problemLine({ entry, warrant, what }: HistoryProblem): string {
  const where = [
    ...(entry > 0 ? [`entry ${count(entry)}`] : []),
    ...(warrant ? [warrant.number, ...(warrant.step > 0 ? [`step ${warrant.step}`] : [])] : []),
  ]
  return `${where.join(', ')}: ${what}`
}

/** Finds the web client's key that the portal uses. A newly made one would not match. */
function historyKey(env: NodeJS.ProcessEnv): Buffer {
  const config = readConfig(env)
  const key = config.historyKey ?? readHistoryKey(config.dataDir)
  if (key !== undefined) return Buffer.from(key)
  throw new StartupError(
    `There is no key to check with: set PORTAL_HISTORY_KEY, or PORTAL_DATA_DIR to the folder with the portal's history-key`,
  )
}

const ByEmail = z.object({ email: EmailAddress })
const NewUser = ByEmail.extend({ name: UserName })
const NewUserOptions = z.object({
  'steam-hex': z.string().optional(),
  role: z.array(z.string()).default([]),
  department: z.array(z.string().transform(parseDepartment)).default([]),
  permission: z.array(Permission).default([]),
})

/** A membership: `LSPD`, `LSPD:primary`, `LSPD:Officer II` or `LSPD:Officer II:primary`. */
function parseDepartment(text: string) {
  const [name = '', ...rest] = text.split(':')
  return { name, rank: rest.find((part) => part !== 'primary'), isPrimary: rest.includes('primary') }
}

function passwordOf(options: Options): { password: string; isMade: boolean } {
  if (options['password'] === undefined) return { password: randomBytes(12).toString('base64url'), isMade: true }
  return { password: parse(z.object({ password: Password }), options).password, isMade: false }
}

function parse<T extends z.ZodType>(schema: T, options: Options): z.output<T> {
  const result = schema.safeParse(options)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new UsageError(`--${String(issue?.path[0])}: ${issue?.message}`)
}

async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  const { say, complain } = terminal
  const { values, positionals } = readArguments(args)
  const { name, options } = readCommand(positionals, values)
  if (values.help || name === '' || name === 'help') return say(HELP)
  if (positionals[0] === 'backup') return runBackup(positionals.slice(1), terminal)
  if (positionals[0] === 'restore') return runRestore(positionals.slice(1), values, terminal)
  if (positionals[0] === 'export') return runExport(positionals.slice(1), terminal)
  if (positionals[0] === 'report') return runReport(positionals.slice(1), terminal)
  if (name === 'bot') return (await import('./run.bot.ts')).runBot()
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command && name !== 'migrate') throw new UsageError(`there is no command ${name}`)
  const config = readConfig(terminal.env)
  await withDatabase(terminal, async (url) => {
    const applied = await upgradeDatabase({
      url,
      dataDir: config.dataDir,
      keys: () => keysOf(config),
      passPhrase: config.backupPassPhrase,
      backsUp: config.backsUpUpgrades,
    })
    if (!command) return say(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date')
    const database = openDatabase(url, complain, 2)
    try {
      say(await command(database.db, options, terminal))
    } finally {
      await database.close()
    }
  })
}

/** Like a backup, a report does not bring the database up to date. */
async function runReport([name, ...rest]: readonly string[], terminal: Terminal): Promise<void> {
  if (rest.length > 0) throw new UsageError('name one file')
  const { dataDir } = readConfig(terminal.env)
  const file = resolve(name ?? `tenfour-report-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.json`)
  if (existsSync(file)) throw new AppError('conflict', `${file} exists: name another file`)
  await withDatabase(terminal, async (url) => {
    const database = openDatabase(url, terminal.complain, 2)
    try {
      const report = await readReport(database.db, terminal.env, dataDir)
      await writeFile(file, `${JSON.stringify(report, null, 2)}\n`, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
        throw new AppError('unavailable', `${file} can’t be written: ${fileReason(error)}`)
      })
    } finally {
      await database.close()
    }
  })
  terminal.say(`${file} has versions, health, settings and the last errors, without secrets. Look through it before you send it to anyone`)
}

/** A command of two words; an address may follow without `--email`. */
function readCommand([area = '', verb = '', address, ...rest]: readonly string[], values: Options) {
  if (area !== 'user' || address === undefined || rest.length > 0) {
    return { name: [area, verb, address ?? [], rest].flat(2).filter(Boolean).join(' '), options: values }
  }
  return { name: `${area} ${verb}`, options: { email: address, ...values } }
}

function readArguments(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const list = { type: 'string', multiple: true } as const
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        email: text,
        name: text,
        password: text,
        'steam-hex': text,
        role: list,
        department: list,
        permission: list,
        kind: text,
        server: text,
        id: text,
        noted: text,
        over: { type: 'boolean' },
        fresh: { type: 'boolean' },
        root: text,
      },
    }) as { values: Options & { help?: boolean } & RestoreOptions; positionals: string[] }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Runs one command, and returns the exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const { complain } = terminal
  try {
    await run(args, terminal)
    return 0
  } catch (error) {
    const isExpected = error instanceof UsageError || error instanceof AppError || error instanceof StartupError
    if (isExpected) complain(error.message)
    else if (databaseOutage(error) !== undefined) complain(`The database can't do this now: ${error instanceof Error ? error.message : ''}`)
    else complain(error instanceof Error ? (error.stack ?? error.message) : String(error))
    if (error instanceof UsageError) complain('npm run portal -- --help explains')
    return 1
  }
}
