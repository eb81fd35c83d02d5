import {
  placeOf,
  tabOf,
  UNIT_TYPE,
  type WarrantChange,
  type WarrantCounts,
  type WarrantPlace,
  type WarrantSummary,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../../testing/test-dispatch.ts'
import { HISTORY_KEY, startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { watchRoom, type Watched } from '../../../../testing/test-room.ts'
import { castOf, type Cast } from '../../../../testing/test-warrant-cast.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'
import { expireWarrants } from '../decide/warrants.expire.ts'

type Told = { readonly event: string; readonly payload: unknown }

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
let cast: Cast
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
  cast = await castOf(t)
})
afterAll(() => t.close())

const own = (member: Member) => watchRoom(t, member.token, 'own-warrants', { userId: member.userId })
const events = (told: readonly Told[]) => told.map(({ event }) => event)
const act = async (by: Member, { warrantId, version }: Pick<WarrantSummary, 'warrantId' | 'version'>, name: string, body: object = {}) => {
  const response = await by.http.post(`/api/warrants/${warrantId}/${name}`, { version, ...body })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<WarrantSummary>()
}
const sign = (by: Member, warrant: WarrantSummary, over: object = {}) =>
  act(by, warrant, 'sign', { bail: null, isConfidential: false, ...over })
const serve = (by: Member, warrant: WarrantSummary) =>
  act(by, warrant, 'serve', { servedAt: new Date().toISOString(), location: 'Legion Square', text: 'Arrested' })
/** Confidential: to be served by LSPD and one officer of SAHP. */
const kept = () => ({ isConfidential: true, servedBy: { departmentIds: [2], userIds: [cast.named.userId] } })

test('legal staff is told of each step with the place of the warrant before, and its writer is told as well', async () => {
  const [all, writer] = [await watchRoom(t, cast.clerk.token, 'warrants', {}), await own(cast.writer)]
  const submitted = await w.submitted(cast.writer)
  await writer.received()
  const taken = await act(cast.reviewer, submitted, 'take')
  const passed = await act(cast.reviewer, taken, 'pass')
  const returned = await act(cast.judge, passed, 'return', { reason: 'Name the street' })
  const changed = await w.change(cast.writer, submitted.warrantId)
  const again = (await w.submit(cast.writer, changed.json())).json<WarrantSummary>()
  await writer.received()
  const signed = await sign(cast.judge, again)
  await act(cast.judge, signed, 'recall', { reason: 'Wrong person' })
  const [writerId, reviewerId] = [cast.writer.userId, cast.reviewer.userId]
  const was = (state: string, over: object = {}) => ({ state, isReady: false, writerId, reviewerId: null, ...over })
  const told = await all.received()
  expect(new Set(events(told))).toEqual(new Set(['warrant.saved']))
  expect(told.map(({ payload }) => [(payload as WarrantChange).warrant.state, (payload as WarrantChange).was])).toEqual([
    ['submitted', null],
    ['review', was('submitted')],
    ['review', was('review', { reviewerId })],
    ['returned', was('review', { reviewerId, isReady: true })],
    ['submitted', was('returned')],
    ['active', was('submitted')],
    ['recalled', was('active')],
  ])
  expect(returned.version).toBe(4)
  const heard = await writer.received()
  expect(heard.map(({ event, payload }) => [event, (payload as WarrantSummary).state])).toEqual([
    ['own.saved', 'active'],
    ['own.saved', 'recalled'],
  ])
})

test('units on duty are told when a warrant that is not confidential is signed and when it is served', async () => {
  const [units, unit] = [await watchRoom(t, cast.unnamed.token, 'active-warrants', {}), await own(cast.unnamed)]
  const signed = await sign(cast.judge, await w.submitted(cast.writer), { bail: 500 })
  const { warrantId, number } = signed
  await serve(cast.unnamed, signed)
  expect(await units.received()).toEqual([
    {
      event: 'alert.saved',
      payload: expect.objectContaining({ warrantId, number, type: 'arrest', bail: 500, signedBy: 'Judge Judith', isConfidential: false }),
    },
    { event: 'alert.ended', payload: { warrantId, state: 'served' } },
  ])
  expect(await unit.received(), 'once is enough').toEqual([])
})

