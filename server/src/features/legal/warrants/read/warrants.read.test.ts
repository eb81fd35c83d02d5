import type { Warrant, WarrantCounts } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinRoom, startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { castOf, confidential, warrantRowsOf, whoGets, type Cast } from '../../../../testing/test-warrant-cast.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'
import { dispatchOf, type Member } from '../../../../testing/test-dispatch.ts'

let t: TestPortal
let rows: ReturnType<typeof warrantRowsOf>
let cast: Cast
let w: ReturnType<typeof warrantsOf>
beforeAll(async () => {
  t = await startTestPortal()
  rows = warrantRowsOf(t)
  cast = await castOf(t)
  w = warrantsOf(t)
})
afterAll(() => t.close())

const get = (by: Pick<Member, 'http'>, warrantId: number) => by.http.get(`/api/warrants/${warrantId}`)
const readers = (warrantId: number) => whoGets(cast, async (by) => (await get(by, warrantId)).statusCode === 200)
const LEGAL = ['judge', 'reviewer', 'clerk', 'admin']
const inOrder = (names: readonly string[]) => names.toSorted()

describe('a warrant is read by', () => {
  test.each(['submitted', 'review', 'returned', 'denied', 'recalled', 'expired'] as const)(
    'the writer and legal staff alone when it is %s',
    async (state) => {
      const id = await rows.insert({ state, writerId: cast.writer.userId, signerId: cast.judge.userId, reviewerId: cast.reviewer.userId })
      expect(inOrder(await readers(id))).toEqual(inOrder([...LEGAL, 'writer']))
    },
  )

  test('units on duty while it is in force, and not once it has expired, even before the job has ended it', async () => {
    const made = { writerId: cast.writer.userId, signerId: cast.judge.userId }
    expect(await readers(await rows.insert(made))).toEqual(Object.keys(cast).filter((name) => name !== 'offDuty'))
    const over = await rows.insert({ ...made, expiresAt: new Date(Date.now() - 1000) })
    expect(inOrder(await readers(over))).toEqual(inOrder([...LEGAL, 'writer']))
  })

  test('the officer who served it, while on duty', async () => {
    const { named, offDuty } = cast
    const made = { state: 'served', writerId: cast.writer.userId, signerId: cast.judge.userId } as const
    const by = { userId: named.userId, name: 'Named Officer', identifier: '' }
    expect(inOrder(await readers(await rows.insert({ ...made, servedBy: by })))).toEqual(inOrder([...LEGAL, 'writer', 'named']))
    const byOther = await rows.insert({ ...made, servedBy: { ...by, userId: offDuty.userId } })
    expect(inOrder(await readers(byOther))).toEqual(inOrder([...LEGAL, 'writer']))
  })

  test('nobody else: for firefighters on duty it does not exist', async () => {
    const medic = await w.officer({ department: 'FIRE' })
    const id = await rows.insert({ writerId: cast.writer.userId, signerId: cast.judge.userId })
    const there = await get(medic, id)
    expect(there.statusCode).toBe(404)
    expect((await get(medic, 999_999)).json()).toEqual({ ...there.json<object>(), requestId: expect.anything() })
  })
})

test('a confidential warrant exists only for its writer, its reviewers, those who sign and those named to serve it, active or ended', async () => {
  const id = await rows.insert(confidential(cast))
  expect(inOrder(await readers(id))).toEqual(inOrder(['admin', 'judge', 'named', 'ofDepartment', 'reviewer', 'writer']))
  const ended = await rows.insert({ ...confidential(cast), state: 'recalled' })
  expect(inOrder(await readers(ended))).toEqual(inOrder(['admin', 'judge', 'reviewer', 'writer']))
  const kept = await get(cast.clerk, id)
  const none = await get(cast.clerk, 999_999)
  expect({ ...kept.json<object>(), requestId: '' }).toEqual({ ...none.json<object>(), requestId: '' })
})

test('a member who goes off duty no longer reads a warrant that only their department was named to serve', async () => {
  const officer = await w.officer()
  const id = await rows.insert(confidential(cast))
  expect((await get(officer, id)).statusCode).toBe(200)
  await dispatchOf(t).status(officer, officer, 1)
  expect((await get(officer, id)).statusCode).toBe(404)
})

