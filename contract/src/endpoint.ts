import type { z } from 'zod'
import type { AccessRule, KeyScope } from './access.ts'
import type { FeatureSwitch } from './setting.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Shape = z.ZodType

export type Endpoint<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape, R extends Shape = Shape> = {
  readonly method: Method
  /** Full path, with `:name` parameters. */
  readonly path: string
  /** One line for the API document. */
  readonly summary: string
  readonly access: AccessRule
  /** Answered with `feature_off` while this is switched off. Never on a call of the specification. */
  readonly featureSwitch?: FeatureSwitch
  /** The scope the API key must have; `portal` by default. */
  readonly scope?: KeyScope
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly response: R
  /** The response carries a new session token in X-IDP-Token. */
  readonly issuesToken?: true
  /**
   * The body is a file of one of these types, up to this size in bytes, instead of JSON. It is held in memory, so large ones are taken a few
   * at once: further ones are refused before they are read.
   */
  readonly takes?: { readonly types: readonly string[]; readonly bytes: number; readonly atOnce?: number }
  /** The response is a file of one of these types instead of JSON; the handler returns its type, bytes and digest, or a stream with its name and, if it is known, its size. */
  readonly gives?: readonly string[]
}

/** Declares one API endpoint. Server route, web client, access test and OpenAPI document are derived from it. */
export const defineEndpoint = <P extends Shape, Q extends Shape, B extends Shape, R extends Shape>(
  endpoint: Endpoint<P, Q, B, R>,
): Endpoint<P, Q, B, R> => endpoint

export type ParamsOf<E> =
  E extends Endpoint<infer P, Shape, Shape, Shape> ? (unknown extends z.output<P> ? Record<never, never> : z.output<P>) : never
export type QueryOf<E> =
  E extends Endpoint<Shape, infer Q, Shape, Shape> ? (unknown extends z.output<Q> ? Record<never, never> : z.output<Q>) : never
export type BodyOf<E> = E extends Endpoint<Shape, Shape, infer B, Shape> ? (unknown extends z.output<B> ? undefined : z.output<B>) : never
/** The input as a caller sends it: fields with a default may be omitted. */
export type SentBodyOf<E> =
  E extends Endpoint<Shape, Shape, infer B, Shape> ? (unknown extends z.output<B> ? undefined : z.input<B>) : never
export type ResponseOf<E> = E extends Endpoint<Shape, Shape, Shape, infer R> ? z.output<R> : never

export const HEADERS = { apiKey: 'x-api-key', authorization: 'authorization', token: 'x-idp-token', requestId: 'x-request-id' } as const
