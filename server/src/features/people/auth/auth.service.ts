import { MESSAGES, type LoginPayload, type SignInKind } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import type { Actor, Caller } from '../../../platform/auth/actor.ts'
import { SESSION_LIFETIME_MS } from '../../../platform/auth/actor.ts'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { UserCache } from '../../../platform/auth/current-user.ts'
import { hashSecret, newToken, verifyPassword } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { prepare } from '../../../platform/database/prepared.ts'
import { AppError } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { newDevice } from './auth.devices.ts'
import { findSignIn, isNewDevice, remembersDevice } from './auth.places.ts'

type Checked = { readonly userId: number; readonly passwordHash: string }

type Options = { readonly db: Db; readonly users: UserCache; readonly attempts: AttemptGuard; readonly log: FastifyBaseLogger }
export function createAuthService({ db, users, attempts, log }: Options) {
  /** Every reason of failure gives the same message and takes the same amount of work. */
  const checkCredentials = async (caller: Caller, { emailAddress, password, device }: LoginPayload): Promise<Checked> => {
    const { account, place } = await findSignIn(db, emailAddress, { address: caller.address, device })
    const attempt = await attempts.begin(emailAddress, caller.address, place)
    if (attempt.waitSeconds > 0) throw new TooManyAttempts(attempt.waitSeconds)
    const passwordHash = account?.password_hash
    const isPasswordRight = await verifyPassword(passwordHash ?? undefined, password)
    const maySignIn = isPasswordRight && account !== undefined && account.disabled_at === null && account.deleted_at === null
    if (!maySignIn || !passwordHash) {
      recordLater(caller, account?.id ?? null)
      throw new AppError('credentials_invalid', MESSAGES.credentials)
    }
    await attempt.succeeded()
    return { userId: account.id, passwordHash }
  }

  /** Failures are recorded after the response, so that its timing reveals nothing. The same statement runs for an address that no account has. */
  const pendingRecords = new Set<Promise<unknown>>()
  const recordLater = (caller: Caller, userId: number | null) => {
    const written = nextTurn()
      .then(() => recordFailure(db, caller, userId))
      .catch((error: unknown) => log.error({ err: error }, 'a failed sign-in could not be recorded'))
      .finally(() => pendingRecords.delete(written))
    pendingRecords.add(written)
  }

  return {
    close: async () => void (await Promise.all(pendingRecords)),

    login: async (caller: Caller, payload: LoginPayload) => {
      const { userId, passwordHash } = await checkCredentials(caller, payload)
      const { token, version } = await openSession(db, caller, userId, { passwordHash, device: payload.device })
      const user = await users.get(userId, version)
      // The account was disabled since the check; the session is already revoked.
      if (!user) throw new AppError('credentials_invalid', MESSAGES.credentials)
      return { token, result: user }
    },

    validate: async (caller: Caller, payload: LoginPayload) => {
      await checkCredentials(caller, payload)
      return {}
    },

    logout: async (actor: Actor) => {
      await db
        .updateTable('sessions')
        .set({ revoked_at: new Date() })
        .where('id', '=', actor.sessionId)
        .where('revoked_at', 'is', null)
        .execute()
      return {}
    },
  }
}

/** The wait is sent in a header; the message is that of a wrong password. */
export class TooManyAttempts extends AppError {
  readonly waitSeconds: number

  constructor(waitSeconds: number) {
    super('too_many_attempts', MESSAGES.credentials)
    this.waitSeconds = waitSeconds
  }
}

type SignedIn = {
  /** The hash the password was checked against. If it has changed since, no session is opened. */
  readonly passwordHash?: string
  readonly kind?: z.infer<typeof SignInKind>
  /** How the browser is recognised. */
  readonly device?: string | undefined
}

type NewSession = {
  userId: number
  passwordHash: string | null
  kind: string
  tokenHash: Buffer
  address: string
  userAgent: string
  expiresAt: Date
  deviceHash: Buffer | null
}

/**
 * One statement, because a sign-in costs little but its password. Updates the account first: concurrent sign-ins then take turns, whereas upgrading a shared lock
 * could deadlock.
 */
const insertSession = prepare<NewSession, { version: number; is_new_device: boolean }>(
  ($) => sql`
    with account as (
      update users set last_seen_at = now()
      where id = ${$('userId')} and disabled_at is null and deleted_at is null
        and (${$('passwordHash')}::text is null or password_hash = ${$('passwordHash')})
      returning id, access_version, ${isNewDevice({ userId: sql`users.id`, deviceHash: sql`${$('deviceHash')}::bytea`, address: $('address') })} as is_new_device
    ), recorded as (
      insert into sign_ins (user_id, kind, address, user_agent, succeeded)
      select id, ${$('kind')}, ${$('address')}, ${$('userAgent')}, true from account
    ), ${remembersDevice(sql`${$('deviceHash')}::bytea`)}
    insert into sessions (user_id, kind, token_hash, address, user_agent, expires_at)
    select id, ${$('kind')}, ${$('tokenHash')}, ${$('address')}, ${$('userAgent')}, ${$('expiresAt')} from account
    returning (select access_version from account) as version, (select is_new_device from account) as is_new_device`,
)

/** Opens the session, and records the sign-in and the device. Locks the account. */
export const openSessionIn = async (db: Db | Tx, caller: Caller, userId: number, signedIn: SignedIn = {}): Promise<string> =>
  (await openSession(db, caller, userId, signedIn)).token

/** With the version that the account's rights have, so that the user need not be read again. */
async function openSession(db: Db | Tx, caller: Caller, userId: number, { passwordHash, kind = 'password', device }: SignedIn) {
  const token = newToken()
  const expiresAt = new Date(Date.now() + SESSION_LIFETIME_MS)
  const { address, userAgent } = caller
  const [opened] = await insertSession.run(db, {
    userId,
    passwordHash: passwordHash ?? null,
    kind,
    tokenHash: hashSecret(token),
    address,
    userAgent,
    expiresAt,
    deviceHash: device === undefined ? null : hashSecret(device),
  })
  if (!opened) throw new AppError('credentials_invalid', MESSAGES.credentials)
  // A screen in the game is no device of its own.
  if (opened.is_new_device && kind !== 'ticket') await enqueue(db, newDevice, { userId, at: new Date().toISOString(), address, userAgent })
  return { token, version: opened.version }
}

/** Records nothing without an account. */
export const recordFailure = (
  db: Db,
  { address, userAgent }: Caller,
  userId: number | null,
  kind: z.infer<typeof SignInKind> = 'password',
) =>
  sql`insert into sign_ins (user_id, kind, address, user_agent, succeeded)
    select id, ${kind}, ${address}, ${userAgent}, false from users where id = ${userId}`.execute(db)
