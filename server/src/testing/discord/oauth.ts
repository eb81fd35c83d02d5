import { createHash } from 'node:crypto'
import { z } from 'zod'
import { authorizePage, messagePage } from './oauth-page.ts'
import { userJson } from './json.ts'
import type { Grant, Reply, Route } from './rest/routes.ts'
import { ok } from './rest/routes.ts'
import type { User } from './types.ts'
import type { World } from './world.ts'

const CODE_MS = 10 * 60_000
const TOKEN_SECONDS = 604_800

const KNOWN_SCOPES = new Set(['identify', 'email', 'guilds', 'guilds.join', 'guilds.members.read', 'connections', 'role_connections.write'])

type Code = Omit<Asked, 'state'> & { readonly userId: string; readonly issuedAt: number }
type Asked = {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  readonly challenge: string | null
}

const TokenBody = z.looseObject({
  grant_type: z.string(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
  token: z.string().optional(),
})

/** Errors of the token endpoint are OAuth2's, not Discord's. */
class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly reply: Reply
  constructor(status: number, error: string, description?: string) {
    super(error)
    this.reply = { status, body: { error, ...(description ? { error_description: description } : {}) } }
  }
}

type Deps = { readonly world: World; readonly secret: () => string; readonly redirects: Set<string> }

export type Page = { readonly status: number; readonly html?: string; readonly location?: string }

