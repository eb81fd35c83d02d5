import {
  DISCORD_LINK_MINUTES,
  type BodyOf,
  type DiscordLink,
  type linkByDiscordCode,
  type readDiscordLinkCode,
  type ResponseOf,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import { hashSecret, readableCode } from '../../../platform/auth/secrets.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertSamePassword, type PasswordCheck } from '../../people/users/users.port.ts'
import { linkedChanges } from '../discord/discord.port.ts'
import type { DiscordUser } from './links.oauth.ts'
import { explainViolation, type LinkService } from './links.service.ts'

/** Fifty bits, which can't be guessed with a few tries an hour. */
const CODE_LENGTH = 10

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly links: Pick<LinkService, 'linkIn'>
  readonly checkPassword: PasswordCheck
}
export type LinkCodes = ReturnType<typeof createLinkCodes>

/** Codes of `/link`: a member asks for one in Discord, and opens its address where they are signed in to the portal. */
export function createLinkCodes({ db, publish, links, checkPassword }: Deps) {
  return {
    /** Issues a code, which replaces an earlier one that was not used. */
    issue: async ({ discordId, username, displayName }: DiscordUser): Promise<string> => {
      const code = readableCode(CODE_LENGTH)
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('discord_link_codes').where('discord_id', '=', discordId).where('used_at', 'is', null).execute()
        await tx
          .insertInto('discord_link_codes')
          .values({
            code_hash: hashSecret(code),
            discord_id: discordId,
            username,
            display_name: displayName,
            expires_at: sql<Date>`now() + make_interval(mins => ${DISCORD_LINK_MINUTES})`,
          })
          .execute()
      })
      return code
    },

    read: async (code: string): Promise<ResponseOf<typeof readDiscordLinkCode>> => {
      const row = await db
        .selectFrom('discord_link_codes')
        .select(['username', 'display_name', 'expires_at'])
        .where('code_hash', '=', hashOf(code))
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      if (!row) throw notValid()
      return { username: row.username, displayName: row.display_name, expiresAt: row.expires_at.toISOString() }
    },

    /** Links the account. Only that uses the code up: after a wrong password, or if another account has to be unlinked first, it still works. */
    use: async (actor: Actor, { code, currentPassword }: BodyOf<typeof linkByDiscordCode>): Promise<DiscordLink> => {
      const stored = await checkPassword(actor, currentPassword)
      return inTransaction(db, publish, async (tx, emit, _after, emitAll) => {
        const row = await tx
          .updateTable('discord_link_codes')
          .set({ used_at: sql<Date>`now()` })
          .where('code_hash', '=', hashOf(code))
          .where('used_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`)
          .returning(['discord_id', 'username', 'display_name'])
          .executeTakeFirst()
        if (!row) throw notValid()
        const user = { discordId: row.discord_id, username: row.username, displayName: row.display_name }
        const link = await links.linkIn(tx, emit, actor, user, 'command')
        await assertSamePassword(tx, actor.userId, stored)
        await emitAll(await linkedChanges(tx, user.discordId))
        return link
      }).catch(explainViolation)
    },
  }
}

/** The hash of a code, however it was typed. */
const hashOf = (code: string): Buffer => hashSecret(code.replace(/[\s-]/g, '').toUpperCase())

const notValid = () => new AppError('invalid_input', 'This code has expired or was used already. Use /link in Discord for another.', 'code')