describe('a confidential warrant', () => {
  const watchAll = async () => ({
    all: await watchRoom(t, cast.clerk.token, 'warrants', {}),
    units: await watchRoom(t, cast.unnamed.token, 'active-warrants', {}),
    writer: await own(cast.writer),
    judge: await own(cast.judge),
    reviewer: await own(cast.reviewer),
    clerk: await own(cast.clerk),
    unnamed: await own(cast.unnamed),
    ofDepartment: await own(cast.ofDepartment),
    offDuty: await own(cast.offDuty),
    named: await own(cast.named),
    supervisor: await own(cast.supervisor),
  })
  const receivedBy = async (rooms: Awaited<ReturnType<typeof watchAll>>) => {
    const found: Record<string, Told[]> = {}
    for (const [name, room] of Object.entries(rooms)) found[name] = await (room as Watched<'warrants'>).received()
    return found
  }
  const eventsOf = (told: Record<string, Told[]>) => Object.fromEntries(Object.entries(told).map(([name, each]) => [name, events(each)]))
  const underReview = async () => act(cast.reviewer, await w.submitted(cast.writer), 'take')
  const none = { units: [], clerk: [], unnamed: [], offDuty: [], supervisor: [] }

  test('is told to each member who may know of it, leaves the room of legal staff, and comes back when it is served', async () => {
    const reviewed = await underReview()
    const rooms = await watchAll()
    const signed = await sign(cast.judge, reviewed, kept())
    const told = await receivedBy(rooms)
    expect(eventsOf(told)).toEqual({
      ...none,
      all: ['warrant.left'],
      writer: ['own.saved', 'alert.saved'],
      judge: ['confidential.saved'],
      reviewer: ['confidential.saved'],
      ofDepartment: ['alert.saved'],
      named: ['alert.saved'],
    })
    const { warrantId } = signed
    expect(told['all']![0]!.payload, 'without the decision').toEqual({
      warrantId,
      was: { state: 'review', isReady: false, writerId: cast.writer.userId, reviewerId: cast.reviewer.userId },
    })
    expect(told['reviewer']![0]!.payload).toMatchObject({ warrant: { warrantId, state: 'active', isConfidential: true }, was: null })

    await serve(cast.ofDepartment, signed)
    const after = await receivedBy(rooms)
    expect(eventsOf(after)).toEqual({
      ...none,
      all: ['warrant.saved'],
      writer: ['own.saved', 'alert.ended'],
      judge: ['confidential.left'],
      reviewer: ['confidential.left'],
      ofDepartment: ['alert.ended'],
      named: ['alert.ended'],
    })
    expect(after['all']![0]!.payload).toMatchObject({ warrant: { warrantId, state: 'served', isConfidential: false }, was: null })
    expect(after['judge']![0]!.payload).toMatchObject({ warrantId, was: { state: 'active' } })
  })

  test('is told only to members who may know of it when it is recalled', async () => {
    const signed = await sign(cast.judge, await underReview(), kept())
    const rooms = await watchAll()
    await act(cast.judge, signed, 'recall', { reason: 'Wrong person' })
    const told = await receivedBy(rooms)
    expect(eventsOf(told)).toEqual({
      ...none,
      all: [],
      writer: ['own.saved', 'alert.ended'],
      judge: ['confidential.saved'],
      reviewer: ['confidential.saved'],
      ofDepartment: ['alert.ended'],
      named: ['alert.ended'],
    })
    expect(told['judge']![0]!.payload).toMatchObject({ warrant: { state: 'recalled' }, was: { state: 'active' } })
  })

  test('advances no other stream when it is signed, is recalled or expires', async () => {
    const seqs = async () => {
      const { rows } = await sql<{ key: string; seq: string }>`select key, seq from streams`.execute(t.db)
      return new Map(rows.map(({ key, seq }) => [key, seq]))
    }
    const { rows: signers } = await sql<{ id: number }>`select ur.user_id as id from user_roles ur join roles r on r.id = ur.role_id
      join role_groups g on g.id = r.role_group_id where g.name in ('Legal Services Supervisor', 'Admin', 'Root')`.execute(t.db)
    const knowers = [cast.writer, cast.reviewer, cast.named, cast.ofDepartment].map(({ userId }) => userId)
    const mayMove = new Set([...knowers, ...signers.map(({ id }) => id)].map(String))
    const strangers = async (work: () => Promise<unknown>) => {
      const before = await seqs()
      await work()
      const moved = [...(await seqs())].filter(([key, seq]) => before.get(key) !== seq).map(([key]) => key)
      expect(moved).not.toEqual([])
      return moved.filter((key) => !mayMove.has(key.split(':')[1] ?? ''))
    }
    const [reviewed, other] = [await underReview(), await underReview()]
    let signed = reviewed
    expect(await strangers(async () => (signed = await sign(cast.judge, reviewed, kept()))), 'it left').toEqual(['warrants'])
    expect(await strangers(() => act(cast.judge, signed, 'recall', { reason: 'Wrong person' }))).toEqual([])
    await sign(cast.judge, other, { ...kept(), expiresAt: new Date(Date.now() + 120_000).toISOString() })
    const deps = { db: t.db, publish: t.app.realtime.publish, historyKey: HISTORY_KEY }
    expect(await strangers(() => expireWarrants(deps, () => new Date(Date.now() + 180_000)))).toEqual([])
  })
})

