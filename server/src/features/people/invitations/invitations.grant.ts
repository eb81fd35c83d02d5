import {
  accessSubject,
  isAllowed,
  isSteamHex,
  manageUsers,
  mayHandleUser,
  whyNotGive,
  type CurrentUser,
  type DepartmentMembership,
  type UserRecord,
} from '@tenfour/contract'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  assertMemberships,
  getAccount,
  insertAccount,
  nameRankAuthor,
  replaceMemberships,
  type Authorize,
  type AuthorizedTx,
} from '../users/users.port.ts'
import { orderOf, type Stored } from './invitations.repo.ts'

type Environment = 'prod' | 'dev'
/** Sends the whitelists of these environments to the game servers. */
export type PushWhitelists = (tx: Tx, actor: AuditActor, environments: readonly Environment[]) => Promise<unknown>
export type GrantDeps = { readonly authorize: Authorize; readonly pushWhitelists: PushWhitelists }

export type Grant = Pick<Stored, 'departmentId' | 'rankId' | 'whitelists'>
export type Giver = {
  readonly actor: AuditActor
  /** The current rights of the member who answers for the invitation. */ readonly own: CurrentUser
}

/** The invitation may no longer give its department, rank or whitelists to anyone. */
export class NoLongerHolds extends Error {}
/** An error about the person alone, such as an email address that is taken. It passes through the checks of what may be given. */
class Personal extends Error {}

/** The rights, at this moment, of the member who answers for an invitation. Their account is locked by now, if something is to be given. */
export async function rightsOf(
  db: Db | Tx,
  { answeredBy, answererName }: Pick<Stored, 'answeredBy' | 'answererName'>,
): Promise<CurrentUser> {
  const own = (await loadCurrentUser(db, answeredBy))?.user
  if (!own) throw new NoLongerHolds(`The account of ${answererName} is disabled or deleted`)
  if (!isAllowed(manageUsers, accessSubject(own))) throw new NoLongerHolds(`${answererName} may no longer create accounts`)
  return own
}

/** Turns the reasons why an invitation can't give what it gives into `NoLongerHolds`, and leaves errors about the person as they are. */
export async function whileItHolds<T>(work: (personal: <P>(about: Promise<P>) => Promise<P>) => Promise<T>): Promise<T> {
  const personal = <P>(about: Promise<P>): Promise<P> =>
    about.catch((error: unknown) => {
      throw new Personal('about the person', { cause: error })
    })
  try {
    return await work(personal)
  } catch (error) {
    if (error instanceof Personal) throw error.cause
    throw error instanceof AppError && REFUSALS.has(error.code) ? new NoLongerHolds(error.message) : error
  }
}
const REFUSALS: ReadonlySet<string> = new Set(['forbidden', 'invalid_input'])

const membershipsOf = ({ departmentId, rankId }: Grant): DepartmentMembership[] =>
  departmentId === null ? [] : [{ departmentId, rankId, isPrimary: true }]

/** Refuses a department or rank that is no longer in use, and locks both. Comes before accounts are locked, so that no two transactions deadlock. */
export const lockGrant = (tx: Tx, grant: Grant): Promise<void> => assertMemberships(tx, membershipsOf(grant))

type NewAccount = Pick<Parameters<typeof insertAccount>[2], 'name' | 'emailAddress' | 'passwordHash' | 'steamId'>
type Personally = <P>(about: Promise<P>) => Promise<P>

/** Creates an account with what an invitation gives, if the giver may give it. Making an invitation runs this and takes it back. */
export async function giveToNew(
  { authorize, pushWhitelists }: GrantDeps,
  tx: Tx,
  { actor, own }: Giver,
  grant: Grant,
  account: NewAccount,
  personally: Personally = (about) => about,
): Promise<UserRecord> {
  assertMayWhitelist(own, grant.whitelists)
  const { userId } = await authorize(
    tx,
    { actor, own },
    {
      changes: [{ userId: null }],
      fields: { ranks: 'rankId' },
      write: async (allowed) => {
        const created = await personally(
          insertAccount(allowed, actor, { ...account, memberships: membershipsOf(grant), roleIds: [], permissions: [] }),
        )
        await putOnWhitelists(allowed, actor, created.userId, grant.whitelists)
        return created
      },
      newId: (created) => created.userId,
    },
  )
  await pushWhitelists(tx, actor, grant.whitelists)
  return getAccount(tx, userId)
}

