import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { until } from '../../../testing/test-portal.ts'
import { PRESENCE_TEST_TIMING } from '../../../testing/test-presence.ts'
import { createPresence, type Presence } from './presence.service.ts'
import type { PresenceChange } from './presence.port.ts'

const ANN = 1
const BEN = 2
const MEMBERS = 2000

let database: TestDatabase
let presence: Presence
let changes: PresenceChange[]
let logged: string[]
beforeAll(async () => {
  database = await createTestDatabase()
  // In parts: a statement has a time limit, and an account has many triggers.
  for (let from = 1; from <= MEMBERS; from += 250) {
    await sql`insert into users (name, email, password_hash)
      select 'Member', n || '@example.com', '' from generate_series(${from}::int, ${from + 249}::int) n`.execute(database.db)
  }
  await sql`insert into user_departments (user_id, department_id, is_primary) values (${BEN}, 7, true)`.execute(database.db)
})
afterAll(() => database.drop())
beforeEach(async () => {
  changes = []
  logged = []
  const note = (_what: unknown, text: string) => void logged.push(text)
  presence = await createPresence({
    db: database.db,
    locate: () => undefined,
    hasCivilianPatrols: () => true,
    log: { warn: note, error: note } as unknown as Parameters<typeof createPresence>[0]['log'],
    timing: { ...PRESENCE_TEST_TIMING, idleMs: 60_000, lostMs: 600 },
  })
  presence.onChanged((change) => void changes.push(change))
})
afterEach(() => presence.close())
const linked = (...userIds: number[]) => userIds.map((userId) => ({ source: userId, userId }))
const told = (what: string, isIt: (change: PresenceChange) => boolean) => until(what, () => changes.some(isIt))
const rows = async () => (await database.db.selectFrom('presence').select('user_id').distinct().execute()).map(({ user_id }) => user_id)

test('listeners are called after writing: with members who came and left, whose civilian patrol opened and ended, and lost servers', async () => {
  presence.see(1, linked(ANN, BEN))
  await told('both came', ({ userIds, serverIds }) => userIds.includes(ANN) && userIds.includes(BEN) && serverIds.includes(1))
  expect(new Set(await rows())).toEqual(new Set([ANN, BEN]))
  expect(await database.db.selectFrom('patrols').select('user_id').where('ended_at', 'is', null).execute()).toEqual([{ user_id: BEN }])
  changes = []
  presence.see(1, linked(BEN))
  await told('Ann left', ({ userIds }) => userIds.includes(ANN))
  expect(changes).toEqual([{ userIds: [ANN], serverIds: [] }])
  presence.lose(1)
  await told('lost', ({ serverIds }) => serverIds.includes(1))
  await until(
    'ended',
    async () => (await database.db.selectFrom('patrols').select('id').where('ended_at', 'is', null).execute()).length === 0,
  )
})

test('a failing listener prevents neither the others nor the next write', async () => {
  presence.onChanged(() => {
    throw new Error('broken')
  })
  const after: PresenceChange[] = []
  presence.onChanged((change) => void after.push(change))
  presence.see(1, linked(ANN))
  await until('told', () => after.length > 0)
  presence.see(1, [])
  await until('told again', () => after.length > 1)
})

test('an outage of the database is logged once, and presence during it is written afterwards', async () => {
  await sql`alter table server_watches rename to server_watches_away`.execute(database.db)
  presence.see(2, linked(3))
  presence.see(1, linked(4))
  await until('logged', () => logged.length > 0)
  presence.see(1, [])
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(logged).toEqual(['presence could not be written; it is kept in memory'])
  expect(await rows()).not.toContain(4)
  await sql`alter table server_watches_away rename to server_watches`.execute(database.db)
  await told('written', ({ serverIds }) => serverIds.includes(1))
  expect(logged).toEqual(['presence could not be written; it is kept in memory', 'presence is written again'])
  expect(await rows()).toContain(4)
})

test('deleted members and servers do not prevent others from being written', async () => {
  presence.see(1, linked(5, 999_999))
  presence.see(999, linked(6))
  await until('written', async () => (await rows()).includes(5))
  expect(logged).toEqual([])
})

test('two thousand members at once are written and end when the portal stops', async () => {
  presence.see(1, linked(...Array.from({ length: MEMBERS }, (_, index) => index + 1)))
  await presence.close()
  expect(await rows()).toHaveLength(MEMBERS)
})
