import type { DiscordConnection } from '@tenfour/contract'
import type { DiscordEnvironment } from '../../../platform/config/config.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Sealer } from '../../../platform/secrets/sealer.ts'
import { VERSION } from '../../../version.ts'

/** The OAuth2 client of the portal's Discord application, with which members link accounts and sign in. */
export type DiscordClient = {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiUrl: string
  /** The page on which Discord asks a member for consent. */
  readonly authorizeUrl: string
  /** The user agent of calls without discord.js. */
  readonly agent: string
}

type Source = DiscordConnection['token']
type Known = { readonly value: string | undefined; readonly from: Source; readonly isUnreadable: boolean }

const PURPOSE = { token: 'discord.token', clientSecret: 'discord.client-secret' } as const
type Secret = keyof typeof PURPOSE

export type Credentials = ReturnType<typeof createCredentials>

type Deps = {
  readonly db: Db
  readonly sealer: Sealer
  readonly environment: DiscordEnvironment
  readonly portalUrl: string | undefined
}

/** The bot token and the OAuth client: from the environment, or else as entered on the portal. */
export function createCredentials({ db, sealer, environment, portalUrl }: Deps) {
  const known = (secret: Secret, sealed: Buffer | null): Known => {
    const fixed = environment[secret]
    if (fixed !== undefined) return { value: fixed, from: 'environment', isUnreadable: false }
    if (sealed === null) return { value: undefined, from: 'none', isUnreadable: false }
    const value = sealer.open(PURPOSE[secret], sealed)
    return { value, from: 'portal', isUnreadable: value === undefined }
  }
  const read = async (on: Db | Tx = db) => {
    const row = await on.selectFrom('discord_connection').selectAll().executeTakeFirstOrThrow()
    const clientId: Known =
      environment.clientId !== undefined
        ? { value: environment.clientId, from: 'environment', isUnreadable: false }
        : { value: row.client_id ?? undefined, from: row.client_id === null ? 'none' : 'portal', isUnreadable: false }
    return {
      token: known('token', row.token),
      clientId,
      clientSecret: known('clientSecret', row.client_secret),
      version: row.version,
      changedAt: row.changed_at,
      changedBy: row.changed_by,
    }
  }
  const { apiUrl } = environment
  const agent = discordAgent(portalUrl)
  /** Browsers open this address, so it does not go through a proxy for the API. */
  const authorizeUrl = new URL('/oauth2/authorize', environment.siteUrl).href
  return {
    apiUrl,
    authorizeUrl,
    agent,
    read,
    /** The environment variable that sets this value; undefined if it may be entered on the portal. */
    fixedBy: (field: Secret | 'clientId'): string | undefined => (environment[field] === undefined ? undefined : VARIABLE[field]),
    seal: (secret: Secret, value: string): Buffer => sealer.seal(PURPOSE[secret], value),
    /** Null while the OAuth client is not set up. */
    client: async (): Promise<DiscordClient | null> => {
      const { clientId, clientSecret } = await read()
      if (clientId.value === undefined || clientSecret.value === undefined) return null
      return {
        clientId: clientId.value,
        clientSecret: clientSecret.value,
        apiUrl,
        authorizeUrl,
        agent,
      }
    },
  }
}

const VARIABLE = { token: 'DISCORD_BOT_TOKEN', clientId: 'DISCORD_CLIENT_ID', clientSecret: 'DISCORD_CLIENT_SECRET' } as const

/**
 * The user agent in the form that Discord requires, an address included; without it, Cloudflare may reject a call. Discord.js sends its own.
 * Discord knows the portal's address as that to which members return.
 */
export const discordAgent = (portalUrl: string | undefined): string =>
  `DiscordBot (${new URL(portalUrl ?? 'http://localhost').origin}, ${VERSION}) Tenfour/${VERSION}`
