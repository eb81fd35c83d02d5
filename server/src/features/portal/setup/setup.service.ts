import { timingSafeEqual } from 'node:crypto'
import { communityNameSetting, type SetupPayload } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Caller } from '../../../platform/auth/actor.ts'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import { hashLinkCode } from '../../../platform/auth/link-codes.ts'
import { readableCode } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { withKnownZone } from '../../../platform/calendar/calendar.ts'
import { writeTimeZone } from '../calendar/calendar.port.ts'
import { openSessionIn } from '../../people/auth/auth.port.ts'
import { giveShippedCapabilities } from '../../people/departments/departments.port.ts'
import { countUsers, createUser } from '../../people/users/users.port.ts'

const CODE = 'setup.code'

export type SetupService = ReturnType<typeof createSetupService>

export function createSetupService({ db, attempts }: { db: Db; attempts: AttemptGuard }) {
  /** Runs work that fails with a wrong code. Wrong codes are counted, and more are refused without looking. */
  const tried = async <T>(caller: Caller, work: () => Promise<T>): Promise<T> => {
    const attempt = await attempts.begin('set-up', caller.address)
    if (attempt.waitSeconds > 0)
      throw new AppError('too_many_attempts', `Too many wrong codes: try again in ${attempt.waitSeconds} s`, 'code')
    const done = await work()
    await attempt.succeeded()
    return done
  }

  return {
    isNeeded: async () => (await countUsers(db)) === 0,

    /** For what else the code opens; it stays valid. */
    assertCode: (caller: Caller, code: string): Promise<void> => tried(caller, () => db.transaction().execute((tx) => claimCode(tx, code))),

    /** The code to print while no account exists; the same on every node and after restarts, until it is used. */
    code: async (): Promise<string | undefined> => {
      if ((await countUsers(db)) > 0) return undefined
      const fresh = [readableCode(4), readableCode(4), readableCode(4)].join('-')
      await db
        .insertInto('portal_settings')
        .values({ key: CODE, value: JSON.stringify(fresh) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return readCode(db)
    },

    complete: async (caller: Caller, payload: SetupPayload) => {
      const done = await tried(caller, () =>
        withKnownZone('timeZone', () =>
          db.transaction().execute(async (tx) => {
            await claimCode(tx, payload.code)
            if (payload.timeZone !== undefined) await writeTimeZone(tx, payload.timeZone)
            const userId = await createRoot(tx, payload)
            await writeCommunityName(tx, payload.communityName)
            const token = await openSessionIn(tx, caller, userId)
            return { userId, token }
          }),
        ),
      )
      const loaded = await loadCurrentUser(db, done.userId)
      if (!loaded) throw new AppError('internal', 'The account was created but could not be read')
      return { token: done.token, result: loaded.user }
    },

    /** Unattended setup: does nothing once an account exists. */
    createRootIfNone: (account: { email: string; password: string }): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        await lockSetup(tx)
        if ((await countUsers(tx)) > 0) return false
        await createRoot(tx, { name: 'Root', emailAddress: account.email, password: account.password })
        return true
      }),
  }
}

async function createRoot(
  tx: Tx,
  { name, emailAddress, password }: Pick<SetupPayload, 'name' | 'emailAddress' | 'password'>,
): Promise<number> {
  const userId = await createUser(tx, {}, { name, emailAddress, password, roles: ['Root'] })
  await giveShippedCapabilities(tx)
  await tx.deleteFrom('portal_settings').where('key', '=', CODE).execute()
  await recordAudit(tx, { userId }, 'portal.set-up', { subjectType: 'portal', subjectId: 'portal' })
  return userId
}

/** Prevents two concurrent setups, by hand or on starting nodes, from both finding the table empty. */
const lockSetup = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('set-up', 0))`.execute(tx)

const writeCommunityName = (tx: Tx, name: string) =>
  tx
    .insertInto('settings')
    .values({ key: communityNameSetting.key, value: JSON.stringify(name) })
    .onConflict((on) => on.column('key').doUpdateSet({ value: JSON.stringify(name) }))
    .execute()

async function claimCode(tx: Tx, given: string): Promise<void> {
  await lockSetup(tx)
  const row = await tx.selectFrom('portal_settings').select('value').where('key', '=', CODE).executeTakeFirst()
  if (!row || (await countUsers(tx)) > 0) throw new AppError('conflict', 'This portal has already been set up: sign in instead')
  if (!timingSafeEqual(hashLinkCode(z.string().parse(row.value)), hashLinkCode(given))) {
    throw new AppError('invalid_input', 'This is not the code printed in the console', 'code')
  }
}

async function readCode(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('portal_settings').select('value').where('key', '=', CODE).executeTakeFirst()
  return row && z.string().parse(row.value)
}
