import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from './test-database.ts'
import { connectBridge, gamePlayer, linkPlayer, type TestBridge } from './test-bridge.ts'
import { dispatchOf } from './test-dispatch.ts'
import { startTestPortal, until, type Person } from './test-portal.ts'

/** A minute of the portal is about two seconds here. */
export const PRESENCE_TEST_TIMING = { sampleMs: 40, writeMs: 100, idleMs: 1800, lostMs: 2000 }

export type Player = Person & { readonly source: number }
export type TestPresence = Awaited<ReturnType<typeof startPresence>>

/** A portal with a bridge of server 1, and what it recorded of members in the game. */
export async function startPresence(database: TestDatabase, redisUrl?: string) {
  const t = await startTestPortal({ database, presenceTiming: PRESENCE_TEST_TIMING, redisUrl })
  const { db } = t
  let lastSource = 0

  const presence = ({ userId }: Person) =>
    db.selectFrom('presence').selectAll().where('user_id', '=', userId).orderBy('started_at').execute()
  const patrols = ({ userId }: Person) =>
    db.selectFrom('patrols').selectAll().where('user_id', '=', userId).orderBy('started_at').orderBy('id').execute()
  const openCivilian = async (person: Person) => (await patrols(person)).find(({ ended_at, kind }) => !ended_at && kind === 'civilian')
  const lastEnd = async (person: Person) => (await presence(person)).at(-1)?.ended_at.getTime() ?? 0
  return {
    t,
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
    /** Whether its end moves on. */
    isGrowing: async (person: Person): Promise<boolean> => {
      const before = await lastEnd(person)
      await sleep(250)
      return (await lastEnd(person)) > before
    },
    isSeen: (person: Person) => until('seen', async () => (await presence(person)).length > 0),
    isOnCivilianPatrol: (person: Person) => until('on a civilian patrol', async () => (await openCivilian(person)) !== undefined),
    hasEnded: (person: Person) => until('ended', async () => (await openCivilian(person)) === undefined),
    close: t.close,
  }
}

export const hello = (bridge: TestBridge, ...players: readonly Player[]) =>
  bridge.hello({ players: players.map(({ source }) => gamePlayer(source)) })
