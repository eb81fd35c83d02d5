import { accessSubject, admin, isAllowed, TICKET_SECONDS, type CurrentUser, type Identifiers } from '@tenfour/contract'
import { sql } from 'kysely'
import pg from 'pg'
import type { Caller } from '../../../platform/auth/actor.ts'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import { hashSecret, newToken } from '../../../platform/auth/secrets.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { WithToken } from '../../../platform/http/route.ts'
import { openSessionIn, TooManyAttempts } from '../../people/auth/auth.port.ts'
import { accountOfPlayer } from '../../people/players/players.port.ts'
import { createLimitedKeys } from '../servers/servers.port.ts'

/** Raised by the database if a ticket would sign in an administrator. */
const NO_TICKET = 'TF002'

export type Ticket = { readonly ticket: string; readonly expiresAt: string }
export type TicketService = ReturnType<typeof createTicketService>

/** Signs players in to their own account: the game server requests a ticket, and the page exchanges it for a session. */
export function createTicketService({ db, attempts }: { db: Db; attempts: AttemptGuard }) {
  const limitedKeys = createLimitedKeys(db)
  return {
    /**
     * Null if no account is the player's. Also null for administrators: otherwise a stolen game server key would give admin access. A
     * limited key gets none for accounts with roles, permissions or capabilities either. The whitelist is not checked, as with password sign-in.
     */
    issue: async ({ serverId, keyId }: { serverId: number; keyId: number }, player: Identifiers): Promise<Ticket | null> => {
      const userId = await accountOfPlayer(db, player)
      const account = userId === undefined ? undefined : await loadCurrentUser(db, userId)
      if (!account || isAllowed(admin, accessSubject(account.user))) return null
      if (await limitedKeys.refuses(keyId, account.user, 'ticket')) return null
      const ticket = newToken()
      const { expires_at } = await db.transaction().execute(async (tx) => {
        // A new ticket replaces earlier unused ones.
        await tx.deleteFrom('sign_in_tickets').where('user_id', '=', account.user.userId).where('used_at', 'is', null).execute()
        return tx
          .insertInto('sign_in_tickets')
          .values({
            ticket_hash: hashSecret(ticket),
            user_id: account.user.userId,
            server_id: serverId,
            expires_at: sql<Date>`now() + make_interval(secs => ${TICKET_SECONDS})`,
          })
          .returning('expires_at')
          .executeTakeFirstOrThrow()
      })
      return { ticket, expiresAt: expires_at.toISOString() }
    },

    exchange: async (caller: Caller, ticket: string): Promise<WithToken<CurrentUser>> => {
      const attempt = await attempts.begin(`ticket from ${caller.address}`, caller.address)
      if (attempt.waitSeconds > 0) throw new TooManyAttempts(attempt.waitSeconds)
      const signedIn = await signIn(caller, ticket)
      const loaded = signedIn && (await loadCurrentUser(db, signedIn.userId))
      if (!loaded) {
        await recordFailure(caller, ticket)
        throw new AppError('credentials_invalid', 'This ticket is no longer valid: ask for another')
      }
      await attempt.succeeded()
      return { token: signedIn.token, result: loaded.user }
    },
  }

  /**
   * Only one of two concurrent calls finds the ticket unused. If the account can't sign in, the ticket stays used, so there is no second
   * try.
   */
  async function signIn(caller: Caller, ticket: string): Promise<{ token: string; userId: number } | undefined> {
    const used = await db
      .updateTable('sign_in_tickets')
      .set({ used_at: sql<Date>`now()` })
      .where('ticket_hash', '=', hashSecret(ticket))
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      // The server it was issued through must still be in use.
      .where('server_id', 'in', (servers) => servers.selectFrom('servers').select('id').where('retired_at', 'is', null))
      .returning('user_id')
      .executeTakeFirst()
    if (!used) return undefined
    try {
      const token = await db.transaction().execute((tx) => openSessionIn(tx, caller, used.user_id, { kind: 'ticket' }))
      return { token, userId: used.user_id }
    } catch (error) {
      // The account was disabled, or made an administrator, after the ticket was issued.
      if (error instanceof AppError || (error instanceof pg.DatabaseError && error.code === NO_TICKET)) return undefined
      throw error
    }
  }

  /** Recorded only for a real ticket, so that its account sees the failed attempt. */
  async function recordFailure({ address, userAgent }: Caller, ticket: string): Promise<void> {
    await sql`
      insert into sign_ins (user_id, kind, address, user_agent, succeeded)
      select user_id, 'ticket', ${address}, ${userAgent}, false from sign_in_tickets where ticket_hash = ${hashSecret(ticket)}`.execute(db)
  }
}
