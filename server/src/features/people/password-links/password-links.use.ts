import {
  DEAD_PASSWORD_LINK,
  type BodyOf,
  type CurrentUser,
  type LookedAtPasswordLink,
  type UserRecord,
  type usePasswordLink,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Caller } from '../../../platform/auth/actor.ts'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import { hashLinkCode } from '../../../platform/auth/link-codes.ts'
import { hashPassword } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { WithToken } from '../../../platform/http/route.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { openSessionIn } from '../auth/auth.port.ts'
import { assertMayJoin } from '../barred/barred.port.ts'
import { tell } from '../notices/notices.port.ts'
import {
  acceptConduct,
  authorizedWithoutAsking,
  explainAccountViolation,
  getAccount,
  lockUsers,
  recordChange,
  type Authorize,
  type AuthorizedTx,
  type NewcomersConduct,
} from '../users/users.port.ts'
import * as repo from './password-links.repo.ts'
import { rightsOfMaker } from './password-links.service.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly attempts: AttemptGuard
  readonly authorize: Authorize
  readonly happened: Happened
  readonly conduct: NewcomersConduct
}
type Use = BodyOf<typeof usePasswordLink>

/** For holders of the code of a link. */
export function createPasswordLinkUse({ db, publish, attempts, authorize, happened, conduct }: Deps) {
  /** Counted by address and, so that a link can't be used to try out Steam hexes, by code. */
  const begin = async ({ address }: Caller, act: 'look' | 'use', codeHash: Buffer) => {
    const attempt = await attempts.begin(`password link ${act} ${codeHash.toString('hex')}`, address)
    if (attempt.waitSeconds === 0) return attempt
    throw new AppError('too_many_attempts', `Too many tries: try again in ${attempt.waitSeconds} s`)
  }

  /** Writes with the rights that the maker of the link has now. Members have links by mail from themselves. */
  const asMaker = async (
    tx: Tx,
    actor: { userId: number },
    madeBy: number | null,
    account: UserRecord,
    write: (tx: AuthorizedTx) => Promise<unknown>,
  ) => {
    if (madeBy === null || madeBy === account.userId) return write(authorizedWithoutAsking(tx))
    const own = await rightsOfMaker(tx, madeBy, account)
    if (!own) throw deadLink()
    const change = { changes: [{ userId: account.userId, signIn: { account } }], write }
    return authorize(tx, { actor, own }, change).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'forbidden' ? deadLink() : error
    })
  }

  const useLink = (caller: Caller, link: repo.OpenLink, { steamId, conduct: accepted, device }: Use, passwordHash: string) =>
    inTransaction(db, publish, async (tx, emit) => {
      const { userId, madeBy, purpose } = link
      await lockUsers(tx, [userId, ...(madeBy === null ? [] : [madeBy])])
      if (!(await repo.markUsed(tx, link.id))) throw deadLink()
      const account = await getAccount(tx, userId)
      if (account.isDisabled || account.isDeleted) throw deadLink()
      const actor = { userId, requestId: caller.requestId }
      // A database trigger ends every session of the account.
      if (steamId !== account.steamId) await assertMayJoin(tx, { steamId }, "This can't be set here")
      await asMaker(tx, actor, madeBy, account, (allowed) => repo.saveCredentials(allowed, userId, { passwordHash, steamId }))
      await recordAudit(tx, actor, 'user.password-link-used', { subjectType: 'user', subjectId: userId, after: { purpose } })
      await recordChange(tx, actor, account, happened)
      if (purpose === 'welcome') await acceptConduct(tx, conduct, userId, accepted)
      else await tell(tx, emit, userId, resetBy(madeBy === userId ? 'a link that was mailed to you' : 'a link that staff made for you'))
      return openSessionIn(tx, caller, userId, { passwordHash, device })
    }).catch(explainAccountViolation)

  return {
    look: async (caller: Caller, code: string): Promise<LookedAtPasswordLink> => {
      const codeHash = hashLinkCode(code)
      const attempt = await begin(caller, 'look', codeHash)
      const link = await repo.findOpenLink(db, codeHash)
      if (!link) throw deadLink()
      const account = await getAccount(db, link.userId)
      if (link.madeBy !== null && link.madeBy !== link.userId && !(await rightsOfMaker(db, link.madeBy, account))) throw deadLink()
      await attempt.succeeded()
      const { purpose, expiresAt } = link
      const { name, emailAddress } = account
      const isWelcome = purpose === 'welcome'
      return {
        purpose,
        name,
        emailAddress,
        expiresAt: expiresAt.toISOString(),
        steamId: isWelcome ? (account.steamId ?? '') : null,
        conduct: isWelcome ? await conduct.current(db) : null,
      }
    },

    use: async (caller: Caller, use: Use): Promise<WithToken<CurrentUser>> => {
      const codeHash = hashLinkCode(use.code)
      const attempt = await begin(caller, 'use', codeHash)
      const link = await repo.findOpenLink(db, codeHash)
      if (!link) throw deadLink()
      if (link.purpose === 'reset' && use.steamId !== undefined) {
        throw new AppError('invalid_input', 'This link sets the password alone', 'steamId')
      }
      const token = await useLink(caller, link, use, await hashPassword(use.password))
      await attempt.succeeded()
      const loaded = await loadCurrentUser(db, link.userId)
      if (!loaded) throw deadLink()
      return { token, result: loaded.user }
    },
  }
}

const deadLink = () => new AppError('invalid_input', DEAD_PASSWORD_LINK, 'code')

const resetBy = (link: string) => ({
  title: 'Your password was changed',
  text: `A new password was set with ${link}, and your sessions elsewhere have ended. If that was not you, tell an admin.`,
  path: '/user/settings',
})
