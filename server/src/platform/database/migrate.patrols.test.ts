import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withClient } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { readSchema } from './schema-files.ts'

const PATROLS = 44

const schema = readSchema()
const all = schema.migrations
const name = `patrols_${randomBytes(6).toString('hex')}`
const maintenance = () => new URL('/postgres', inject('templateUrl')).href
const url = () => new URL(`/${name}`, inject('templateUrl')).href
const query = <T extends object>(text: string, values: unknown[] = []) =>
  withClient(url(), async (client) => (await client.query<T>(text, values)).rows)

/** Patrols of an evening in the former format: [from, to] in hours, with the hours at which a status was set. */
const BEFORE = {
  apart: [
    { time: [10, 11], statuses: [10] },
    { time: [11, 12], statuses: [11, 11.5] },
  ],
  partly: [
    { time: [10, 12], statuses: [10, 10.5, 11, 11.5] },
    { time: [11, 13], statuses: [11, 12] },
  ],
  contained: [
    { time: [10, 14], statuses: [10, 13] },
    { time: [11, 12], statuses: [11] },
  ],
  sameStart: [
    { time: [10, 12], statuses: [10, 11] },
    { time: [10, 13], statuses: [10] },
  ],
  openBefore: [
    { time: [10, null], statuses: [10] },
    { time: [11, 12], statuses: [11] },
  ],
  openLast: [
    { time: [10, 12], statuses: [10] },
    { time: [11, null], statuses: [11, 12] },
  ],
  chain: [
    { time: [10, 13], statuses: [10] },
    { time: [11, 14], statuses: [11] },
    { time: [12, 15], statuses: [12] },
  ],
  momentary: [
    { time: [10, 12], statuses: [10] },
    { time: [11, 11], statuses: [11] },
  ],
  outside: [{ time: [10, 12], statuses: [8, 9, 10.5, 12, 13] }],
  late: [{ time: [10, 12], statuses: [11] }],
  none: [{ time: [10, 12], statuses: [] }],
} satisfies Record<string, { time: [number, number | null]; statuses: number[] }[]>
type Member = keyof typeof BEFORE

const MIDNIGHT = Date.parse('2026-03-01T00:00:00Z')
const at = (hour: number | null) => (hour === null ? null : new Date(MIDNIGHT + hour * 3_600_000))
const hour = (time: Date | null) => time && (time.getTime() - MIDNIGHT) / 3_600_000

beforeAll(async () => {
  await withClient(maintenance(), (client) => client.query(`create database ${name}`))
  await migrate(url(), { ...schema, migrations: all.filter(({ number }) => number < PATROLS) })
  await withClient(url(), async (client) => {
    for (const [member, patrols] of Object.entries(BEFORE)) {
      const { rows } = await client.query<{ id: number }>(
        `insert into users (name, email, password_hash) values ($1, $1 || '@example.com', 'x') returning id`,
        [member],
      )
      for (const { time, statuses } of patrols) {
        const patrol = await client.query<{ id: string }>(
          `insert into patrols (user_id, department_id, server_id, started_at, ended_at) values ($1, 2, 1, $2, $3) returning id`,
          [rows[0]?.id, at(time[0]), at(time[1])],
        )
        for (const [index, status] of statuses.entries()) {
          const values = [patrol.rows[0]?.id, at(status), 2 + index]
          await client.query(`insert into patrol_statuses (patrol_id, at, status) values ($1, $2, $3)`, values)
        }
      }
    }
  })
  expect(await migrate(url())).toContain(all.find(({ number }) => number === PATROLS)?.name)
})
afterAll(() => withClient(maintenance(), (client) => client.query(`drop database if exists ${name} with (force)`)))

type Row = {
  started_at: Date
  ended_at: Date | null
  is_cut: boolean
  cut_ended_at: Date | null
  points: { at: string; status: number | null }[]
}
const migrated = async (member: Member) => {
  const rows = await query<Row>(
    `select p.started_at, p.ended_at, p.is_cut, p.cut_ended_at, (
        select json_agg(json_build_object('at', s.at, 'status', s.status) order by s.at) from patrol_stretches s where s.patrol_id = p.id
      ) as points
    from patrols p join users u on u.id = p.user_id where u.name = $1 order by p.id`,
    [member],
  )
  return rows.map(({ started_at, ended_at, is_cut, cut_ended_at, points }) => ({
    time: [hour(started_at), hour(ended_at)],
    ...(is_cut ? { cutFrom: hour(cut_ended_at) } : {}),
    points: points.map((point) => [hour(new Date(point.at)), point.status]),
  }))
}

