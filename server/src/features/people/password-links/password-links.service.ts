import {
  accessSubject,
  isAllowed,
  manageUsers,
  mayHandleUser,
  PASSWORD_LINK_PATH,
  WELCOME_LINK_DAYS,
  whyNotTakeOver,
  type CurrentUser,
  type IssuedPasswordLink,
  type PasswordLink,
  type PasswordLinkPurpose,
  type UserRecord,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import { hashLinkCode, linkTo, newLinkCode } from '../../../platform/auth/link-codes.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../notices/notices.port.ts'
import {
  authorizedWithoutAsking,
  findCredentials,
  getAccount,
  lockAccount,
  lockUsers,
  readAccount,
  type Authorize,
} from '../users/users.port.ts'
import * as repo from './password-links.repo.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly portalUrl: string | undefined; readonly authorize: Authorize }

/** Links for members who lost their password. Who may set someone's password may make one, and has to be someone who may still when it is used. */
export function createPasswordLinkService({ db, publish, portalUrl, authorize }: Deps) {
  return {
    list: async (actor: Actor, userId: number): Promise<PasswordLink[]> => {
      await readAccount(db, actor, userId)
      return repo.linksOf(db, userId)
    },

    make: async (actor: Actor, userId: number): Promise<IssuedPasswordLink> => {
      if (userId === actor.userId) throw new AppError('forbidden', 'Change your own password in your settings')
      const code = newLinkCode()
      const link = await inTransaction(db, publish, async (tx, emit) => {
        const { own, account } = await lockAccount(tx, actor, userId, manageUsers)
        assertInUse(account)
        const purpose = (await repo.isNewcomer(tx, userId)) ? 'welcome' : 'reset'
        const made = await authorize(
          tx,
          { actor, own },
          {
            changes: [{ userId, signIn: { account, act: 'make a link for its password' } }],
            write: (allowed) => repo.insertLink(allowed, { userId, codeHash: hashLinkCode(code), purpose, madeBy: actor.userId }),
          },
        )
        await auditMade(tx, actor, userId, made)
        await tellMade(tx, emit, userId, own.name, purpose)
        return made
      })
      return { ...link, code, link: linkTo(portalUrl, PASSWORD_LINK_PATH, code) }
    },

    end: (actor: Actor, userId: number, passwordLinkId: number): Promise<PasswordLink> =>
      db.transaction().execute(async (tx) => {
        await lockAccount(tx, actor, userId, manageUsers)
        if (!(await repo.endLink(tx, userId, passwordLinkId))) throw new AppError('conflict', 'This link is no longer open')
        await recordAudit(tx, actor, 'user.password-link-ended', { subjectType: 'user', subjectId: userId })
        return repo.getLink(tx, passwordLinkId)
      }),
  }
}

/** For an operator at the console, who may take over any account. */
export async function makeLinkAtConsole(db: Db, emailAddress: string): Promise<string> {
  const code = newLinkCode()
  // Portals that run notice the member's new notice at the next heartbeat.
  await inTransaction(
    db,
    () => undefined,
    async (tx, emit) => {
      const found = await findCredentials(tx, emailAddress)
      if (!found) throw new AppError('not_found', `No account has the email address ${emailAddress}`, 'emailAddress')
      await lockUsers(tx, [found.id])
      assertInUse(await getAccount(tx, found.id))
      const purpose = (await repo.isNewcomer(tx, found.id)) ? 'welcome' : 'reset'
      const link = { userId: found.id, codeHash: hashLinkCode(code), purpose, madeBy: null } as const
      await auditMade(tx, {}, found.id, await repo.insertLink(authorizedWithoutAsking(tx), link))
      await tellMade(tx, emit, found.id, 'An operator at the console', purpose)
    },
  )
  return code
}

export const auditMade = (tx: Tx, actor: Parameters<typeof recordAudit>[1], userId: number, { purpose, expiresAt }: PasswordLink) =>
  recordAudit(tx, actor, 'user.password-link-made', { subjectType: 'user', subjectId: userId, after: { purpose, expiresAt } })

const WITHIN: Readonly<Record<PasswordLinkPurpose, string>> = { reset: 'an hour', welcome: `${WELCOME_LINK_DAYS} days` }

const tellMade = (tx: Tx, emit: Emit, userId: number, maker: string, purpose: PasswordLinkPurpose) =>
  tell(tx, emit, userId, {
    title: 'A link for a new password',
    text: `${maker} made a link with which a new password can be set for your account, once, within ${WITHIN[purpose]}. If you did not ask for it, tell an admin.`,
    path: '/user/settings',
  })

function assertInUse({ isDisabled, isDeleted, name }: UserRecord): void {
  if (isDeleted) throw new AppError('conflict', `The account of ${name} is deleted: restore it first`)
  if (isDisabled) throw new AppError('conflict', `The account of ${name} is disabled: enable it first`)
}

/** The current rights of the maker of a link; undefined if they may no longer take over the account. */
export async function rightsOfMaker(db: Db | Tx, madeBy: number, account: UserRecord): Promise<CurrentUser | undefined> {
  const own = (await loadCurrentUser(db, madeBy))?.user
  const mayStill = own && isAllowed(manageUsers, accessSubject(own)) && mayHandleUser(own, account) && whyNotTakeOver(own, account) === null
  return mayStill ? own : undefined
}
