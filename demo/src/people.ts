import { AvatarColor, type Permission } from '@tenfour/contract'
import { DEMO_ACCOUNTS } from './accounts.ts'
import { createNames } from './names.ts'
import type { Random } from './random.ts'

export type Ladder = { readonly departmentId: number; readonly name: string; readonly ranks: readonly LadderRank[] }
export type LadderRank = { readonly rankId: number; readonly name: string; readonly isReserve: boolean }

export type Membership = { readonly department: Ladder; readonly rank: LadderRank; readonly isPrimary: boolean }
export type DemoPerson = {
  readonly name: string
  readonly emailAddress: string
  readonly role: string | undefined
  readonly permissions: readonly Permission[]
  readonly memberships: readonly Membership[]
  readonly avatarColor: AvatarColor
  readonly steamId: string | null
  readonly isWhitelisted: boolean
  readonly isWhitelistedDev: boolean
  readonly createdAt: Date
  readonly lastSeenAt: Date | null
  readonly state: 'active' | 'disabled' | 'deleted'
}

export const DAY_MS = 86_400_000
/** Members by primary department, including the sign-in accounts. */
const STRENGTH = { LSPD: 33, BCSO: 20, SAHP: 16, COMM: 12, FIRE: 18, CIV: 18 } as const
/** In addition to those of the sign-in accounts. */
const MORE_ROLES = ['Admin', 'Senior Staff', 'Staff', 'Staff', 'Staff', 'Staff', 'Legal Services', 'Legal Services']
const NEWCOMERS = 3
/** Weights from the lowest regular rank up; the top rank has only one holder. */
const PYRAMID = [4, 6, 4.5, 2.8, 1.7, 1.1]
const RESERVE_WEIGHT = 2

/** All members: sign-in accounts first, inactive ones last. */
export function createPeople(random: Random, ladders: readonly Ladder[], now: Date): DemoPerson[] {
  const nextName = createNames(
    random,
    DEMO_ACCOUNTS.map(({ name }) => name),
  )
  const person = (given: Pick<DemoPerson, 'memberships'> & Partial<DemoPerson>): DemoPerson => {
    const name = given.name ?? nextName()
    const age = random.int(4, 700)
    return {
      name,
      emailAddress: `${name.toLowerCase().replace(' ', '.')}@demo.example`,
      role: undefined,
      permissions: [],
      avatarColor: random.pick(AvatarColor.options),
      steamId: steamHex(random),
      isWhitelisted: random.chance(0.92),
      isWhitelistedDev: given.role !== undefined || random.chance(0.06),
      createdAt: new Date(now.getTime() - age * DAY_MS - random.int(0, DAY_MS)),
      lastSeenAt: new Date(now.getTime() - Math.floor(random.next() ** 4 * Math.min(age, 45) * DAY_MS) - random.int(0, 7_200_000)),
      state: 'active',
      ...given,
    }
  }

  const fixed = DEMO_ACCOUNTS.map(({ name, emailAddress, role, permissions = [], department, rank }) =>
    person({
      name,
      emailAddress,
      role,
      permissions,
      isWhitelisted: true,
      createdAt: new Date(now.getTime() - random.int(300, 700) * DAY_MS),
      lastSeenAt: new Date(now.getTime() - random.int(10, 1500) * 60_000),
      memberships: [membership(ladders, department, rank)],
    }),
  )
  const posts = ladders.flatMap((ladder) => {
    const taken = fixed.flatMap(({ memberships }) => memberships.filter(({ department }) => department === ladder))
    return postsOf(ladder, STRENGTH[ladder.name as keyof typeof STRENGTH] ?? 0, taken)
  })
  const moreRoles = [...MORE_ROLES]
  const others = random.shuffle(posts).map((post) => {
    const role = post.rank.isReserve ? undefined : moreRoles.shift()
    return person({ role, memberships: [post, ...secondPosts(random, ladders, post)] })
  })
  const newcomers = Array.from({ length: NEWCOMERS }, () => {
    const createdAt = new Date(now.getTime() - random.int(1, 40) * 3_600_000)
    return person({ memberships: [], isWhitelisted: false, steamId: null, createdAt, lastSeenAt: random.chance(0.5) ? now : null })
  })
  const former = (['disabled', 'disabled', 'disabled', 'deleted', 'deleted'] as const).map((state) =>
    person({ state, memberships: [random.pick(posts)], isWhitelisted: false }),
  )
  return [...fixed, ...withSteamTrouble(others), ...newcomers, ...former]
}

function membership(ladders: readonly Ladder[], departmentName: string, rankName: string): Membership {
  const department = ladders.find(({ name }) => name === departmentName)
  const rank = department?.ranks.find(({ name }) => name === rankName)
  if (!department || !rank) throw new Error(`There is no ${rankName} in ${departmentName}`)
  return { department, rank, isPrimary: true }
}

/** Ranks for the remaining members: one at the top, and more the lower the rank. */
function postsOf(department: Ladder, strength: number, taken: readonly Membership[]): Membership[] {
  const regular = department.ranks.filter(({ isReserve }) => !isReserve)
  const top = regular.at(-1)
  const weights = department.ranks
    .filter((rank) => rank !== top)
    .map((rank) => [rank, rank.isReserve ? RESERVE_WEIGHT : (PYRAMID[regular.indexOf(rank)] ?? 0.5)] as const)
  const posts = [...taken]
  const holders = (rank: LadderRank) => posts.filter((post) => post.rank === rank).length
  const wanting = (rank: LadderRank, weight: number) => weight / (holders(rank) + 0.5)
  while (posts.length < strength) {
    const [rank] = weights.reduce((most, each) => (wanting(...each) > wanting(...most) ? each : most))
    posts.push({ department, rank: top && holders(top) === 0 ? top : rank, isPrimary: true })
  }
  return posts.slice(taken.length)
}

/** About a third also serve in a second department, at a lower rank. */
function secondPosts(random: Random, ladders: readonly Ladder[], first: Membership): Membership[] {
  if (!random.chance(0.35)) return []
  const department = random.pick(ladders.filter(({ departmentId }) => departmentId !== first.department.departmentId))
  return [{ department, rank: random.pick(department.ranks.slice(0, 4)), isPrimary: false }]
}

/** A few members whose whitelist entry can't work: the Steam hex is missing or invalid. */
function withSteamTrouble(people: readonly DemoPerson[]): DemoPerson[] {
  const trouble = [null, null, null, '', 'STEAM_0:1:48213', '11000010f3', 'not sure, ask me']
  return people.map((person, index) => {
    const place = index / 9
    return Number.isInteger(place) && place < trouble.length ? { ...person, isWhitelisted: true, steamId: trouble[place] ?? null } : person
  })
}

const steamHex = (random: Random): string => `11000010${Array.from({ length: 7 }, () => random.int(0, 15).toString(16)).join('')}`
