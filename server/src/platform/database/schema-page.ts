import type { SchemaObject } from './schema-files.ts'

/** The tables of each noun, by area. A test names tables that are missing here, and tables here that no longer exist. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  people: {
    users: 'users user_permissions staff_notes',
    departments: 'departments ranks user_departments rank_changes',
    'call-signs': 'call_sign_patterns member_call_signs',
    roles: 'role_groups roles user_roles',
    sessions: 'sessions sign_ins known_devices api_keys',
    leaves: 'leaves leave_requests',
    departures: 'departures',
    invitations: 'invitations invitation_uses',
    barred: 'bars bar_identifiers',
    players: 'player_licenses player_codes',
    mails: 'mails',
    announcements: 'announcements announcement_dismissals',
    notices: 'notices',
    'address-changes': 'address_changes',
    'steam-claims': 'steam_claims steam_nonces steam_proofs',
    'password-links': 'password_links',
    pictures: 'pictures',
    audit: 'audit',
  },
  patrols: {
    patrols: 'patrols patrol_stretches',
    presence: 'presence server_watches',
    settling: 'patrol_gaps',
    corrections: 'patrol_corrections',
    quotas: 'patrol_quotas',
  },
  dispatch: {
    board: 'streams',
    'cad-values': 'cad_values',
    calls: 'calls call_logs call_subjects call_types call_units own_calls',
    units: 'units beats',
    desk: 'pings marks',
    tones: 'tones',
    notes: 'dispatch_notes',
  },
  records: {
    history: 'record_events',
    fields: 'record_fields field_values',
    offences: 'offences offence_revisions',
    characters: 'characters character_names played_characters character_players cautions name_words name_variants',
    vehicles: 'vehicles vehicle_transfers impounds',
    weapons: 'weapons',
    licences: 'licences licence_points',
    claims: 'record_claims',
    reports: 'reports report_revisions report_events report_drafts report_numbers report_people report_vehicles report_pictures',
    penalties: 'fines jail_terms penalty_messages',
    bolos: 'bolos bolo_hits',
    lookups: 'lookups',
    imports: 'imports import_chunks import_rows import_problems import_added',
  },
  legal: { warrants: 'warrants warrant_entries warrant_chain warrant_drafts warrant_reports warrant_reviewers warrant_servers' },
  game: {
    servers: 'servers server_activity server_player_counts server_links key_refusals',
    bridge: 'bridge_events',
    tickets: 'sign_in_tickets',
    whitelist: 'whitelist_changes whitelist_entries whitelist_versions whitelist_pushes whitelist_trials',
    'server-map': 'server_maps server_map_images postals',
    tracks: 'track_blocks track_totals',
    simulation: 'simulations',
    'api-logs': 'api_logs api_log_minutes',
  },
  community: {
    discord: 'discord_connection discord_guilds discord_channels discord_roles discord_members',
    bot: 'discord_bot discord_identifies',
    errands: 'discord_errands',
    links: 'discord_links discord_link_codes discord_sign_ins discord_joining discord_preferences discord_waiting',
    entitlements: 'entitlements',
    mappings: 'discord_mappings discord_followed',
    sync: 'discord_ledger discord_nicknames discord_kept discord_runs',
    posts:
      'discord_posts discord_lines discord_pace discord_direct discord_texts discord_log_groups discord_log_choice discord_patrol_notices',
    support: 'support_tickets support_messages support_panels',
    votes: 'discord_votes discord_ballots',
    grants: 'grants',
    conduct: 'conduct_versions conduct_acceptances',
    registrations: 'registrations registration_messages registration_tokens registration_confirmations',
  },
  portal: {
    backup: 'backup_plan backups restores',
    calendar: 'calendar_zones',
    look: 'look_pictures',
    layouts: 'desktop_layouts department_layouts',
    overview: 'health_figures',
    sounds: 'sound_files',
    waiting: 'daily_mails',
    settings: 'settings portal_settings',
    schema: 'schema_migrations schema_state schema_objects',
  },
}

/** The table's area and noun, such as `people/users`. */
export const tableNouns = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(TABLES).flatMap(([area, nouns]) =>
      Object.entries(nouns).flatMap(([noun, tables]) => tables.split(' ').map((table) => [table, `${area}/${noun}`] as const)),
    ),
  )

/** The files of the server that listen to a channel of the database. */
export type Listeners = ReadonlyMap<string, readonly string[]>

const unique = (words: readonly string[]) => [...new Set(words)]
const code = (word: string) => `\`${word}\``
const codes = (words: readonly string[]) => words.map(code).join(', ')
const matches = (text: string, pattern: RegExp) => unique([...text.matchAll(pattern)].map((match) => match[1] ?? ''))