export function createOAuth({ world, secret, redirects }: Deps) {
  const codes = new Map<string, Code>()
  const grants = new Map<string, Grant>()
  let issued = 0

  const newSecret = (kind: string): string =>
    createHash('sha256').update(`${kind} ${++issued} ${secret()}`).digest('base64url').slice(0, 30)

  const newGrant = (userId: string, scopes: readonly string[]): Grant => {
    const grant = {
      userId,
      scopes,
      accessToken: newSecret('access'),
      refreshToken: newSecret('refresh'),
      expiresAt: world.now() + TOKEN_SECONDS * 1000,
    }
    grants.set(grant.accessToken, grant)
    return grant
  }

  /** The request in the address; a text is the reason why it is invalid. Discord shows that itself and sends nobody back. */
  function read(query: URLSearchParams): Asked | string {
    const redirectUri = query.get('redirect_uri') ?? ''
    const scopes = (query.get('scope') ?? '').split(/[ +]/).filter(Boolean)
    const challenge = query.get('code_challenge')
    if (query.get('client_id') !== world.clientId) return 'Unknown application'
    if (query.get('response_type') !== 'code') return 'Unsupported response type'
    if (!redirects.has(redirectUri)) return 'Invalid OAuth2 redirect_uri'
    if (scopes.length === 0 || scopes.some((scope) => !KNOWN_SCOPES.has(scope)))
      return 'The requested scope is invalid, unknown, or malformed.'
    if (challenge && query.get('code_challenge_method') !== 'S256') return 'Unsupported code challenge method'
    return { redirectUri, scopes, state: query.get('state'), challenge }
  }

  const back = ({ redirectUri, state }: Asked, answer: Readonly<Record<string, string>>): string => {
    const url = new URL(redirectUri)
    for (const [name, value] of Object.entries({ ...answer, ...(state === null ? {} : { state }) })) url.searchParams.set(name, value)
    return url.href
  }

  const approve = (asked: Asked, userId: string, denied: readonly string[] = []): string => {
    const code = newSecret('code')
    const scopes = asked.scopes.filter((scope) => !denied.includes(scope))
    codes.set(code, { ...asked, scopes, userId: world.user(userId).id, issuedAt: world.now() })
    return back(asked, { code })
  }

  const decline = (asked: Asked): string =>
    back(asked, { error: 'access_denied', error_description: 'The resource owner or authorization server denied the request' })

  function needClient(body: z.infer<typeof TokenBody>, authorization: string): void {
    const [scheme, encoded = ''] = authorization.split(' ')
    const [id, given] =
      scheme === 'Basic'
        ? Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent)
        : [body.client_id, body.client_secret]
    if (id !== world.clientId || given !== secret()) throw new OAuthError(401, 'invalid_client')
  }

  /** A code works once, for ten minutes, with the address it was sent to and the right verifier. */
  function redeem({ code = '', redirect_uri, code_verifier = '' }: z.infer<typeof TokenBody>): Grant {
    const known = codes.get(code)
    codes.delete(code)
    if (!known || world.now() - known.issuedAt > CODE_MS) throw new OAuthError(400, 'invalid_grant', 'Invalid "code" in request.')
    if (known.redirectUri !== redirect_uri) throw new OAuthError(400, 'invalid_grant', 'Invalid "redirect_uri" in request.')
    if (known.challenge !== null && createHash('sha256').update(code_verifier).digest('base64url') !== known.challenge)
      throw new OAuthError(400, 'invalid_grant', 'Invalid "code_verifier" in request.')
    return newGrant(known.userId, known.scopes)
  }

  function refresh({ refresh_token }: z.infer<typeof TokenBody>): Grant {
    const known = [...grants.values()].find((grant) => grant.refreshToken === refresh_token)
    if (!known) throw new OAuthError(400, 'invalid_grant', 'Invalid "refresh_token" in request.')
    grants.delete(known.accessToken)
    return newGrant(known.userId, known.scopes)
  }

  const answered = (body: unknown, authorization: string, answer: (body: z.infer<typeof TokenBody>) => Reply): Reply => {
    try {
      const sent = TokenBody.partial({ grant_type: true }).safeParse(body)
      if (!sent.success) throw new OAuthError(400, 'invalid_request')
      const asked = { ...sent.data, grant_type: sent.data.grant_type ?? '' }
      needClient(asked, authorization)
      return answer(asked)
    } catch (error) {
      if (error instanceof OAuthError) return error.reply
      throw error
    }
  }

  const routes: Route[] = [
    {
      method: 'POST',
      path: '/oauth2/token',
      bucket: 'oauth',
      auth: 'none',
      handle: ({ body, authorization }) =>
        answered(body, authorization, (asked) => {
          // A token for the application's owner, requested with the client's credentials alone.
          if (asked.grant_type === 'client_credentials')
            return ok({ token_type: 'Bearer', access_token: 'fake-owner-token', expires_in: TOKEN_SECONDS, scope: 'identify' })
          const isKnown = asked.grant_type === 'authorization_code' || asked.grant_type === 'refresh_token'
          if (!isKnown) throw new OAuthError(400, 'unsupported_grant_type')
          const { accessToken, refreshToken, scopes } = asked.grant_type === 'refresh_token' ? refresh(asked) : redeem(asked)
          return ok({
            token_type: 'Bearer',
            access_token: accessToken,
            expires_in: TOKEN_SECONDS,
            refresh_token: refreshToken,
            scope: scopes.join(' '),
          })
        }),
    },
    {
      method: 'POST',
      path: '/oauth2/token/revoke',
      bucket: 'oauth',
      auth: 'none',
      handle: ({ body, authorization }) =>
        answered(body, authorization, ({ token }) => {
          const known = [...grants.values()].find(({ accessToken, refreshToken }) => accessToken === token || refreshToken === token)
          // Discord revokes everything that a user granted to the application.
          for (const grant of grants.values()) if (grant.userId === known?.userId) grants.delete(grant.accessToken)
          return ok({})
        }),
    },
    {
      method: 'GET',
      path: '/oauth2/@me',
      bucket: 'oauth',
      auth: 'bearer',
      handle: ({ grant }) =>
        ok({
          application: { id: world.clientId, name: world.user(world.botUserId).username, icon: null, description: '', bot_public: false },
          scopes: grant?.scopes,
          expires: new Date(grant?.expiresAt ?? 0).toISOString(),
          ...(grant?.scopes.includes('identify') ? { user: userJson(world.user(grant.userId)) } : {}),
        }),
    },
  ]

  return {
    routes,
    /** Tokens that are valid now. */
    grants,
    grantOf: (accessToken: string): Grant | null => {
      const grant = grants.get(accessToken)
      return grant && grant.expiresAt > world.now() ? grant : null
    },
    /** The page on which the user is asked. */
    page: (query: URLSearchParams): Page => {
      const asked = read(query)
      if (typeof asked === 'string') return { status: 400, html: messagePage(asked) }
      const people = [...world.users.values()].filter(({ bot }: User) => !bot)
      return { status: 200, html: authorizePage(world.user(world.botUserId).username, asked.scopes, people) }
    },
    /** The user's choice on that page. */
    submit: (query: URLSearchParams, form: URLSearchParams): Page => {
      const asked = read(query)
      if (typeof asked === 'string') return { status: 400, html: messagePage(asked) }
      return { status: 302, location: form.get('choice') === 'authorize' ? approve(asked, form.get('user') ?? '') : decline(asked) }
    },
    /** Accepts without a browser, all scopes but `denied`; returns the address that the browser would be sent back to. */
    authorize: async (userId: string, address: string, denied: readonly string[] = []): Promise<string> => {
      const asked = read(new URL(address).searchParams)
      if (typeof asked === 'string') throw new Error(asked)
      return approve(asked, userId, denied)
    },
    cancel: async (address: string): Promise<string> => {
      const asked = read(new URL(address).searchParams)
      if (typeof asked === 'string') throw new Error(asked)
      return decline(asked)
    },
  }
}
