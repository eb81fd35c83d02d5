import type { z } from 'zod'
import type { AccessRule, KeyScope } from './access.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Shape = z.ZodType

export type Endpoint<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape, R extends Shape = Shape> = {
  readonly method: Method
  /** Whole path, with `:name` parameters. */
  readonly path: string
  /** One line for the API document. */
  readonly summary: string
  readonly access: AccessRule
  /** The scope the API key must carry; `portal` unless said otherwise. */
  readonly scope?: KeyScope
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly response: R
  /** The response carries a new session token in X-IDP-Token. */
  readonly issuesToken?: true
  /** The body is a file of one of these types, at most so many bytes large, instead of JSON. */
  readonly takes?: { readonly types: readonly string[]; readonly bytes: number }
  /** The answer is a file of one of these types instead of JSON; the handler answers its type, its bytes and its digest. */
  readonly gives?: readonly string[]
}

/** Declares one call of the API. Server route, web client, access test and OpenAPI document are all derived from it. */
export const defineEndpoint = <P extends Shape, Q extends Shape, B extends Shape, R extends Shape>(
  endpoint: Endpoint<P, Q, B, R>,
): Endpoint<P, Q, B, R> => endpoint

export type ParamsOf<E> =
  E extends Endpoint<infer P, Shape, Shape, Shape> ? (unknown extends z.output<P> ? Record<never, never> : z.output<P>) : never
export type QueryOf<E> =
  E extends Endpoint<Shape, infer Q, Shape, Shape> ? (unknown extends z.output<Q> ? Record<never, never> : z.output<Q>) : never
export type BodyOf<E> = E extends Endpoint<Shape, Shape, infer B, Shape> ? (unknown extends z.output<B> ? undefined : z.output<B>) : never
/** What a caller sends: what has a default may be left out. */
export type SentBodyOf<E> =
  E extends Endpoint<Shape, Shape, infer B, Shape> ? (unknown extends z.output<B> ? undefined : z.input<B>) : never
export type ResponseOf<E> = E extends Endpoint<Shape, Shape, Shape, infer R> ? z.output<R> : never

export const HEADERS = { apiKey: 'x-api-key', authorization: 'authorization', token: 'x-idp-token', requestId: 'x-request-id' } as const