/** The tables that a function writes and the channels that it notifies, including those of the functions it calls. */
function effectsOf(
  name: string,
  functions: ReadonlyMap<string, SchemaObject>,
  seen = new Set<string>(),
): { writes: string[]; tells: string[] } {
  const body = seen.has(name) ? undefined : functions.get(name)
  if (!body) return { writes: [], tells: [] }
  seen.add(name)
  const tables = tableNouns()
  const writes = matches(body.sql, /\b(?:insert into|update|delete from) (\w+)/g).filter((table) => tables.has(table))
  const tells = matches(body.sql, /pg_notify\('(\w+)'/g)
  const called = matches(body.sql, /\b(\w+)\(/g).filter((each) => each !== name && functions.has(each))
  const deeper = called.map((each) => effectsOf(each, functions, seen))
  return {
    writes: unique([...writes, ...deeper.flatMap((each) => each.writes)]),
    tells: unique([...tells, ...deeper.flatMap((each) => each.tells)]),
  }
}

const TIMING = /\b(before|after)\s+((?:insert|update|delete|truncate|or|of|[\w, ])+?)\s+on\s+\w+/
const functionOf = ({ sql }: SchemaObject) => /execute function (\w+)\(/.exec(sql)?.[1] ?? ''

function triggerRow(trigger: SchemaObject, functions: ReadonlyMap<string, SchemaObject>): string {
  const name = functionOf(trigger)
  const { writes, tells } = effectsOf(name, functions)
  const [, timing = '', events = ''] = TIMING.exec(trigger.sql) ?? []
  const what = [functions.get(name)?.comment, trigger.comment].filter(Boolean).join(' ')
  const cells = [`${timing} ${events.replaceAll(/\s+/g, ' ')}`, code(name), what, codes(writes), codes(tells)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function tableSection(table: string, triggers: readonly SchemaObject[], functions: ReadonlyMap<string, SchemaObject>): string[] {
  if (triggers.length === 0) return []
  return [
    `#### ${table}`,
    '',
    '| when | function | what it does | writes | tells |',
    '| --- | --- | --- | --- | --- |',
    ...triggers.map((trigger) => triggerRow(trigger, functions)),
    '',
  ]
}

function areaSection([area, nouns]: [string, Readonly<Record<string, string>>], objects: readonly SchemaObject[]): string[] {
  const functions = new Map(objects.filter(({ kind }) => kind === 'function').map((each) => [each.name, each]))
  const tables = Object.values(nouns).flatMap((names) => names.split(' '))
  const triggersOf = (table: string) => objects.filter((each) => each.kind === 'trigger' && each.table === table)
  return [
    `## ${area}`,
    '',
    ...Object.entries(nouns).map(([noun, names]) => `- ${noun}: ${codes(names.split(' '))}`),
    '',
    ...tables.flatMap((table) => tableSection(table, triggersOf(table), functions)),
  ]
}

function channelsSection(objects: readonly SchemaObject[], listeners: Listeners): string[] {
  const tellers = (channel: string) => objects.filter(({ sql }) => sql.includes(`pg_notify('${channel}'`)).map(({ name }) => name)
  const channels = unique(objects.flatMap(({ sql }) => matches(sql, /pg_notify\('(\w+)'/g))).toSorted()
  return [
    '## Channels',
    '',
    '| channel | told by | heard by |',
    '| --- | --- | --- |',
    ...channels.map((channel) => `| ${code(channel)} | ${codes(tellers(channel).toSorted())} | ${codes(listeners.get(channel) ?? [])} |`),
    '',
  ]
}

function viewsSection(objects: readonly SchemaObject[]): string[] {
  const views = objects.filter(({ kind }) => kind === 'view').toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return [
    '## Views',
    '',
    '| view | file | what it holds |',
    '| --- | --- | --- |',
    ...views.map(({ name, file, comment }) => `| ${code(name)} | ${code(`${file}.sql`)} | ${comment.replaceAll('|', '\\|')} |`),
    '',
  ]
}

const HEAD = `# The database

Written by \`npm run schema\` from \`server/src/platform/database/\`; a test compares it. Tables by area and noun, then for each table the triggers that
fire on it: what they do, which tables they write (whose triggers follow in turn) and which channels of the database they tell.

## Following a change

To follow what a change leads to, look up its table, read what is written and told, and go on there. For example, **a rank changes, and a Discord
role follows**:

1. \`members\` and \`users\` update \`user_departments\`. Its triggers advance the account's version in \`users\` (\`user_part_changed\`), record the
   change of rank (\`record_rank_change\`) and bring the whitelists in line (\`membership_entitles\`).
2. The version in \`users\` tells \`portal_access\` (\`announce_access\`). Every portal hears it in \`platform/auth/access-watch.ts\` and runs each feature's
   \`access.userChanged\`.
3. The feature \`community/sync\` plans soon after (\`planSoon\` in \`sync.feature.ts\`): it compares \`discord_ledger\`, the roles that were given, with the
   view \`given_roles\`, the roles to give, and writes the differences to \`discord_ledger\` and \`discord_errands\`.
4. \`discord_errands\` tells the channel of the same name. The node that runs the bot hears it (\`community/bot/bot.lock.ts\`) and asks Discord.
`

/** The text of docs/database.md. */
export const databasePage = (objects: readonly SchemaObject[], listeners: Listeners): string =>
  [
    HEAD,
    ...channelsSection(objects, listeners),
    ...viewsSection(objects),
    ...Object.entries(TABLES).flatMap((area) => areaSection(area, objects)),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
