import { leaveSwitch, roomKey, signedIn, staff, type RoomName } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createUserCache } from '../../../platform/auth/current-user.ts'
import { advanceStream } from '../../../platform/database/transaction.ts'
import { anyRoom, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import { startTestPortal, until, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { keepWaiting } from './waiting.kept.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

type Listener = (params: object, news: { event: string; payload: unknown }) => void

/** The keeper with kinds of its own, whose events are sent by `tell`. */
function keep(...kinds: readonly Waiting[]) {
  const listeners = new Map<RoomName, Listener[]>()
  const closed = new Set<string>()
  const publishHere = vi.fn()
  const missed: (() => void)[] = []
  const keeper = keepWaiting({
    db: t.db,
    users: createUserCache(t.db),
    log: { warn: vi.fn() } as never,
    kinds,
    switches: { isOn: (given) => given === undefined },
    realtime: {
      publishHere,
      listen: (room, listener) => void listeners.set(room, [...(listeners.get(room) ?? []), listener as Listener]),
      onMissed: (listener) => void missed.push(listener),
      hasListenersHere: (key) => !closed.has(key),
    },
  })
  return {
    ...keeper,
    publishHere,
    close: (person: Person) => void closed.add(roomKey('waiting', { userId: person.userId })),
    tell: (room: RoomName, params: object, event: string) => listeners.get(room)?.forEach((each) => each(params, { event, payload: {} })),
    open: async (person: Person) => {
      const { user } = (await createUserCache(t.db).reload(person.userId))!
      const subject = {
        roleGroups: [],
        permissions: [],
        signsWarrants: false,
        hasCadDepartment: false,
        isCivilian: false,
        departmentIds: [],
      }
      const actor = { userId: person.userId, user, subject: { ...subject, userId: person.userId, capabilities: [], duty: null } }
      return keeper.room.snapshot(actor as never, { userId: person.userId })
    },
    lists: () => publishHere.mock.calls.map(([, { userId }, , , items]) => [userId, items.map(({ words }: { words: string }) => words)]),
  }
}

const kind = (over: Partial<Waiting> = {}) => {
  const count = vi.fn<Waiting['count']>(async (_db, members) => new Map(members.map(({ userId }) => [userId, 1])))
  return { id: 'things', access: signedIn, changedBy: [], words: (n: number) => `${n} things`, path: '/user/home', count, ...over }
}
const counting = (counts: readonly number[], over: Partial<Waiting> = {}) => {
  const left = [...counts]
  return kind({
    count: vi.fn<Waiting['count']>(
      async (_db, members) => new Map(members.map(({ userId }) => [userId, left[0] === undefined ? 0 : left.shift()!])),
    ),
    ...over,
  })
}

test('many events at once are counted once, for all members together', async () => {
  const things = kind({ changedBy: [anyRoom('discord', 'votes.changed')] })
  const people = [await t.addPerson(), await t.addPerson()]
  const k = keep(things)
  for (const person of people) await k.open(person)
  vi.mocked(things.count).mockClear()
  vi.mocked(things.count).mockImplementation(async (_db, members) => new Map(members.map(({ userId }) => [userId, 2])))
  for (let times = 0; times < 50; times += 1) k.tell('discord', {}, 'votes.changed')
  k.tell('discord', {}, 'jobs.changed')
  await until('both pages are told', async () => k.publishHere.mock.calls.length === 2)
  expect(things.count).toHaveBeenCalledOnce()
  expect(k.lists()).toEqual(people.map(({ userId }) => [userId, ['2 things']]))
})

test('an event of a member’s own room counts for that member alone, and an unchanged count is not told', async () => {
  const own = kind({ changedBy: [ownRoom('own-records')] })
  const [one, other] = [await t.addPerson(), await t.addPerson()]
  const k = keep(own)
  await k.open(one)
  await k.open(other)
  vi.mocked(own.count).mockClear()
  k.tell('own-records', { userId: one.userId }, 'fine.saved')
  await until('it was counted', async () => vi.mocked(own.count).mock.calls.length === 1)
  expect(vi.mocked(own.count).mock.calls[0]?.[1].map(({ userId }) => userId)).toEqual([one.userId])
  expect(k.publishHere).not.toHaveBeenCalled()
})

test('a change of the own room without an event is noticed with the heartbeat', async () => {
  const own = counting([1, 3], { changedBy: [ownRoom('own-records')] })
  const person = await t.addPerson()
  const k = keep(own)
  const { seq } = await k.open(person)
  expect(await k.room.currentSeqs?.([person])).toEqual([seq])
  await t.db.transaction().execute((tx) => advanceStream(tx, 'own-records', { userId: person.userId }))
  await k.room.currentSeqs?.([person])
  await until('the page is told', async () => k.publishHere.mock.calls.length === 1)
  expect(k.lists()).toEqual([[person.userId, ['3 things']]])
  expect(await k.room.currentSeqs?.([person])).toEqual([seq + 1])
})

test('nothing is counted for a member whose pages are closed, or for one who may not have it', async () => {
  const forStaff = kind({ id: 'queue', access: staff, changedBy: [anyRoom('discord', 'tickets.changed')] })
  const things = kind({ changedBy: [anyRoom('discord', 'tickets.changed')] })
  const [gone, here] = [await t.addPerson(), await t.addPerson()]
  const k = keep(forStaff, things)
  await k.open(gone)
  expect((await k.open(here)).state.map(({ id }) => id)).toEqual(['things'])
  k.close(gone)
  vi.mocked(things.count).mockClear()
  k.tell('discord', {}, 'tickets.changed')
  await until('it was counted', async () => vi.mocked(things.count).mock.calls.length === 1)
  expect(vi.mocked(things.count).mock.calls[0]?.[1].map(({ userId }) => userId)).toEqual([here.userId])
  expect(forStaff.count).not.toHaveBeenCalled()
})

test('a kind whose feature is switched off is not counted', async () => {
  const off = kind({ id: 'leave', featureSwitch: leaveSwitch, changedBy: [anyRoom('leave-requests', 'requests.changed')] })
  const k = keep(off, kind())
  expect((await k.open(await t.addPerson())).state.map(({ id }) => id)).toEqual(['things'])
  expect(off.count).not.toHaveBeenCalled()
})
