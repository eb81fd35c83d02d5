import { DISCORD_LINK_MINUTES, DISCORD_RETURN_PATH, type DiscordReturn, type DiscordStarted } from '@tenfour/contract'
import { sql } from 'kysely'
import { hashSecret, newToken } from '../../../platform/auth/secrets.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { DiscordClient } from '../discord/discord.port.ts'
import type { DiscordOAuth } from './links.oauth.ts'

/**
 * The purpose of going to Discord: to link the account of this member, or to confirm that it is them; to sign in, or to join, as someone not known
 * yet; to prove an account for an application.
 */
type Purpose =
  | { readonly kind: 'link' | 'confirm'; readonly userId: number }
  | { readonly kind: 'apply'; readonly registrationId: number }
  | { readonly kind: 'sign-in' | 'join' }
const userOf = (purpose: Purpose): number | null => ('userId' in purpose ? purpose.userId : null)
const registrationOf = (purpose: Purpose): number | null => ('registrationId' in purpose ? purpose.registrationId : null)

export type DiscordStates = ReturnType<typeof createDiscordStates>

type Deps = { readonly db: Db; readonly oauth: DiscordOAuth; readonly portalUrl: string | undefined }

/** Keeps track of who is on Discord's page right now. */
export function createDiscordStates({ db, oauth, portalUrl }: Deps) {
  return {
    start: async (client: DiscordClient, purpose: Purpose, origin: string): Promise<DiscordStarted> => {
      const returnUrl = returnUrlOf(portalUrl, origin)
      const state = newToken()
      const tabSecret = newToken()
      await db
        .insertInto('discord_sign_ins')
        .values({
          state_hash: hashSecret(state),
          tab_hash: hashSecret(tabSecret),
          purpose: purpose.kind,
          user_id: userOf(purpose),
          registration_id: registrationOf(purpose),
          return_url: returnUrl,
          expires_at: sql<Date>`now() + make_interval(mins => ${DISCORD_LINK_MINUTES})`,
        })
        .execute()
      return { url: oauth.authorizeUrl(client, { state, tabSecret, returnUrl, joins: purpose.kind === 'join' }), tabSecret }
    },

    /** Uses up the state: of two concurrent calls, one finds it unused. It can't be used again, whatever follows. */
    finish: async (purpose: Purpose, { state, tabSecret }: DiscordReturn): Promise<{ returnUrl: string }> => {
      const used = await db
        .updateTable('discord_sign_ins')
        .set({ used_at: sql<Date>`now()` })
        .where('state_hash', '=', hashSecret(state))
        .where('tab_hash', '=', hashSecret(tabSecret))
        .where('purpose', '=', purpose.kind)
        .where('user_id', 'is not distinct from', userOf(purpose))
        .where('registration_id', 'is not distinct from', registrationOf(purpose))
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .returning('return_url')
        .executeTakeFirst()
      if (!used)
        throw new AppError('bad_request', 'This sign-in has expired, was already used, or was started in another tab. Start again.')
      return { returnUrl: used.return_url }
    },
  }
}

/** Where Discord sends the browser back to. Discord accepts registered addresses only, so an invented origin leads nowhere. */
function returnUrlOf(portalUrl: string | undefined, origin: string): string {
  const own = portalUrl === undefined ? origin : new URL(portalUrl).origin
  // The tab's secret is kept for its origin: at another address the tab would not find it again.
  if (own !== origin) throw new AppError('bad_request', `Open the portal at ${own} to use Discord`)
  return `${portalUrl ?? own}${DISCORD_RETURN_PATH}`
}