test.each<[string, Member, Awaited<ReturnType<typeof migrated>>]>([
  [
    'patrols that only touch stay as they are',
    'apart',
    [
      { time: [10, 11], points: [[10, 2]] },
      {
        time: [11, 12],
        points: [
          [11, 2],
          [11.5, 3],
        ],
      },
    ],
  ],
  [
    'one that runs into the next is cut where that starts, with its statuses from then on; the end it had is kept',
    'partly',
    [
      {
        time: [10, 11],
        cutFrom: 12,
        points: [
          [10, 2],
          [10.5, 3],
        ],
      },
      {
        time: [11, 13],
        points: [
          [11, 2],
          [12, 3],
        ],
      },
    ],
  ],
  [
    'so is one around another',
    'contained',
    [
      { time: [10, 11], cutFrom: 14, points: [[10, 2]] },
      { time: [11, 12], points: [[11, 2]] },
    ],
  ],
  [
    'of two with the same start the second is kept, and the first is left without length',
    'sameStart',
    [
      { time: [10, 10], cutFrom: 12, points: [[10, 2]] },
      { time: [10, 13], points: [[10, 2]] },
    ],
  ],
  [
    'one that never ended is cut too, and says that it had no end',
    'openBefore',
    [
      { time: [10, 11], cutFrom: null, points: [[10, 2]] },
      { time: [11, 12], points: [[11, 2]] },
    ],
  ],
  [
    'one that is under way stays so',
    'openLast',
    [
      { time: [10, 11], cutFrom: 12, points: [[10, 2]] },
      {
        time: [11, null],
        points: [
          [11, 2],
          [12, 3],
        ],
      },
    ],
  ],
  [
    'three in a chain are each cut at the next',
    'chain',
    [
      { time: [10, 11], cutFrom: 13, points: [[10, 2]] },
      { time: [11, 12], cutFrom: 14, points: [[11, 2]] },
      { time: [12, 15], points: [[12, 2]] },
    ],
  ],
  [
    'one without length overlaps nothing',
    'momentary',
    [
      { time: [10, 12], points: [[10, 2]] },
      { time: [11, 11], points: [[11, 2]] },
    ],
  ],
  [
    'statuses outside go; the last before the start is the first',
    'outside',
    [
      {
        time: [10, 12],
        points: [
          [10, 3],
          [10.5, 4],
        ],
      },
    ],
  ],
  [
    'before the first status none is known',
    'late',
    [
      {
        time: [10, 12],
        points: [
          [10, null],
          [11, 2],
        ],
      },
    ],
  ],
  ['a patrol without statuses is one stretch', 'none', [{ time: [10, 12], points: [[10, null]] }]],
])('%s', async (_what, member, expected) => {
  expect(await migrated(member)).toEqual(expected)
})

test('afterwards the stretches of every patrol cover exactly its time', async () => {
  const [wrong] = await query(`select count(*)::integer as count from (
    select p.id from patrols p join patrol_stretches s on s.patrol_id = p.id group by p.id
    having min(s.at) <> p.started_at or max(s.at) > p.ended_at or (max(s.at) = p.ended_at and p.ended_at > p.started_at)) as w`)
  expect(wrong).toEqual({ count: 0 })
  const [missing] = await query(`select count(*)::integer as count from patrols p where not exists (
    select from patrol_stretches s where s.patrol_id = p.id)`)
  expect(missing).toEqual({ count: 0 })
})

test('and an overlap is refused, for the same member only', async () => {
  const insert = (member: Member, from: number, to: number | null) =>
    query(
      `insert into patrols (user_id, department_id, server_id, started_at, ended_at) select id, 2, 1, $2, $3 from users where name = $1`,
      [member, at(from), at(to)],
    )
  for (const [from, to] of [
    [9, 10.5],
    [10.5, 11.5],
    [9, 20],
    [11.9, 12.1],
  ] as const) {
    await expect(insert('apart', from, to)).rejects.toMatchObject({ constraint: 'patrols_do_not_overlap' })
  }
  await insert('apart', 12, 13)
  await insert('apart', 9, 10)
  await expect(insert('openLast', 20, null)).rejects.toThrow()
})
