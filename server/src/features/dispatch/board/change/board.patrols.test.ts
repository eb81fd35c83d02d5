import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../../../platform/database/database.ts'
import { dispatchOf, type Dispatch, type Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, until, type Person, type TestPortal } from '../../../../testing/test-portal.ts'
import { endCivilianPatrols, openCivilianPatrols } from '../../../patrols/patrols/patrols.port.ts'
import { readStretches } from '../../../patrols/patrols/patrols.rows.ts'

const CIV = 7
const LSPD = 2

let t: TestPortal
let d: Dispatch
let member: Member
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  member = await newMember()
})

/** A member in the game who was never on duty. */
const newMember = async (): Promise<Member> => {
  const person = await t.addPerson({
    departments: [
      { name: 'LSPD', isPrimary: true },
      { name: 'CIV', isPrimary: false },
    ],
  })
  return { ...person, http: t.http(person.token), identifier: `7X${person.userId}` }
}
const goOnDuty = (over: object = {}) => d.save(member, { serverId: 1, departmentId: LSPD, identifier: member.identifier, ...over })
const open = (tx: Tx) => openCivilianPatrols(tx, [{ userId: member.userId, serverId: 1 }])
const end = (tx: Tx, at = new Date()) => endCivilianPatrols(tx, { serverId: 1, userIds: [member.userId] }, at)
const inTx = <T>(work: (tx: Tx) => Promise<T>) => t.db.transaction().execute(work)
const patrols = ({ userId }: Pick<Person, 'userId'> = member) =>
  t.db.selectFrom('patrols').selectAll().where('user_id', '=', userId).orderBy('started_at').orderBy('id').execute()
const stretches = async () => {
  const ids = (await patrols()).map(({ id }) => id)
  return [...(await readStretches(t.db, ids)).values()].flat()
}
const states = async () => (await stretches()).map(({ status, beat, identifier }) => [status, beat, identifier])

test('only a change of status, beat or call sign begins a new stretch', async () => {
  const { identifier, userId, http } = member
  await goOnDuty()
  await d.status(member, member, 4)
  await d.status(member, member, 4)
  await http.post(`/api/patrol/unit/beat/${userId}`, { beatId: 1 })
  await http.post(`/api/patrol/unit/channel/${userId}`, { channel: 'Tac 2' })
  await http.post(`/api/patrol/unit/identifier/${userId}`, { identifier: `${identifier}A` })
  const { callId } = await d.call(member)
  await http.post(`/api/cad/call/${callId}/callLog`, JSON.stringify('Nothing to see'))
  await d.clear(member, callId)
  await d.status(member, member, 1)
  const beat = (await t.db.selectFrom('beats').select('name').where('id', '=', 1).executeTakeFirstOrThrow()).name
  expect(await states()).toEqual([
    [3, null, identifier],
    [4, null, identifier],
    [4, beat, identifier],
    [4, beat, `${identifier}A`],
  ])
  const [patrol] = await patrols()
  const times = await stretches()
  expect(times[0]?.startedAt).toBe(patrol?.started_at.toISOString())
  expect(times.at(-1)?.endedAt).toBe(patrol?.ended_at?.toISOString())
  expect(times.slice(1).map(({ startedAt }) => startedAt)).toEqual(times.slice(0, -1).map(({ endedAt }) => endedAt))
})

test('another department begins another patrol at the same instant, with its own stretch', async () => {
  await goOnDuty({ beatId: 1 })
  await goOnDuty({ departmentId: CIV, identifier: 'C-1' })
  const [first, second, ...more] = await patrols()
  expect(more).toEqual([])
  expect(second).toMatchObject({ kind: 'duty', department_id: CIV, started_at: first?.ended_at, ended_at: null })
  expect((await stretches()).map(({ identifier }) => identifier)).toEqual([member.identifier, 'C-1'])
})

