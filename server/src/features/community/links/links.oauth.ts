import { createHash, createHmac } from 'node:crypto'
import { gameName } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import { createLanes } from '../../../platform/limits/lanes.ts'
import { DISCORD_OAUTH_LANE } from '../../../platform/limits/limits.ts'
import type { DiscordClient } from '../discord/discord.port.ts'
import { createTokenReturns } from './links.returns.ts'

/** Who someone is in Discord. */
export type DiscordUser = { readonly discordId: string; readonly username: string; readonly displayName: string }
/** Someone who wants to join. */
export type DiscordNewcomer = DiscordUser & {
  readonly email: string | null
  /** Whether Discord has verified the address. */
  readonly isVerified: boolean
  /** The first of the servers that were asked about of which they are a member, or else the first whose screening they have not passed. */
  readonly member: { readonly guildId: string; readonly isPending: boolean } | null
}

type Return = { readonly code: string; readonly tabSecret: string; readonly returnUrl: string }
export type DiscordOAuth = ReturnType<typeof createDiscordOAuth>

/** Limit for both calls together, so that a waiting member is soon told to sign in another way. */
export const ANSWER_MS = 6000
const REVOKE_MS = 5000

/** Someone who joins is asked for their email address, and for who they are on the community's servers. */
const SCOPES = { known: ['identify'], newcomer: ['identify', 'email', 'guilds.members.read'] } as const

const Token = z.object({ access_token: z.string().min(1), scope: z.string().default('') })
const Refusal = z.object({ error: z.string() })
const NAME = gameName(100, 'Unknown')
const Me = z.object({ id: z.string().regex(/^\d{1,20}$/), username: NAME, global_name: NAME.nullish() })
const MeWithEmail = Me.extend({ email: z.string().nullish(), verified: z.boolean().nullish() })
/** Only an explicit `pending: false` has passed the screening. A guest may enter one voice channel, and is no member. */
const OwnMember = z.object({ pending: z.boolean().default(true), flags: z.int().default(0) })
const IS_GUEST = 1 << 4
const Limited = z.object({ retry_after: z.number().positive() })

/**
 * The verifier of PKCE. It is computed from the secret that only the tab has, so the portal keeps nothing that could exchange a stolen code.
 */
const verifierOf = (tabSecret: string): string => createHmac('sha256', tabSecret).update('discord code verifier').digest('base64url')

