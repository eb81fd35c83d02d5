import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ALL_RANKS,
  actorNames,
  BCSO,
  createAuthorityCast,
  expectedOf,
  LSPD,
  RANKS,
  reachOf,
  TARGETS,
  targetNames,
  type ActorName,
  type AuthorityCast,
  type Grants,
  type RankName,
  type TargetName,
} from '../../../testing/test-authority.ts'
import { inDays } from '../../../testing/test-invitations.ts'
import { numberFrom, someOf } from '../../../testing/test-length.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

/** `RANKS_SEED=3` tries other targets; `TEST_FULL=1` tries all. */
const SEED = numberFrom('RANKS_SEED', 1)
const TARGETS_OF_EACH = 3

let t: TestPortal
let cast: AuthorityCast
beforeAll(async () => {
  t = await startTestPortal()
  cast = await createAuthorityCast(t)
})
afterAll(() => t.close())

/** Every way to a rank. A preview answers whether the change would be refused. */
const RANK_WAYS: Readonly<
  Record<
    string,
    {
      readonly through: 'managesUsers' | 'managesMembers' | 'heads'
      readonly ranks: readonly RankName[]
      readonly run: (http: Http, userId: number, rank: RankName) => Promise<number>
    }
  >
> = {
  'on its page': {
    through: 'managesMembers',
    ranks: ALL_RANKS,
    run: async (http, userId, rank) => {
      const { version } = await cast.contents(userId)
      return (await http.post(`/api/members/${userId}/rank`, { ...rankOf(rank), reason: 'A test', version })).statusCode
    },
  },
  'in bulk': {
    through: 'managesMembers',
    ranks: ALL_RANKS,
    run: async (http, userId, rank) => {
      const { departmentId, rankId: toRankId } = rankOf(rank)
      const members = [{ userId, version: (await cast.contents(userId)).version }]
      return (await http.post('/api/members/ranks', { departmentId, toRankId, members, reason: 'A test' })).statusCode
    },
  },
  'with its account': {
    through: 'managesUsers',
    ranks: ALL_RANKS,
    run: async (http, userId, rank) => (await cast.update(http, userId, { userDepartments: membershipsWith(rank) })).statusCode,
  },
  'as the head of its department': {
    through: 'heads',
    ranks: ALL_RANKS,
    run: async (http, userId, rank) => {
      const { departmentId, rankId } = rankOf(rank)
      const { version } = await cast.contents(userId)
      return (await http.post(`/api/departments/${departmentId}/people/${userId}/rank`, { rankId, reason: 'A test', version })).statusCode
    },
  },
  'by its page or as its head, previewed': {
    through: 'heads',
    ranks: ['plain', 'sergeant', 'sheriff'],
    run: (http, userId, rank) => preview(http, { userId, rank: rankOf(rank) }),
  },
  'in bulk, previewed': {
    through: 'managesMembers',
    ranks: ['sergeant'],
    run: (http, userId, rank) => preview(http, { userIds: [userId], rank: rankOf(rank) }),
  },
  'with its account, previewed': {
    through: 'managesUsers',
    ranks: ['sergeant'],
    run: (http, userId, rank) => preview(http, { userId, userDepartments: membershipsWith(rank) }),
  },
}
const isLetIn = (actor: ActorName, through: (typeof RANK_WAYS)[string]['through']) => {
  const { managesMembers, ...expected } = expectedOf(actor)
  return (through === 'managesUsers' ? expected.managesUsers : managesMembers || (through === 'heads' && expected.heads)) === true
}
const rankOf = (rank: RankName) => ({ departmentId: RANKS[rank].department_id, rankId: cast.rankId(rank) })
const membershipsWith = (rank: RankName) =>
  [LSPD, BCSO].map((departmentId) => ({
    departmentId,
    rankId: RANKS[rank].department_id === departmentId ? cast.rankId(rank) : null,
    isPrimary: departmentId === LSPD,
  }))