test('units read neither affidavit, support nor history of a warrant; its writer and legal staff do', async () => {
  const content = {
    callId: 7,
    callTitle: 'Burglary',
    reports: [{ reportId: 1, number: 'AR-2026-0001', about: 'Secret report' }],
    evidence: [{ reportId: 1, item: 0, number: 'AR-2026-0001', text: 'Secret knife' }],
    affidavit: 'Secret affidavit',
  }
  const id = await rows.insert({ ...confidential(cast), content })
  const seen = (await get(cast.named, id)).json<Warrant>()
  expect(JSON.stringify(seen)).not.toMatch(/Secret|Burglary/)
  expect(seen).toMatchObject({ hasAffidavit: true, history: [], chain: null, content: { callId: null, reports: [], evidence: [] } })
  for (const reader of [cast.writer, cast.judge, cast.reviewer]) {
    const full = (await get(reader, id)).json<Warrant>()
    expect(full.content).toMatchObject(content)
    expect(full.servedBy).toEqual({
      departments: [{ departmentId: 2, name: expect.any(String) }],
      members: [{ userId: cast.named.userId, name: 'Named Officer', identifier: cast.named.identifier }],
    })
    expect(full.chain).not.toBeNull()
  }
})

test('the history of a submitted warrant is unbroken, and the warrant says so', async () => {
  const { warrantId } = await w.submitted(cast.writer)
  const warrant = (await get(cast.clerk, warrantId)).json<Warrant>()
  expect(warrant.history.map(({ title }) => title)).toEqual(['Submitted', 'Drafted'])
  expect(warrant).toMatchObject({ state: 'submitted', chain: { entries: 2, state: 'unbroken' }, reason: '' })
})

test('a warrant says what its reader may do with it', async () => {
  const may = async (by: Member, id: number) => {
    const all = Object.entries((await get(by, id)).json<Warrant>().may)
    return all.flatMap(([act, isAllowed]) => (isAllowed ? [act] : []))
  }
  const waiting = await rows.insert({ state: 'submitted', writerId: cast.writer.userId })
  expect(await may(cast.writer, waiting)).toEqual(['takeBack'])
  expect(await may(cast.clerk, waiting)).toEqual(['take'])
  expect(await may(cast.judge, waiting)).toEqual(['take', 'return', 'sign', 'deny'])
  const active = await rows.insert({ writerId: cast.writer.userId, signerId: cast.judge.userId })
  expect(await may(cast.unnamed, active)).toEqual(['serve'])
  expect(await may(cast.clerk, active)).toEqual([])
  const dispatcher = await w.officer({ department: 'COMM' })
  expect(await may(dispatcher, active)).toEqual([])
})

describe('the rooms', () => {
  test('of legal staff and of units start empty and are refused to others', async () => {
    const clerk = await t.connect(cast.clerk.token)
    expect(await joinRoom(clerk, 'warrants')).toMatchObject({ ok: true, snapshot: {} })
    expect(await joinRoom(clerk, 'active-warrants')).toMatchObject({ ok: false })
    const officer = await t.connect(cast.unnamed.token)
    expect(await joinRoom(officer, 'active-warrants')).toMatchObject({ ok: true, snapshot: {} })
    expect(await joinRoom(officer, 'warrants')).toMatchObject({ ok: false })
  })

  test('of a member has their drafts and undecided warrants; only legal staff gets counts, of warrants that they may know of', async () => {
    const writer = await w.officer({ department: 'BCSO' })
    const draft = await w.complete(writer)
    const { warrantId } = await w.submitted(writer)
    await rows.insert({ writerId: writer.userId, signerId: cast.judge.userId })
    const mine = await joinRoom(await t.connect(writer.token), 'own-warrants', { userId: writer.userId })
    expect(mine).toMatchObject({ ok: true, snapshot: { drafts: [{ draftId: draft.draftId }], own: [{ warrantId }], counts: null } })
    const countsOf = async (who: Member) => {
      const reply = await joinRoom(await t.connect(who.token), 'own-warrants', { userId: who.userId })
      return (reply as { snapshot: { counts: WarrantCounts } }).snapshot.counts
    }
    const [before, judged] = [await countsOf(cast.clerk), await countsOf(cast.judge)]
    await rows.insert(confidential(cast))
    expect(await countsOf(cast.clerk)).toEqual(before)
    expect(await countsOf(cast.judge)).toEqual({ ...judged, active: judged.active + 1 })
    expect(await joinRoom(await t.connect(cast.clerk.token), 'own-warrants', { userId: writer.userId })).toMatchObject({ ok: false })
  })
})
