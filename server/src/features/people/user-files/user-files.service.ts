import {
  manageUsers,
  PASSWORD_LINK_PATH,
  type CheckedUserFile,
  type createFromUserFile,
  type ResponseOf,
  type WelcomedUser,
} from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import { hashLinkCode, linkTo, newLinkCode } from '../../../platform/auth/link-codes.ts'
import { hashPassword, newToken } from '../../../platform/auth/secrets.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { insertWelcomeLinks } from '../password-links/password-links.port.ts'
import { assertMemberships, insertAccount, lockAccount, type Authorize, type AuthorizedTx } from '../users/users.port.ts'
import { checkFile, type CheckedRow } from './user-files.check.ts'

type Deps = { readonly db: Db; readonly portalUrl: string | undefined; readonly authorize: Authorize }
type Created = { readonly userId: number; readonly code: string; readonly person: CheckedRow['person'] }

/** Accounts for many people at once, from a CSV file. */
export function createUserFileService({ db, portalUrl, authorize }: Deps) {
  return {
    check: async (actor: Actor, file: Uint8Array): Promise<CheckedUserFile> => {
      const { people, ...checked } = await checkFile({ db, authorize }, actor, file)
      return { ...checked, people: people.map(({ person }) => person) }
    },

    /** Creates all accounts in one transaction, or none. */
    create: async (actor: Actor, file: Uint8Array, accounts: number): Promise<ResponseOf<typeof createFromUserFile>> => {
      const { people } = await checkFile({ db, authorize }, actor, file)
      if (people.length !== accounts) {
        throw new AppError('conflict', `${people.length} accounts would be made by now, not ${accounts}: check the file again`)
      }
      // Nobody knows this password, so that nobody signs in before the member has set one by link.
      const passwordHash = await hashPassword(newToken())
      const distinct = new Map(people.flatMap(({ memberships }) => memberships.map((each) => [JSON.stringify(each), each] as const)))
      const { created, expiresAt } = await db.transaction().execute(async (tx) => {
        await assertMemberships(tx, [...distinct.values()])
        const { own } = await lockAccount(tx, actor, actor.userId, manageUsers)
        return authorize(
          tx,
          { actor, own },
          {
            changes: [{ userId: null }],
            write: (allowed) => insertPeople(allowed, actor, people, passwordHash),
            newId: (written) => written.created.map(({ userId }) => userId),
          },
        )
      })
      const users = created.map(({ person, userId, code }): WelcomedUser => ({
        ...person,
        userId,
        code,
        link: linkTo(portalUrl, PASSWORD_LINK_PATH, code),
      }))
      return { users, expiresAt }
    },
  }
}

async function insertPeople(tx: AuthorizedTx, actor: Actor, people: readonly CheckedRow[], passwordHash: string) {
  const created: Created[] = []
  for (const { person, memberships } of people) {
    const { name, emailAddress, steamId } = person
    const account = { name, emailAddress, steamId: steamId ?? undefined, passwordHash, memberships, roleIds: [], permissions: [] }
    const { userId } = await insertAccount(tx, actor, account).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError(error.code, `Row ${person.row}: ${error.message}. No account was made`, 'file') : error
    })
    created.push({ userId, code: newLinkCode(), person })
  }
  const links = created.map(({ userId, code }) => ({ userId, codeHash: hashLinkCode(code) }))
  return { created, expiresAt: await insertWelcomeLinks(tx, actor, links) }
}
