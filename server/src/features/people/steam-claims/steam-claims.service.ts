import {
  levelOf,
  manageUsers,
  ROOT_LEVEL,
  self,
  STEAM_RETURN_PATH,
  steamSwitch,
  type BodyOf,
  type decideSteamDispute,
  type finishSteamProof,
  type ResponseOf,
  type startSteamProof,
  type SteamClaim,
  type SteamDispute,
} from '@tenfour/contract'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { hashSecret, newToken } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { advanceStream, inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Happened } from '../../../platform/reactions.ts'
import type { Switches } from '../../../platform/settings/switches.ts'
import { EVERYONE } from '../../../platform/waiting.ts'
import { assertMayJoin } from '../barred/barred.port.ts'
import { tellAll, type Telling } from '../notices/notices.port.ts'
import {
  authorizedWithoutAsking,
  explainAccountViolation,
  getAccount,
  idsAbove,
  lockAccount,
  lockUsers,
  readAccount,
  recordChange,
  type Authorize,
} from '../users/users.port.ts'
import type { SteamOpenId } from './steam-claims.openid.ts'
import * as repo from './steam-claims.repo.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly happened: Happened
  readonly authorize: Authorize
  readonly switches: Pick<Switches, 'isOn'>
  readonly portalUrl: string | undefined
  readonly openId: SteamOpenId
}
export type SteamClaimService = ReturnType<typeof createSteamClaimService>

export function createSteamClaimService({ db, publish, happened, authorize, switches, portalUrl, openId }: Deps) {
  /** The tab keeps its secret for the origin of the page, so that the state is all that the address needs. */
  const returnTo = (state: string): string => {
    if (portalUrl === undefined) {
      throw new AppError('feature_off', 'Steam accounts cannot be proved here: the portal does not know its own address')
    }
    return `${portalUrl}${STEAM_RETURN_PATH}?state=${state}`
  }

  /** Writes the changes of these accounts, and tells the features that they concern. */
  const changeAccounts = async (
    tx: Tx,
    actorOf: (userId: number) => AuditActor,
    userIds: readonly number[],
    write: () => Promise<void>,
  ) => {
    const before = []
    for (const userId of userIds) before.push(await getAccount(tx, userId))
    await write()
    for (const account of before) await recordChange(tx, actorOf(account.userId), account, happened)
  }

  const isTaken = new AppError('conflict', 'This Steam account has changed hands just now. Start again.')

  const list = async (actor: Pick<Actor, 'user'>): Promise<SteamDispute[]> =>
    (await repo.disputes(db, idsAbove(actor.user))).map((dispute) => ({ ...dispute, mayDecide: mayDecide(actor, dispute.claims) }))

  return {
    get: async (actor: Actor, userId: number): Promise<SteamClaim> => {
      await readAccount(db, actor, userId)
      const proveAt = portalUrl !== undefined && switches.isOn(steamSwitch) ? new URL(portalUrl).origin : null
      return { ...(await repo.claimOf(db, userId)), proveAt }
    },

    start: async ({ sessionId }: Actor): Promise<ResponseOf<typeof startSteamProof>> => {
      const state = newToken()
      const tabSecret = newToken()
      const url = openId.addressFor(returnTo(state))
      await repo.insertProof(db, { state: hashSecret(state), tab: hashSecret(tabSecret), sessionId })
      return { url, tabSecret }
    },

    finish: async (
      actor: Actor,
      { state, tabSecret, answer }: BodyOf<typeof finishSteamProof>,
    ): Promise<ResponseOf<typeof finishSteamProof>> => {
      const address = returnTo(state)
      if (!(await repo.useProof(db, { state: hashSecret(state), tab: hashSecret(tabSecret), sessionId: actor.sessionId })))
        throw new AppError('bad_request', 'This has expired, was already used, or was started in another tab. Start again.')
      const steamHex = await openId.verify(answer, address)
      return inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
        await repo.lockHex(tx, steamHex)
        const held = (await repo.holdersOf(tx, steamHex)).map(({ userId }) => userId)
        await lockUsers(tx, [actor.userId, ...held])
        await lockAccount(tx, actor, actor.userId, self('userId'))
        const others = (await repo.holdersOf(tx, steamHex)).filter(({ userId }) => userId !== actor.userId)
        if (others.some(({ userId }) => !held.includes(userId))) throw isTaken
        if (!(await repo.takeNonce(tx, answer.response_nonce))) throw new AppError('bad_request', 'This answer of Steam was already used')
        await assertMayJoin(tx, { steamId: steamHex }, "This Steam account can't be used here")

        const isDisputed = others.some(({ hasProved }) => hasProved)
        const otherIds = others.map(({ userId }) => userId)
        const allowed = authorizedWithoutAsking(tx)
        const actorOf = (userId: number): AuditActor => (userId === actor.userId ? actor : {})
        await changeAccounts(tx, actorOf, [actor.userId, ...otherIds], async () => {
          if (isDisputed) await repo.disputeClaims(allowed, steamHex)
          for (const userId of otherIds) await repo.loseSteamHex(allowed, userId, steamHex)
          if (!isDisputed) await repo.setSteamHex(allowed, actor.userId, steamHex)
          await repo.saveClaim(allowed, actor.userId, steamHex, isDisputed)
        })
        const about = (userId: number) => ({ subjectType: 'user' as const, subjectId: userId, after: { steamHex } })
        await recordAudit(tx, actor, isDisputed ? 'user.steam-disputed' : 'user.steam-proved', about(actor.userId))
        for (const userId of otherIds) await recordAudit(tx, {}, isDisputed ? 'user.steam-disputed' : 'user.steam-lost', about(userId))
        if (isDisputed) await advanceStream(tx, 'waiting', { userId: EVERYONE })
        await tellAll(tx, emitAll, isDisputed ? disputed(steamHex, [actor.userId, ...otherIds]) : proved(steamHex, actor.userId, otherIds))
        return { steamHex, outcome: isDisputed ? ('disputed' as const) : ('proved' as const) }
      }).catch(explainAccountViolation)
    },

    list,

    countFor: async (actor: Pick<Actor, 'user'>): Promise<number> => (await list(actor)).filter((dispute) => dispute.mayDecide).length,

    decide: async (actor: Actor, { steamHex, userId: winner }: BodyOf<typeof decideSteamDispute>): Promise<Record<never, never>> =>
      inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
        await repo.lockHex(tx, steamHex)
        const claimants = (await repo.claimantsOf(tx, steamHex)).map(({ userId }) => userId)
        await lockUsers(tx, [actor.userId, ...claimants])
        const { own } = await lockAccount(tx, actor, actor.userId, manageUsers)
        if (claimants.length === 0) throw new AppError('conflict', 'This Steam account has been decided already')
        const accounts = []
        for (const userId of claimants) accounts.push((await lockAccount(tx, actor, userId, manageUsers)).account)
        if (winner !== null && !claimants.includes(winner))
          throw new AppError('invalid_input', 'This member has not proved the Steam account', 'userId')
        if (!mayDecide({ user: own }, accounts))
          throw new AppError('forbidden', "You can't decide on your own Steam account: ask someone else")
        await authorize(
          tx,
          { actor, own },
          {
            changes: accounts.map((account) => ({ userId: account.userId, signIn: { account, act: 'decide on its Steam account' } })),
            fields: { signIn: 'userId', ranks: 'userId' },
            write: (allowed) =>
              changeAccounts(
                tx,
                () => actor,
                claimants,
                () => repo.settleClaims(allowed, steamHex, winner),
              ),
          },
        )
        for (const userId of claimants) {
          const after = { steamHex, isTheirs: userId === winner }
          await recordAudit(tx, actor, 'user.steam-decided', { subjectType: 'user', subjectId: userId, after })
        }
        await advanceStream(tx, 'waiting', { userId: EVERYONE })
        await tellAll(tx, emitAll, decided(steamHex, claimants, winner))
        return {}
      }).catch(explainAccountViolation),
  }
}

