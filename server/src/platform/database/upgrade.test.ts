import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Member, UserRecord } from '@tenfour/contract'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { compareSchemas, snapshotSchema, type SchemaSnapshot } from '../../testing/schema-snapshot.ts'
import { withClient } from '../../testing/test-database.ts'
import { isFull } from '../../testing/test-length.ts'
import { PASSWORD, startTestPortal } from '../../testing/test-portal.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

/** Databases that earlier versions made, each with some rows of the demo. Their names begin with the newest migration they ran. */
const FOLDER = fileURLToPath(new URL('./dumps/', import.meta.url))
const all = readdirSync(FOLDER).map((file) => ({ file, newest: Number(file.slice(0, 4)), commit: file.slice(5, -4) }))
/** The system's PostgreSQL upgrades only the oldest and the newest dump, and all of them with TEST_FULL. */
const dumps = isFull || process.env['TEST_DATABASE_URL'] === undefined ? all : all.filter((each) => each === all[0] || each === all.at(-1))
type Dump = (typeof dumps)[number]

type MeantChange = {
  readonly table: string
  /** The migration that changes these rows in every database that has not run it yet, */
  readonly since?: number
  /** or the commits whose databases the repair changes. */
  readonly repairs?: readonly string[]
  readonly why: string
  /** Rows are added, and all earlier ones stay. */
  readonly adds?: true
  /** These columns get other values. */
  readonly without?: readonly string[]
  /** The rows are made again from others. */
  readonly anew?: true
  /** The table's name from then on. */
  readonly becomes?: string
}

/** Rows that upgrades are meant to change. All other rows stay as they are. */
const MEANT: readonly MeantChange[] = [
  { table: 'schema_migrations', since: Infinity, adds: true, why: 'each migration is listed' },
  { table: 'schema_state', since: Infinity, anew: true, why: 'it says what the database is now' },
  { table: 'schema_objects', since: Infinity, anew: true, why: 'the objects of this version are listed' },
  { table: 'streams', since: 30, adds: true, why: 'settings have a stream' },
  { table: 'patrol_statuses', since: 44, adds: true, becomes: 'patrol_stretches', why: 'a patrol begins with a stretch' },
  { table: 'settings', since: 69, adds: true, why: 'the name of the community is a setting' },
  {
    table: 'whitelist_versions',
    since: 90,
    without: ['version'],
    why: 'servers are brought the whole list, which names members by more than Steam',
  },
  { table: 'portal_settings', since: 69, anew: true, why: 'the name has moved, and the checklist of a new portal is put away' },
  {
    table: 'entitlements',
    repairs: ['3d653f15', '929d5508', 'f4b50f0a', 'a109b08b'],
    adds: true,
    why: '0051 did not yet give the whitelist to ride-alongs',
  },
  { table: 'discord_lines', repairs: ['3d653f15', '929d5508'], without: ['target'], why: '0049 did not yet name the kind of a log' },
  { table: 'discord_pace', repairs: ['3d653f15', '929d5508'], without: ['target'], why: '0049 did not yet name the kind of a log' },
  {
    table: 'field_values',
    repairs: ['28ba4ef3'],
    anew: true,
    why: '0040 kept accents and removed records',
  },
]

const RIDE_ALONGS = {
  sql: `select whitelist from entitlements where source_kind = 'ridealong' and gift_kind = 'whitelist'`,
  rows: [{ whitelist: 'prod' }],
}
/** Rows that earlier texts of migrations left different, as the repair changes them. */
const REPAIRED: Readonly<Record<string, readonly { readonly sql: string; readonly rows: readonly object[] }[]>> = {
  '28ba4ef3': [
    {
      sql: 'select value, subject_id from field_values order by 2',
      rows: [
        { value: 'zoe of łodz', subject_id: 1 },
        { value: 'lefty', subject_id: 2 },
      ],
    },
    {
      sql: 'select digest, is_evidence from pictures order by 1',
      rows: [
        { digest: 'one', is_evidence: true },
        { digest: 'two', is_evidence: false },
      ],
    },
  ],
  '3d653f15': [
    RIDE_ALONGS,
    {
      sql: `select split_part(target, ':', 1) as kind from discord_lines order by id`,
      rows: [{ kind: 'MemberLogs' }, { kind: 'GeneralLogs' }, { kind: 'channel' }, { kind: 'member' }],
    },
    { sql: `select split_part(target, ':', 1) as kind from discord_pace order by 1`, rows: [{ kind: 'MemberLogs' }, { kind: 'member' }] },
  ],
  f4b50f0a: [RIDE_ALONGS],
  a109b08b: [RIDE_ALONGS],
}

type Part = { readonly table: string; readonly columns: readonly string[]; readonly after: string; readonly adds: boolean }

