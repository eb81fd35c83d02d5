import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../../platform/database/database.ts'
import { dispatchOf } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { endCivilianPatrols, openCivilianPatrols } from './patrols.civilian.ts'
import { readStretches } from './patrols.rows.ts'

const CIV = 7
const MINUTE = 60_000

let t: TestPortal
let civilian: Person
beforeAll(async () => {
  t = await startTestPortal()
  civilian = await t.addPerson({ departments: [{ name: 'CIV', isPrimary: true }] })
})
afterAll(() => t.close())
afterEach(() => sql`delete from patrols`.execute(t.db))

const inTx = <T>(work: (tx: Tx) => Promise<T>) => t.db.transaction().execute(work)
const open = (...people: readonly Pick<Person, 'userId'>[]) =>
  inTx((tx) =>
    openCivilianPatrols(
      tx,
      people.map(({ userId }) => ({ userId, serverId: 1 })),
    ),
  )
const end = (...given: Parameters<typeof endCivilianPatrols> extends [Tx, ...infer Rest] ? Rest : never) =>
  inTx((tx) => endCivilianPatrols(tx, ...given))
const patrolsOf = ({ userId }: Pick<Person, 'userId'>) =>
  t.db.selectFrom('patrols').selectAll().where('user_id', '=', userId).orderBy('id').execute()

describe('being in the game opens a civilian patrol', () => {
  test('of a member of a civilian department, once, in one stretch without a status', async () => {
    const opened = await open(civilian)
    expect(opened).toEqual([{ patrolId: expect.any(Number) as number, userId: civilian.userId, serverId: 1, departmentId: CIV }])
    expect(await open(civilian, civilian)).toEqual([])
    const [patrol, ...more] = await patrolsOf(civilian)
    expect(more).toEqual([])
    expect(patrol).toMatchObject({ kind: 'civilian', server_id: 1, ended_at: null })
    const startedAt = patrol!.started_at.toISOString()
    expect(await readStretches(t.db, [patrol!.id])).toEqual(
      new Map([[patrol!.id, [{ startedAt, endedAt: null, status: null, beat: null, identifier: '' }]]]),
    )
  })

  test('and of nobody else: other departments, members on duty, disabled accounts, retired servers', async () => {
    const d = dispatchOf(t)
    const officer = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
    const onDuty = await d.onDuty({ also: [{ name: 'CIV' }] })
    const disabled = await t.addPerson({ departments: [{ name: 'CIV', isPrimary: true }] })
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.userId).execute()
    expect(await open(officer, onDuty, disabled, { userId: 999_999 })).toEqual([])
    const { id } = await t.db
      .insertInto('servers')
      .values({ name: 'Old', retired_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await inTx((tx) => openCivilianPatrols(tx, [{ userId: civilian.userId, serverId: id }]))).toEqual([])
    await d.status(onDuty, onDuty, 1)
    expect(await open(onDuty)).toMatchObject([{ userId: onDuty.userId, departmentId: CIV }])
  })

  test('in the primary department of several civilian ones', async () => {
    const { id } = await t.db
      .insertInto('departments')
      .values({ name: 'BIZ', full_name: 'Businesses', type: 'Civilian', sort_order: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const owner = await t.addPerson({
      departments: [
        { name: 'BIZ', isPrimary: false },
        { name: 'CIV', isPrimary: true },
      ],
    })
    expect(await open(owner)).toMatchObject([{ departmentId: CIV }])
    await sql`delete from user_departments where user_id = ${owner.userId} and department_id = ${CIV}`.execute(t.db)
    await end('everyone', new Date())
    expect(await open(owner)).toMatchObject([{ departmentId: id }])
  })

  test('once, if two portals see the member at once', async () => {
    const opened = await Promise.all(Array.from({ length: 6 }, () => open(civilian)))
    expect(opened.flat()).toHaveLength(1)
    expect(await patrolsOf(civilian)).toHaveLength(1)
  })
})

describe('leaving the game ends it', () => {
  const started = async (minutesAgo: number) => {
    const [{ patrolId } = { patrolId: 0 }] = await open(civilian)
    const at = new Date(Date.now() - minutesAgo * MINUTE)
    await sql`update patrol_stretches set at = ${at} where patrol_id = ${patrolId}`.execute(t.db)
    await sql`update patrols set started_at = ${at} where id = ${patrolId}`.execute(t.db)
    return { patrolId, at }
  }

  test('at the given time and on the given server, without ending a patrol on duty', async () => {
    const { patrolId, at } = await started(10)
    const left = new Date(Date.now() - 2 * MINUTE)
    expect(await end({ serverId: 2 }, left)).toEqual([])
    expect(await end({ serverId: 1, userIds: [] }, left)).toEqual([])
    expect(await end({ serverId: 1, userIds: [civilian.userId] }, left)).toMatchObject([{ patrolId, userId: civilian.userId }])
    expect(await patrolsOf(civilian)).toMatchObject([{ started_at: at, ended_at: left }])
    expect(await end('everyone', new Date())).toEqual([])
    const officer = await dispatchOf(t).onDuty()
    expect(await end('everyone', new Date())).toEqual([])
    expect(await patrolsOf(officer)).toMatchObject([{ ended_at: null }])
  })

  test('never before the patrol started', async () => {
    const { at } = await started(10)
    await end({ serverId: 1 }, new Date(at.getTime() - MINUTE))
    expect(await patrolsOf(civilian)).toMatchObject([{ started_at: at, ended_at: at }])
  })

  test('when the member was last seen, if nobody knows when they left', async () => {
    const { at } = await started(10)
    const seenUntil = new Date(at.getTime() + 3 * MINUTE)
    const row = { user_id: civilian.userId, state: 'moving', started_at: at }
    await t.db.insertInto('servers').values({ id: 90, name: 'Elsewhere' }).execute()
    await t.db
      .insertInto('presence')
      .values([
        { ...row, server_id: 1, ended_at: seenUntil },
        { ...row, server_id: 90, ended_at: new Date() },
      ])
      .execute()
    await end({ serverId: 1 }, 'last-seen')
    expect(await patrolsOf(civilian)).toMatchObject([{ ended_at: seenUntil }])
  })
})
