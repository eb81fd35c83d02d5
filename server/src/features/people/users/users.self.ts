import { self, type BodyOf, type CurrentUser, type exportSelf, type ResponseOf, type ThemeChoice, type updateSelf } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import { hashPassword, verifyPassword } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { getAccount, lockAccount } from './users.account.ts'
import { assertVersion, recordChange, type AccountListener } from './users.manage.ts'
import * as repo from './users.repo.ts'
import { explainAccountViolation } from './users.violations.ts'

export type SelfService = ReturnType<typeof createSelfService>

type Exported = ResponseOf<typeof exportSelf>
type PartName = Exclude<keyof Exported, 'exportedAt' | 'account' | 'characters'>
/** Parts of a member's data export that are provided by other features. */
export type ExportParts = { readonly [K in PartName]-?: (actor: Actor) => Promise<Exported[K]> }
type Deps = {
  readonly db: Db
  readonly attempts: AttemptGuard
  readonly accountListeners: readonly AccountListener[]
  readonly exportParts: ExportParts
}

/** What members can do with their own account. */
export function createSelfService({ db, attempts, accountListeners, exportParts }: Deps) {
  /** A wrong password counts as a failed sign-in, so that an open session can't be used to guess it. */
  const checkPassword = async (actor: Actor, current: string): Promise<string> => {
    const attempt = await attempts.begin(actor.user.emailAddress, actor.address, 'signed in')
    if (attempt.waitSeconds > 0) {
      throw new AppError('too_many_attempts', `Too many wrong passwords: try again in ${attempt.waitSeconds} s`, 'currentPassword')
    }
    const stored = await repo.passwordHashOf(db, actor.userId)
    if (!stored || !(await verifyPassword(stored, current))) {
      throw new AppError('invalid_input', 'This is not your current password', 'currentPassword')
    }
    await attempt.succeeded()
    return stored
  }

  const preparePassword = async (actor: Actor, password: string, current: string | null | undefined) => {
    if (!current) throw new AppError('invalid_input', 'Enter your current password', 'currentPassword')
    const stored = await checkPassword(actor, current)
    return { stored, passwordHash: await hashPassword(password) }
  }

  return {
    update: async (actor: Actor, { user, password, currentPassword }: BodyOf<typeof updateSelf>): Promise<CurrentUser> => {
      const next = password === undefined ? undefined : await preparePassword(actor, password, currentPassword)
      return db
        .transaction()
        .execute(async (tx) => {
          const { account } = await lockAccount(tx, actor, actor.userId, self('userId'))
          assertVersion(account, user.version)
          if (next && (await repo.passwordHashOf(tx, actor.userId)) !== next.stored) {
            throw new AppError('conflict', 'Your password has been changed in the meantime', 'currentPassword')
          }
          if (next) await keepSession(tx, actor.sessionId)
          await repo.updateProfile(tx, actor.userId, { ...user, passwordHash: next?.passwordHash })
          if (next) await recordAudit(tx, actor, 'user.password-changed', { subjectType: 'user', subjectId: actor.userId })
          return recordChange(tx, actor, account, accountListeners)
        })
        .catch(explainAccountViolation)
    },

    /** A preference: neither audited nor a conflict with changes to the profile. */
    saveTheme: async (actor: Actor, theme: ThemeChoice): Promise<CurrentUser> => {
      await repo.saveTheme(db, actor.userId, theme)
      return getAccount(db, actor.userId)
    },

    export: async (actor: Actor): Promise<Exported> => {
      const [account, characters, parts] = await Promise.all([
        getAccount(db, actor.userId),
        repo.charactersOf(db, actor.userId),
        readParts(exportParts, actor),
      ])
      return { exportedAt: new Date().toISOString(), account, characters, ...parts }
    },
  }
}

/** A password change ends all sessions of the account; this exempts the current one, in this transaction only. */
const keepSession = (tx: Tx, sessionId: number) => sql`select set_config('portal.keep_session', ${String(sessionId)}, true)`.execute(tx)

/** All at once, each under its name. */
async function readParts(parts: ExportParts, actor: Actor): Promise<Pick<Exported, PartName>> {
  const entries = await Promise.all(Object.entries(parts).map(async ([name, read]) => [name, await read(actor)] as const))
  // Each is what its name stands for, and the answer is parsed once more before it leaves.
  return Object.fromEntries(entries) as Pick<Exported, PartName>
}