describe('a civilian patrol', () => {
  test('ends at the instant its member goes on duty, and does not count as a unit on duty', async () => {
    await inTx(open)
    const servers = (await member.http.get('/api/patrol/servers2')).json<{ unitsOnDuty: number }[]>()
    const before = servers[0]?.unitsOnDuty ?? 0
    expect((await goOnDuty()).statusCode).toBe(200)
    const [civilian, duty, ...more] = await patrols()
    expect(more).toEqual([])
    expect(civilian).toMatchObject({ kind: 'civilian', department_id: CIV, end_reason: null })
    expect(duty).toMatchObject({ kind: 'duty', department_id: LSPD, started_at: civilian?.ended_at, ended_at: null })
    expect(await states()).toEqual([
      [null, null, ''],
      [3, null, member.identifier],
    ])
    await d.status(member, member, 1)
    await inTx(open)
    expect((await patrols()).map(({ kind, ended_at }) => [kind, ended_at === null])).toEqual([
      ['civilian', false],
      ['duty', false],
      ['civilian', true],
    ])
    const after = (await member.http.get('/api/patrol/servers2')).json<{ unitsOnDuty: number }[]>()
    expect(after[0]?.unitsOnDuty).toBe(before)
  })

  /** Starts `work` in a transaction, goes on duty meanwhile, and commits once the request waits for the transaction. */
  const whileUncommitted = async (work: (tx: Tx) => Promise<unknown>) => {
    let answer: ReturnType<typeof goOnDuty> | undefined
    await inTx(async (tx) => {
      await work(tx)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      answer = goOnDuty()
      await until('it waits', async () => {
        const waiting = await sql`select from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`.execute(t.db)
        return waiting.rows.length > 0
      })
    })
    return answer
  }
  const onDutyBefore = async () => {
    await goOnDuty()
    await d.status(member, member, 1)
    await sql`delete from patrols where user_id = ${member.userId}`.execute(t.db)
  }
  const expectOneOnDuty = async () => {
    const all = await patrols()
    expect(all.filter(({ ended_at }) => ended_at === null)).toMatchObject([{ kind: 'duty', department_id: LSPD, server_id: 1 }])
    const [first] = (await readStretches(t.db, [all.at(-1)!.id])).get(all.at(-1)!.id) ?? []
    expect(first).toEqual({
      startedAt: all.at(-1)?.started_at.toISOString(),
      endedAt: null,
      status: 3,
      beat: null,
      identifier: member.identifier,
    })
    return all
  }

  test.each([
    ['who never was on duty', async () => undefined],
    ['who was on duty before', onDutyBefore],
  ])('opened at that moment becomes the patrol on duty, for a member %s', async (_who, prepare) => {
    await prepare()
    const answer = await whileUncommitted(open)
    expect(answer?.statusCode).toBe(200)
    expect(await expectOneOnDuty()).toHaveLength(1)
    await d.status(member, member, 4)
    expect(await states()).toEqual([
      [3, null, member.identifier],
      [4, null, member.identifier],
    ])
  })

  test('ended at that moment, even a little later, is followed by the patrol on duty', async () => {
    await inTx(open)
    const answer = await whileUncommitted(async (tx) => end(tx, new Date(Date.now() + 300)))
    expect(answer?.statusCode).toBe(200)
    const [civilian, duty] = await expectOneOnDuty()
    expect(duty!.started_at.getTime()).toBeGreaterThanOrEqual(civilian!.ended_at!.getTime())
  })

  test('is not opened for a member who goes on duty at that moment, and neither waits for the other', async () => {
    await goOnDuty()
    await d.status(member, member, 1)
    await inTx(async (tx) => {
      await sql`update units set status = 3, on_duty_since = now() where user_id = ${member.userId}`.execute(tx)
      expect(await inTx(open)).toEqual([])
    })
    expect(await inTx(open)).toEqual([])
  })

  test('opened and ended continuously while members go on and off duty: all requests succeed, and patrols never overlap', async () => {
    const members = [member, await newMember(), await newMember()]
    const inGame = members.map(({ userId }) => ({ userId, serverId: 1 }))
    const userIds = members.map(({ userId }) => userId)
    for (let round = 0; round < 6; round += 1) {
      const answers = await Promise.all([
        ...members.map((each) => d.save(each, { serverId: 1, departmentId: LSPD, identifier: each.identifier })),
        inTx((tx) => openCivilianPatrols(tx, inGame)).then(() => ({ statusCode: 200 })),
        inTx((tx) => endCivilianPatrols(tx, { serverId: 1, userIds }, new Date())).then(() => ({ statusCode: 200 })),
        inTx((tx) => openCivilianPatrols(tx, inGame.toReversed())).then(() => ({ statusCode: 200 })),
      ])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
      for (const each of members) {
        const all = await patrols(each)
        expect(all.filter(({ ended_at }) => ended_at === null)).toMatchObject([{ kind: 'duty' }])
        const read = await readStretches(
          t.db,
          all.map(({ id }) => id),
        )
        expect(all.map(({ id }) => read.get(id)?.[0]?.startedAt)).toEqual(all.map(({ started_at }) => started_at.toISOString()))
      }
      await Promise.all(members.map((each) => d.status(each, each, 1)))
    }
  })
})

test('if the clock is set back, time stands still within a patrol, and members can still go on duty', async () => {
  await goOnDuty()
  // Moves the rows as if they had been written while the clock was an hour ahead.
  await sql`update patrol_stretches s set at = at + interval '1 hour' from patrols p where p.id = s.patrol_id and p.user_id = ${member.userId}`.execute(
    t.db,
  )
  await sql`update patrols set started_at = started_at + interval '1 hour' where user_id = ${member.userId}`.execute(t.db)
  expect((await d.status(member, member, 4)).statusCode).toBe(200)
  expect(await states()).toEqual([[4, null, member.identifier]])
  expect((await d.status(member, member, 1)).statusCode).toBe(200)
  expect((await goOnDuty()).statusCode).toBe(200)
  const [first, second] = await patrols()
  expect(first?.ended_at).toEqual(first?.started_at)
  expect(second).toMatchObject({ started_at: first?.ended_at, ended_at: null })
  expect((await stretches()).map(({ status }) => status)).toEqual([4, 3])
})