describe('the counts that a page makes from the events are those of the server', () => {
  type Counts = Omit<WarrantCounts, 'expiring'>
  /** Counts as the page Manage Warrants does. */
  const follow = async (member: Member, maySign: boolean) => {
    const viewer = { userId: member.userId, maySign }
    const [all, mine] = [await watchRoom(t, member.token, 'warrants', {}), await own(member)]
    const { expiring: _expiring, ...counts } = mine.snapshot.counts!
    const add = (place: WarrantPlace | null, by: number) => {
      if (place) counts[tabOf(place, viewer)] += by
    }
    return async (): Promise<{ page: Counts; server: Counts }> => {
      for (const { event, payload } of [...(await all.received()), ...(await mine.received())]) {
        if (event === 'warrant.saved' || event === 'confidential.saved') {
          const { warrant, was } = payload as WarrantChange
          add(was, -1)
          add(placeOf(warrant), 1)
        }
        if (event === 'warrant.left' || event === 'confidential.left') add((payload as { was: WarrantPlace }).was, -1)
      }
      const { expiring: _also, ...server } = (await member.http.get('/api/warrants/counts')).json<WarrantCounts>()
      return { page: counts, server }
    }
  }
  /** A member who is both legal staff and on duty for police. */
  const both = async (role: string): Promise<Member> => {
    const person = await t.addPerson({ roles: [role], departments: [{ name: 'LSPD', isPrimary: true }] })
    const member = { ...person, http: t.http(person.token), identifier: `7L${person.userId}` }
    const response = await dispatchOf(t).save(member, {
      serverId: 1,
      departmentId: 2,
      identifier: member.identifier,
      type: UNIT_TYPE.Patrol,
    })
    if (response.statusCode !== 200) throw new Error(response.body)
    return member
  }

  test('for the writer, reviewers, signers, named units and everyone else of legal staff', async () => {
    const writer = await both('Legal Services')
    const writingJudge = await both('Legal Services Supervisor')
    const servingClerk = await both('Legal Services')
    const otherJudge = await w.judge()
    const followed = {
      writer: await follow(writer, false),
      writingJudge: await follow(writingJudge, true),
      servingClerk: await follow(servingClerk, false),
      otherJudge: await follow(otherJudge, true),
      judge: await follow(cast.judge, true),
      reviewer: await follow(cast.reviewer, false),
      clerk: await follow(cast.clerk, false),
      admin: await follow(cast.admin, true),
    }
    const check = async (step: string) => {
      await Promise.all(
        Object.entries(followed).map(async ([name, read]) => {
          const { page, server } = await read()
          expect(page, `${name}, ${step}`).toEqual(server)
        }),
      )
    }
    for (const [by, end] of [
      [writer, 'serve'],
      [writingJudge, 'recall'],
      [writer, 'open'],
      [writer, 'asked'],
      [writingJudge, 'asked'],
    ] as const) {
      const isAsked = end === 'asked'
      // The warrant is about a member of legal staff, so it is also kept from that member before it is signed.
      const subject = isAsked ? { characterId: await w.character(by === writer ? cast.admin : servingClerk) } : {}
      let warrant = await w.submitted(by, subject, { isConfidential: isAsked })
      await check('submitted')
      warrant = await act(cast.reviewer, warrant, 'take')
      warrant = await act(otherJudge, warrant, 'take')
      await check('taken over')
      warrant = await act(otherJudge, warrant, 'pass')
      await check('passed')
      warrant = await sign(cast.judge, warrant, end === 'open' ? {} : kept())
      await check('signed')
      await (end === 'recall' || isAsked ? act(cast.judge, warrant, 'recall', { reason: 'Wrong person' }) : serve(servingClerk, warrant))
      await check(end)
    }
  })
})