/** Nobody decides on their own claim but Root, whom nobody else may decide on. */
const mayDecide = ({ user }: Pick<Actor, 'user'>, claims: readonly { readonly userId: number }[]): boolean =>
  levelOf(user) >= ROOT_LEVEL || !claims.some(({ userId }) => userId === user.userId)

const PAGE = '/user/settings'

const proved = (steamHex: string, owner: number, losers: readonly number[]): Telling[] => [
  {
    userId: owner,
    notice: {
      title: 'Steam account proved',
      text: `You proved at Steam that ${steamHex} is your Steam hex.${losers.length > 0 ? ' It was removed from another account, for which someone had typed it.' : ''} If this was not you, end your sessions and change your password.`,
      path: PAGE,
    },
  },
  ...losers.map((userId) => ({
    userId,
    notice: {
      title: 'Your Steam hex was removed',
      text: `Another member proved at Steam that ${steamHex} is their Steam hex. For your account it had been typed. Prove your own Steam account, or enter its Steam hex.`,
      path: PAGE,
    },
  })),
]

const disputed = (steamHex: string, userIds: readonly number[]): Telling[] =>
  userIds.map((userId) => ({
    userId,
    notice: {
      title: 'Your Steam account is disputed',
      text: `More than one member proved at Steam that ${steamHex} is their Steam hex. Game servers recognise none of them by it until the staff decide.`,
      path: PAGE,
    },
  }))

const decided = (steamHex: string, userIds: readonly number[], winner: number | null): Telling[] =>
  userIds.map((userId) => ({
    userId,
    notice: {
      title: 'Your Steam account was decided on',
      text: `The staff decided that the Steam hex ${steamHex} ${userId === winner ? 'is yours' : 'is not yours'}.`,
      path: PAGE,
    },
  }))
