import type { TestDatabase } from './test-database.ts'
import { connectBridge, gamePlayer, linkPlayer, type TestBridge } from './test-bridge.ts'
import { dispatchOf } from './test-dispatch.ts'
import { startTestPortal, until, type Person } from './test-portal.ts'

/**
 * Long intervals, so that nobody becomes idle and no bridge counts as lost on a busy machine. Tests shorten them when they wait for that.
 */
const PATIENT = { idleMs: 600_000, lostMs: 600_000 }
const SOON = { idleMs: 100, lostMs: 300 }
export const PRESENCE_TEST_TIMING = { sampleMs: 40, writeMs: 100, ...PATIENT }

export type Player = Person & { readonly source: number }
export type TestPresence = Awaited<ReturnType<typeof startPresence>>

/** A portal with a bridge of server 1, and the presence that it recorded of members. */
export async function startPresence(database: TestDatabase, redisUrl?: string) {
  const timing = { ...PRESENCE_TEST_TIMING }
  const errors: string[] = []
  const logTo = { write: (line: string) => void errors.push(line) }
  const t = await startTestPortal({ database, presenceTiming: timing, redisUrl, logLevel: 'error', logTo })
  const { db } = t
  let lastSource = 0

  const presence = ({ userId }: Person) =>
    db.selectFrom('presence').selectAll().where('user_id', '=', userId).orderBy('started_at').execute()
  const patrols = ({ userId }: Person) =>
    db.selectFrom('patrols').selectAll().where('user_id', '=', userId).orderBy('started_at').orderBy('id').execute()
  const openCivilian = async (person: Person) => (await patrols(person)).find(({ ended_at, kind }) => !ended_at && kind === 'civilian')
  const lastEnd = async (person: Person) => (await presence(person)).at(-1)?.ended_at.getTime() ?? 0
  const isSeenAfter = (person: Person, at: number) => until('seen later', async () => (await lastEnd(person)) > at)
  const whileSoon = async (of: keyof typeof SOON, wait: () => Promise<void>, ms = SOON[of]) => {
    timing[of] = ms
    await wait()
    timing[of] = PATIENT[of]
  }
  return {
    t,
    /** Lines that were logged. */
    errors,
    d: dispatchOf(t),
    addPlayer: async (departments: readonly string[] = ['LSPD']): Promise<Player> => {
      const person = await t.addPerson({ departments: departments.map((name, index) => ({ name, isPrimary: index === 0 })) })
      const source = (lastSource += 1)
      await linkPlayer(t, person.userId, source)
      return { ...person, source }
    },
    connect: (key: string) => connectBridge(t, { key }),
    presence,
    patrols,
    openCivilian,
    lastEnd,
    isSeenAfter,
    /** Resolves once everything before was written and patrols were opened and ended: a write begins after the previous one is done. */
    isFollowed: async (present: Person) => {
      await isSeenAfter(present, Date.now())
      await isSeenAfter(present, Date.now())
    },
    /** Simulates minutes without movement. */
    whileIdle: (wait: () => Promise<void>) => whileSoon('idleMs', wait),
    /** Simulates minutes without a bridge. */
    whileLost: (wait: () => Promise<void>, ms?: number) => whileSoon('lostMs', wait, ms),
    isSeen: (person: Person) => until('seen', async () => (await presence(person)).length > 0),
    isOnCivilianPatrol: (person: Person) => until('on a civilian patrol', async () => (await openCivilian(person)) !== undefined),
    /** Simulates minutes after which members who are not seen count as gone. */
    hasEnded: (person: Person) => whileSoon('lostMs', () => until('ended', async () => (await openCivilian(person)) === undefined)),
    close: t.close,
  }
}

export const hello = (bridge: TestBridge, ...players: readonly Player[]) =>
  bridge.hello({ players: players.map(({ source }) => gamePlayer(source)) })
