import { accessSubject, admin, isAllowed, TICKET_SECONDS, type CurrentUser } from '@tenfour/contract'
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
import { accountWithSteam } from '../../people/users/users.port.ts'

/** Raised by the database itself where an administrator would be signed in by a game server. */
const NO_TICKET = 'TF002'

export type Ticket = { readonly ticket: string; readonly expiresAt: string }
export type TicketService = ReturnType<typeof createTicketService>

/** A player's way into their own account: their game server asks for a ticket, their page exchanges it for a session. */
export function createTicketService({ db, attempts }: { db: Db; attempts: AttemptGuard }) {
  return {
    /**
     * None where no account has this Steam hex. Nor for administrators: whoever takes a game server's key could otherwise be one of them.
     * The whitelist does not matter, as it does not for a password.
     */
    issue: async (serverId: number, steam: string | undefined): Promise<Ticket | null> => {
      const userId = steam === undefined ? undefined : await accountWithSteam(db, steam)
      const account = userId === undefined ? undefined : await loadCurrentUser(db, userId)
      if (!account || isAllowed(admin, accessSubject(account.user))) return null
      const ticket = newToken()
      const { expires_at } = await db.transaction().execute(async (tx) => {
        // The last one asked for is the one that counts.
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
        throw new AppError('credentials_invalid', 'This ticket is not valid any more: ask for another')
      }
      await attempt.succeeded()
      return { token: signedIn.token, result: loaded.user }
    },
  }

  /** Of two at once one finds it unused. What is wrong with the account leaves it used: nobody gets another try. */
  async function signIn(caller: Caller, ticket: string): Promise<{ token: string; userId: number } | undefined> {
    const used = await db
      .updateTable('sign_in_tickets')
      .set({ used_at: sql<Date>`now()` })
      .where('ticket_hash', '=', hashSecret(ticket))
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      // What it was issued through has to be in use still.
      .where('server_id', 'in', (servers) => servers.selectFrom('servers').select('id').where('retired_at', 'is', null))
      .returning('user_id')
      .executeTakeFirst()
    if (!used) return undefined
    try {
      const token = await db.transaction().execute((tx) => openSessionIn(tx, caller, used.user_id, { kind: 'ticket' }))
      return { token, userId: used.user_id }
    } catch (error) {
      // Disabled, or made an administrator, since the ticket was issued.
      if (error instanceof AppError || (error instanceof pg.DatabaseError && error.code === NO_TICKET)) return undefined
      throw error
    }
  }

  /** With a ticket that was one: its account sees that somebody tried. */
  async function recordFailure({ address, userAgent }: Caller, ticket: string): Promise<void> {
    await sql`
      insert into sign_ins (user_id, kind, address, user_agent, succeeded)
      select user_id, 'ticket', ${address}, ${userAgent}, false from sign_in_tickets where ticket_hash = ${hashSecret(ticket)}`.execute(db)
  }
}
