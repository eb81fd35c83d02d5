import { self, type BodyOf, type CurrentUser, type exportSelf, type ResponseOf, type ThemeChoice, type updateSelf } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { hashPassword } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ExportParts } from '../../../platform/feature.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { assertMayJoin } from '../barred/barred.port.ts'
import type { Mails } from '../mails/mails.port.ts'
import { getAccount, lockAccount } from './users.account.ts'
import { authorizedWithoutAsking } from './users.authority.ts'
import { assertVersion, newIdentifiers, recordChange } from './users.manage.ts'
import { assertSamePassword, type PasswordCheck } from './users.password.ts'
import * as repo from './users.repo.ts'

type Exported = ResponseOf<typeof exportSelf>
type Deps = {
  readonly db: Db
  readonly checkPassword: PasswordCheck
  readonly happened: Happened
  readonly exportParts: () => ExportParts
  readonly mails: Pick<Mails, 'isOn'>
}

/** The actions of members on their own account. */
export function createSelfService({ db, checkPassword, happened, exportParts, mails }: Deps) {
  return {
    update: async (actor: Actor, { user, password, currentPassword }: BodyOf<typeof updateSelf>): Promise<CurrentUser> => {
      const next =
        password === undefined
          ? undefined
          : { stored: await checkPassword(actor, currentPassword), passwordHash: await hashPassword(password) }
      return db
        .transaction()
        .execute(async (tx) => {
          const { account } = await lockAccount(tx, actor, actor.userId, self('userId'))
          assertVersion(account, user.version)
          if (mails.isOn && user.emailAddress.toLowerCase() !== account.emailAddress.toLowerCase()) {
            throw new AppError('invalid_input', 'A new email address is confirmed by mail first: press Change', 'emailAddress')
          }
          if (next) await assertSamePassword(tx, actor.userId, next.stored)
          await assertMayJoin(tx, newIdentifiers(account, user), "This can't be changed here")
          if (next) await keepSession(tx, actor.sessionId)
          await repo.updateProfile(authorizedWithoutAsking(tx), actor.userId, { ...user, passwordHash: next?.passwordHash })
          if (next) await recordAudit(tx, actor, 'user.password-changed', { subjectType: 'user', subjectId: actor.userId })
          return recordChange(tx, actor, account, happened)
        })
        .catch(repo.explainAccountViolation)
    },

    /** Saves a preference, which is not audited and never conflicts with changes to the profile. */
    saveTheme: async (actor: Actor, theme: ThemeChoice): Promise<CurrentUser> => {
      await repo.saveTheme(db, actor.userId, theme)
      return getAccount(db, actor.userId)
    },

    export: async (actor: Actor): Promise<Exported> => {
      const [account, characters, parts] = await Promise.all([
        getAccount(db, actor.userId),
        repo.charactersOf(db, actor.userId),
        readParts(exportParts(), actor),
      ])
      return { exportedAt: new Date().toISOString(), account, characters, ...parts }
    },
  }
}

/** A password change ends all sessions of the account; this exempts the current one, in this transaction only. */
const keepSession = (tx: Tx, sessionId: number) => sql`select set_config('portal.keep_session', ${String(sessionId)}, true)`.execute(tx)

type Parts = { readonly [Name in keyof ExportParts]: Exported[Name] }

/** Reads all parts of the export at once, each under its name. */
async function readParts(parts: ExportParts, actor: Actor): Promise<Parts> {
  const entries = await Promise.all(Object.entries(parts).map(async ([name, read]) => [name, await read(actor)] as const))
  // Each part has the type of its name, and the response is parsed before it is sent.
  return Object.fromEntries(entries) as Parts
}