/** Asks Discord who someone is: with the scope `identify` and no other, unless they want to join. Errors never contain what Discord answered. */
export function createDiscordOAuth({ log, answerMs = ANSWER_MS }: { log: FastifyBaseLogger; answerMs?: number }) {
  const lanes = createLanes<'discord'>(DISCORD_OAUTH_LANE)
  const closing = new AbortController()

  /** Revokes Discord's token, which the portal no longer needs once it knows who someone is. Nobody waits for this. */
  const returns = createTokenReturns<{ client: DiscordClient; token: string }>(({ client, token }, ended) =>
    post(
      client,
      'token/revoke',
      { ...keysOf(client), token, token_type_hint: 'access_token' },
      AbortSignal.any([ended, AbortSignal.timeout(REVOKE_MS)]),
    )
      .then(({ status }) => {
        if (status >= 400) log.warn({ status }, "a member's token of Discord could not be revoked")
      })
      .catch((error: unknown) => log.warn({ reason: nameOf(error) }, "a member's token of Discord could not be revoked")),
  )

  /** Exchanges the code for a token, and gives it back once it was used. */
  const withToken = async <T>(client: DiscordClient, given: Return, use: (granted: Granted) => Promise<T>): Promise<T> => {
    const tokenUse = returns.begin()
    let token: string | null = null
    try {
      const granted = await redeem(client, given)
      token = granted.token
      return await use({ ...granted, isFrom: (discordId) => (tokenUse.discordId = discordId) })
    } finally {
      returns.end(tokenUse, token === null ? null : { client, token })
    }
  }

  const redeem = async (client: DiscordClient, given: Return) => {
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
    const { access_token: token, scope } = Token.parse(await jsonOf(granted))
    const headers = { 'user-agent': agent, authorization: `Bearer ${token}` }
    const ask = (path: string) => fetch(`${apiUrl}/v10/${path}`, { headers, redirect: 'error', signal })
    return { token, scopes: scope.split(' '), ask }
  }

  const readIdentity = async ({ ask, isFrom }: Granted): Promise<DiscordUser> => {
    const me = await ask('users/@me')
    if (!me.ok) throw new Away(`answered ${me.status}`)
    const user = userIn(Me.parse(await jsonOf(me)))
    isFrom(user.discordId)
    return user
  }

  const readNewcomer = async ({ scopes, ask, isFrom }: Granted, guildsFor: GuildsFor): Promise<DiscordNewcomer> => {
    if (SCOPES.newcomer.some((scope) => !scopes.includes(scope))) {
      throw new AppError(
        'forbidden',
        'Discord did not share what the portal needs to know to let you join. Start again, and allow all of it.',
      )
    }
    const me = MeWithEmail.parse(await answerOf(await ask('users/@me')))
    isFrom(me.id)
    const found = { ...userIn(me), email: me.email ?? null, isVerified: me.verified === true }
    let pendingIn: string | null = null
    for (const { guildId } of await guildsFor(me.id)) {
      const answer = await ask(`users/@me/guilds/${guildId}/member`)
      if (answer.status === 404) continue
      const { pending, flags } = OwnMember.parse(await answerOf(answer))
      if ((flags & IS_GUEST) !== 0) continue
      if (!pending) return { ...found, member: { guildId, isPending: false } }
      pendingIn ??= guildId
    }
    return { ...found, member: pendingIn === null ? null : { guildId: pendingIn, isPending: true } }
  }

  /** Asks within the limits of time and number, and turns what goes wrong into words. */
  const ask = async <T>(client: DiscordClient, given: Return, otherwise: string, use: (granted: Granted) => Promise<T>): Promise<T> => {
    try {
      return await lanes.run('discord', () => withToken(client, given, use))
    } catch (error) {
      if (error instanceof NotAccepted)
        throw new AppError('unavailable', `Discord does not accept this portal. Tell an admin. ${otherwise}`)
      if (error instanceof AppError) throw error
      log.warn({ reason: nameOf(error) }, 'Discord does not answer')
      throw new AppError('unavailable', `Discord does not answer. ${otherwise}`)
    }
  }

  return {
    authorizeUrl: (
      { authorizeUrl, clientId }: DiscordClient,
      { state, tabSecret, returnUrl, joins }: Omit<Return, 'code'> & { readonly state: string; readonly joins: boolean },
    ) => {
      const url = new URL(authorizeUrl)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        scope: SCOPES[joins ? 'newcomer' : 'known'].join(' '),
        redirect_uri: returnUrl,
        state,
        code_challenge: createHash('sha256').update(verifierOf(tabSecret)).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return url.href
    },

    /** `otherwise` is what can be done while Discord is away. */
    identify: (client: DiscordClient, given: Return, otherwise: string): Promise<DiscordUser> =>
      ask(client, given, otherwise, readIdentity),

    /** The same for someone who wants to join: also their email address, and whether they are on one of these servers. */
    identifyNewcomer: (client: DiscordClient, given: Return, otherwise: string, guildsFor: GuildsFor): Promise<DiscordNewcomer> =>
      ask(client, given, otherwise, (granted) => readNewcomer(granted, guildsFor)),

    close: async (): Promise<void> => {
      closing.abort()
      await returns.close()
    },
  }

  function refusalOf(status: number, error: string | undefined): Error {
    if (error === 'invalid_grant') return new AppError('bad_request', 'Discord no longer accepts this sign-in. Start again.')
    if (status !== 400 && status !== 401 && status !== 403) return new Away(`answered ${status}`)
    log.error({ status, error: error?.slice(0, 100) }, 'Discord does not accept the client id or the client secret')
    return new NotAccepted()
  }
}

/** The servers to ask about, in this order. */
type GuildsFor = (discordId: string) => Promise<readonly { readonly guildId: string }[]>
type Granted = {
  readonly scopes: readonly string[]
  readonly ask: (path: string) => Promise<Response>
  /** Says whose token it is, as soon as that is known. */
  readonly isFrom: (discordId: string) => void
}

const userIn = ({ id, username, global_name }: z.infer<typeof Me>): DiscordUser => ({
  discordId: id,
  username,
  displayName: global_name ?? username,
})

async function answerOf(answer: Response): Promise<unknown> {
  if (answer.status === 401) throw new AppError('bad_request', 'Discord no longer accepts this sign-in. Start again.')
  const body = await jsonOf(answer)
  if (answer.status === 429) {
    const seconds = Math.max(1, Math.ceil(Limited.safeParse(body).data?.retry_after ?? 60))
    throw new AppError('unavailable', `Discord is busy. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`)
  }
  if (!answer.ok) throw new Away(`answered ${answer.status}`)
  return body
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