/** The columns of each table before the upgrade, except those that are meant to change. */
async function readParts(client: pg.Client, { newest, commit }: Dump): Promise<Part[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1 order by 1`)
  return rows.flatMap(({ table, columns }) => {
    const meant = MEANT.find(
      ({ since = 0, repairs, ...each }) => each.table === table && (newest < since || repairs?.includes(commit) === true),
    )
    if (meant?.anew) return []
    const kept = columns.filter((column) => !meant?.without?.includes(column))
    return [{ table, columns: kept, after: meant?.becomes ?? table, adds: meant?.adds === true }]
  })
}

/** The rows of each table as texts, by the name that the table has before the upgrade. */
async function readRows(client: pg.Client, parts: readonly Part[], when: 'before' | 'after'): Promise<Map<string, string[]>> {
  const queries = parts.map(({ table, columns, after }) => {
    const names = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    return `select '${table}' as table, array(select to_jsonb(r)::text from (select ${names} from ${when === 'before' ? table : after}) r order by 1) as rows`
  })
  const { rows } = await client.query<{ table: string; rows: string[] }>(queries.join('\nunion all\n'))
  return new Map(rows.map((row) => [row.table, row.rows]))
}

const maintenance = () => new URL('/postgres', inject('templateUrl')).href

let fresh: SchemaSnapshot
beforeAll(async () => {
  fresh = await withClient(inject('templateUrl'), snapshotSchema)
})

describe.each(dumps)('a database of $file, upgraded,', (dump) => {
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  const url = new URL(`/${name}`, inject('templateUrl')).href
  const query = <T extends object>(text: string) => withClient(url, async (client) => (await client.query<T>(text)).rows)
  let parts: Part[]
  let before: Map<string, string[]>
  beforeAll(async () => {
    await withClient(maintenance(), (client) => client.query(`create database ${name}`))
    await withClient(url, (client) => client.query(readFileSync(FOLDER + dump.file, 'utf8')))
    await withClient(url, async (client) => {
      // Dumps contain the conditions of triggers and views in PostgreSQL's wording, so they are recreated as if one of them had changed.
      if (dump.newest >= 56) await client.query(`update schema_state set objects = 'dumped'`)
      parts = await readParts(client, dump)
      before = await readRows(client, parts, 'before')
    })
    await migrate(url)
  })
  afterAll(() => withClient(maintenance(), (client) => client.query(`drop database if exists ${name} with (force)`)))

  test('has the schema of a fresh database', async () => {
    expect(compareSchemas(await withClient(url, snapshotSchema), fresh)).toEqual([])
  })

  test('has all its earlier rows', async () => {
    const after = await withClient(url, (client) => readRows(client, parts, 'after'))
    for (const { table, adds } of parts) {
      const rows = before.get(table) ?? []
      expect(after.get(table), table).toEqual(adds ? expect.arrayContaining(rows) : rows)
    }
  })

  test.runIf(dump.commit in REPAIRED)('has its rows repaired', async () => {
    for (const { sql, rows } of REPAIRED[dump.commit] ?? []) expect(await query(sql)).toEqual(rows)
  })

  // Earlier texts of 0045 to 0052 left these without tables and views that their triggers need.
  test.runIf(dump.newest >= 51)('lets accounts be created, changed and disabled', async () => {
    const database = openDatabase(url, () => undefined, 8)
    const t = await startTestPortal({ database: { ...database, drop: database.close } })
    try {
      const admin = await t.as('admin')
      const [lower, higher] = await query<{ id: number; department_id: number }>(`
        select id, department_id from ranks r where retired_at is null and not is_reserve
          and 1 < (select count(*) from ranks o where o.department_id = r.department_id and o.retired_at is null and not o.is_reserve)
        order by department_id, sort_order limit 2`)
      const departmentId = lower?.department_id
      const created = await admin.post('/api/user/CreateUserAsync', {
        user: {
          name: 'Rosa Diaz',
          emailAddress: 'rosa@example.com',
          userDepartments: [{ departmentId, rankId: lower?.id, isPrimary: true }],
        },
        password: PASSWORD,
      })
      expect(created.json()).toMatchObject({ name: 'Rosa Diaz' })
      const { userId } = created.json<UserRecord>()
      const [role] = await query<{ id: number }>(`select id from roles where name = 'Staff'`)
      expect((await admin.get(`/api/user/role/${role?.id}/${userId}`)).json()).toMatchObject({ userId })
      for (const action of ['disable', 'enable']) {
        expect((await admin.put(`/api/user/state/${userId}`, { action })).json()).toMatchObject({ userId })
      }
      const { version } = (await admin.get(`/api/members/${userId}`)).json<Member>()
      const ranked = await admin.post(`/api/members/${userId}/rank`, { departmentId, rankId: higher?.id, reason: 'Good work', version })
      expect(ranked.json()).toMatchObject({ userId })
    } finally {
      await t.close()
      await database.close()
    }
  })
})
