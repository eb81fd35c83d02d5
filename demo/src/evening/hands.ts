import { HEADERS, type Endpoint, type ParamsOf, type QueryOf, type ResponseOf, type SentBodyOf } from '@tenfour/contract'
import { z } from 'zod'
import type { App } from '../../../server/src/app.ts'
import { openSessionIn } from '../../../server/src/features/people/auth/auth.port.ts'
import type { Db } from '../../../server/src/platform/database/database.ts'

type Given<E> = {
  readonly params?: ParamsOf<E>
  readonly query?: Partial<QueryOf<E>>
  readonly body?: SentBodyOf<E>
}
export type MemberClient = ReturnType<typeof createMemberClient>

const DEVICE = { keyId: null, serverId: null, keyScopes: [], address: '127.0.0.1', userAgent: 'Tenfour demo', requestId: 'demo' } as const

/** Lets members use the portal as from a browser: over its API, signed in, with the usual checks. */
export function createMemberClient({ app, db, webKey }: { app: App; db: Db; webKey: string }) {
  const tokens = new Map<number, Promise<string>>()
  const signIn = (userId: number): Promise<string> => {
    const token = tokens.get(userId) ?? db.transaction().execute((tx) => openSessionIn(tx, DEVICE, userId))
    tokens.set(userId, token)
    return token
  }

  /** Undefined if refused: a visitor may have been faster, or may have changed the subject. */
  return async <E extends Endpoint>(userId: number, endpoint: E, given: Given<E> = {}): Promise<ResponseOf<E> | undefined> => {
    const { params = {}, query = {}, body } = given
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(plain(params, name)))
    const search = new URLSearchParams(Object.fromEntries(Object.keys(query).map((name) => [name, plain(query, name)]))).toString()
    const response = await app.http.inject({
      method: endpoint.method,
      url: search ? `${path}?${search}` : path,
      headers: {
        [HEADERS.apiKey]: webKey,
        [HEADERS.authorization]: `Bearer ${await signIn(userId)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    if (response.statusCode === 401) tokens.delete(userId)
    if (response.statusCode >= 500) throw new Error(`${endpoint.method} ${path}: ${response.body}`)
    if (response.statusCode >= 400) return undefined
    return endpoint.response.parse(response.json()) as ResponseOf<E>
  }
}

const plain = (values: object, name: string): string => z.coerce.string().parse(Reflect.get(values, name))