/** Gives a member what they lack of an invitation, if the giver may give it to them. Their account is locked. */
export async function giveToMember(
  { authorize, pushWhitelists }: GrantDeps,
  tx: Tx,
  { actor, own }: Giver,
  { account, lacks }: { readonly account: UserRecord; readonly lacks: Lacking },
): Promise<void> {
  assertMayWhitelist(own, lacks.whitelists)
  await nameRankAuthor(tx, own.userId)
  await authorize(
    tx,
    { actor, own },
    {
      changes: [{ userId: account.userId, ranks: lacks.memberships !== null }],
      fields: { ranks: 'rankId' },
      write: async (allowed) => {
        if (lacks.memberships) await replaceMemberships(allowed, account.userId, lacks.memberships)
        await putOnWhitelists(allowed, actor, account.userId, lacks.whitelists)
      },
    },
  )
  await pushWhitelists(tx, actor, lacks.whitelists)
}

function assertMayWhitelist(own: CurrentUser, whitelists: readonly Environment[]): void {
  for (const environment of whitelists) {
    const refusal = whyNotGive(own, { kind: 'whitelist', environment })
    if (refusal !== null) throw new AppError('forbidden', refusal, 'whitelists')
  }
}

const FLAG = {
  prod: { field: 'isWhitelisted', column: 'is_whitelisted' },
  dev: { field: 'isWhitelistedDev', column: 'is_whitelisted_dev' },
} as const

async function putOnWhitelists(tx: AuthorizedTx, actor: AuditActor, userId: number, whitelists: readonly Environment[]): Promise<void> {
  for (const { field, column } of whitelists.map((each) => FLAG[each])) {
    await tx
      .updateTable('users')
      .set({ [column]: true })
      .where('id', '=', userId)
      .execute()
    const change = { before: { [field]: false }, after: { [field]: true } }
    await recordAudit(tx, actor, 'user.whitelisted', { subjectType: 'user', subjectId: userId, ...change })
  }
}

export type Lacking = {
  /** All memberships as they would be; null if they stay as they are. */
  readonly memberships: readonly DepartmentMembership[] | null
  readonly whitelists: readonly Environment[]
  /** Everything the member would gain, in words. */
  readonly gains: readonly string[]
}

/** The parts of an invitation that a member lacks. A rank is raised, or given where there is none, and never lowered. */
export async function lackingOf(db: Db | Tx, account: CurrentUser, invitation: Stored): Promise<Lacking> {
  const whitelists = invitation.whitelists.filter((each) => !account[FLAG[each].field])
  const listed = whitelists.map((each) => (each === 'prod' ? 'the whitelist of game servers' : 'the whitelist of development servers'))
  const { departmentId, rankId, department, rank } = invitation
  if (departmentId === null) return { memberships: null, whitelists, gains: listed }
  const held = account.userDepartments.map((each) => ({ departmentId: each.departmentId, rankId: each.rankId, isPrimary: each.isPrimary }))
  const ranked = rank === null ? [] : [`the rank ${rank} in ${department}`]
  const membership = held.find((each) => each.departmentId === departmentId)
  if (!membership) {
    const joined = { departmentId, rankId, isPrimary: !held.some(({ isPrimary }) => isPrimary) }
    return { memberships: [...held, joined], whitelists, gains: [`${department}`, ...ranked, ...listed] }
  }
  const isRaised = rankId !== null && (membership.rankId === null || (await orderOf(db, rankId)) > (await orderOf(db, membership.rankId)))
  if (!isRaised) return { memberships: null, whitelists, gains: listed }
  const raised = held.map((each) => (each.departmentId === departmentId ? { ...each, rankId } : each))
  return { memberships: raised, whitelists, gains: [...ranked, ...listed] }
}

type Asked = { readonly invitation: Stored; readonly account: CurrentUser; readonly lacks: Lacking; readonly wasUsed: boolean }

/** Why this member can't accept an invitation that others can; null if they can. */
export function whyNotAccept(own: CurrentUser, { invitation, account, lacks, wasUsed }: Asked): string | null {
  const isTheirs = [invitation.madeBy, invitation.answeredBy].includes(account.userId)
  if (isTheirs) return "This is your own invitation: you can't use it yourself"
  if (wasUsed) return 'You have used this invitation already'
  if (!mayHandleUser(own, account)) return `This invitation was made by ${invitation.answererName}, whose account is below yours`
  if (lacks.gains.length === 0) return 'You already have everything that this invitation gives'
  if (lacks.whitelists.length > 0 && !isSteamHex(account.steamId ?? ''))
    return 'This invitation puts you on a whitelist, which needs a Steam hex: enter yours in your account settings first'
  return null
}
