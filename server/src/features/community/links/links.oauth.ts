import { createHash, createHmac } from 'node:crypto'
import { gameName } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import { createLanes } from '../../../platform/limits/lanes.ts'
import { DISCORD_OAUTH_LANE } from '../../../platform/limits/limits.ts'
import type { DiscordClient } from '../discord/discord.port.ts'

/** Who someone is in Discord. */
export type DiscordUser = { readonly discordId: string; readonly username: string; readonly displayName: string }

type Return = { readonly code: string; readonly tabSecret: string; readonly returnUrl: string }
export type DiscordOAuth = ReturnType<typeof createDiscordOAuth>

/** Limit for both calls together, so that a waiting member is soon told to sign in another way. */
export const ANSWER_MS = 6000
const REVOKE_MS = 5000

const Token = z.object({ access_token: z.string().min(1) })
const Refusal = z.object({ error: z.string() })
const NAME = gameName(100, 'Unknown')
const Me = z.object({ id: z.string().regex(/^\d{1,20}$/), username: NAME, global_name: NAME.nullish() })

/**
 * The verifier of PKCE. It is computed from the secret that only the tab has, so the portal keeps nothing that could exchange a stolen code.
 */
const verifierOf = (tabSecret: string): string => createHmac('sha256', tabSecret).update('discord code verifier').digest('base64url')

/** Asks Discord who someone is, with the scope `identify` and no other. Errors never contain what Discord answered. */
export function createDiscordOAuth({ log, answerMs = ANSWER_MS }: { log: FastifyBaseLogger; answerMs?: number }) {
  const lanes = createLanes<'discord'>(DISCORD_OAUTH_LANE)
  const closing = new AbortController()
  const revoking = new Set<Promise<void>>()

  /** Revokes Discord's token, which the portal no longer needs once it knows who someone is. Nobody waits for this. */
  const revoke = (client: DiscordClient, token: string): void => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(REVOKE_MS)])
    const done = post(client, 'token/revoke', { ...keysOf(client), token, token_type_hint: 'access_token' }, signal)
      .then(({ status }) => {
        if (status >= 400) log.warn({ status }, "a member's token of Discord could not be revoked")
      })
      .catch((error: unknown) => log.warn({ reason: nameOf(error) }, "a member's token of Discord could not be revoked"))
      .finally(() => revoking.delete(done))
    revoking.add(done)
  }

  const readIdentity = async (client: DiscordClient, given: Return): Promise<DiscordUser> => {
    const { apiUrl, agent } = client
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(answerMs)])
    const form = {
      ...keysOf(client),
      grant_type: 'authorization_code',
      code: given.code,
      redirect_uri: given.returnUrl,
      code_verifier: verifierOf(given.tabSecret),
    }
    const granted = await post(client, 'token', form, signal)
    if (!granted.ok) throw refusalOf(granted.status, Refusal.safeParse(await jsonOf(granted)).data?.error)
    const { access_token: token } = Token.parse(await jsonOf(granted))
    try {
      const me = await fetch(`${apiUrl}/v10/users/@me`, {
        headers: { 'user-agent': agent, authorization: `Bearer ${token}` },
        redirect: 'error',
        signal,
      })
      if (!me.ok) throw new Away(`answered ${me.status}`)
      const { id, username, global_name } = Me.parse(await jsonOf(me))
      return { discordId: id, username, displayName: global_name ?? username }
    } finally {
      revoke(client, token)
    }
  }

  return {
    authorizeUrl: (
      { authorizeUrl, clientId }: DiscordClient,
      { state, tabSecret, returnUrl }: Omit<Return, 'code'> & { state: string },
    ) => {
      const url = new URL(authorizeUrl)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        scope: 'identify',
        redirect_uri: returnUrl,
        state,
        code_challenge: createHash('sha256').update(verifierOf(tabSecret)).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return url.href
    },

    /** `otherwise` is what can be done while Discord is away. */
    identify: async (client: DiscordClient, given: Return, otherwise: string): Promise<DiscordUser> => {
      try {
        return await lanes.run('discord', () => readIdentity(client, given))
      } catch (error) {
        if (error instanceof NotAccepted)
          throw new AppError('unavailable', `Discord does not accept this portal. Tell an admin. ${otherwise}`)
        if (error instanceof AppError) throw error
        log.warn({ reason: nameOf(error) }, 'Discord does not answer')
        throw new AppError('unavailable', `Discord does not answer. ${otherwise}`)
      }
    },

    close: async (): Promise<void> => {
      closing.abort()
      await Promise.all(revoking)
    },
  }

  function refusalOf(status: number, error: string | undefined): Error {
    if (error === 'invalid_grant') return new AppError('bad_request', 'Discord no longer accepts this sign-in. Start again.')
    if (status !== 400 && status !== 401 && status !== 403) return new Away(`answered ${status}`)
    log.error({ status, error: error?.slice(0, 100) }, 'Discord does not accept the client id or the client secret')
    return new NotAccepted()
  }
}

class Away extends Error {}
class NotAccepted extends Error {}

const keysOf = ({ clientId, clientSecret }: Pick<DiscordClient, 'clientId' | 'clientSecret'>) => ({
  client_id: clientId,
  client_secret: clientSecret,
})

/** Redirects are refused: they would carry the client secret elsewhere. */
const post = ({ apiUrl, agent }: DiscordClient, path: string, form: Record<string, string>, signal: AbortSignal): Promise<Response> =>
  fetch(`${apiUrl}/v10/oauth2/${path}`, {
    method: 'POST',
    headers: { 'user-agent': agent },
    body: new URLSearchParams(form),
    redirect: 'error',
    signal,
  })

/** Undefined if the answer is not JSON, such as that of a proxy in between. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A name for the log in place of the error, because an error of zod or of a parser may quote what Discord sent. */
function nameOf(error: unknown): string {
  if (error instanceof Away) return error.message
  return error instanceof Error ? error.name : 'unknown'
}