async function preview(http: Http, change: object): Promise<number> {
  const response = await http.post('/api/entitlements/preview', change)
  if (response.statusCode !== 200) return response.statusCode
  return response.json<{ refusals: string[] }>().refusals.length === 0 ? 200 : 403
}
const holdsRank = (target: TargetName, rank: RankName) => 'rank' in TARGETS[target] && (TARGETS[target] as Grants).rank === rank

describe.each(actorNames)('%s gives a rank', (actor) => {
  const { gives, isAdmin } = expectedOf(actor)
  test.each(Object.entries(RANK_WAYS))('%s: only with power that the actor may give', async (_way, { through, ranks, run }) => {
    const http = cast.as(actor)
    for (const rank of ranks) {
      // The target does not matter if the actor can't reach the endpoint at all.
      const isIn = isLetIn(actor, through)
      const without = targetNames.filter((each) => !holdsRank(each, rank))
      for (const target of isIn ? someOf(without, TARGETS_OF_EACH, SEED + ranks.indexOf(rank)) : without.slice(0, 1)) {
        const isExpected = isIn && reachOf(actor, target) !== '-' && gives.includes(rank)
        expect([target, rank, await cast.trial(target, (userId) => run(http, userId, rank))]).toEqual([
          target,
          rank,
          isExpected ? 200 : 403,
        ])
      }
    }
  })

  test.each(Object.entries(RANK_WAYS))('to themselves %s: only as an Admin', async (_way, { through, ranks, run }) => {
    for (const rank of ranks.filter((each) => each !== expectedOf(actor).rank)) {
      // A target of the same standing in the actor's own department, so that the actor stays as they are.
      const userId = await cast.account(expectedOf(actor))
      const before = await cast.contents(userId)
      const statusCode = await run(t.http(await t.openSession(userId)), userId, rank)
      expect([rank, statusCode]).toEqual([rank, isAdmin === true && isLetIn(actor, through) ? 200 : 403])
      if (statusCode !== 200) expect(await cast.contents(userId)).toEqual(before)
    }
  })

  test('with a new account: as to others', async () => {
    for (const rank of ALL_RANKS) {
      const user = { name: 'New', emailAddress: `made${cast.fresh()}@example.com`, userDepartments: membershipsWith(rank) }
      const { statusCode } = await cast.as(actor).post('/api/user/CreateUserAsync', { user, password: 'long enough 1' })
      expect([rank, statusCode]).toEqual([rank, expectedOf(actor).managesUsers === true && gives.includes(rank) ? 200 : 403])
    }
  })

  test('by an invitation: as to others', async () => {
    for (const rank of ALL_RANKS) {
      const { statusCode } = await cast.as(actor).post('/api/invitations', { ...rankOf(rank), expiresAt: inDays(1) })
      expect([rank, statusCode]).toEqual([rank, expectedOf(actor).managesUsers === true && gives.includes(rank) ? 200 : 403])
    }
  })

  // An actor who does not manage accounts can't sign in as someone else.
  if (!expectedOf(actor).managesUsers) return
  test('and can’t sign in with a power that they lack, not even in two steps', async () => {
    const http = cast.as(actor)
    const own: Grants = expectedOf(actor)
    const lacked = ALL_RANKS.filter((rank) => rank !== 'plain' && own.rank !== rank && !(isAdmin ?? false))
    for (const rank of lacked.filter((each) => !(each === 'entitled' && own.permissions?.includes('MANAGE_SERVERS')))) {
      for (const { run } of Object.values(RANK_WAYS).slice(0, 4)) {
        for (const isTakenFirst of [true, false]) {
          const userId = await cast.account({})
          const takeOver = async () => (await cast.update(http, userId, {}, 'a new password for it')).statusCode
          const give = () => run(http, userId, rank)
          const steps = isTakenFirst ? [await takeOver(), await give()] : [await give(), await takeOver()]
          expect(steps, `${rank}, ${isTakenFirst ? 'taken over' : 'given'} first`).toContain(403)
        }
      }
    }
  })
})
