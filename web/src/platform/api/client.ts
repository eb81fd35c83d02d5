import { HEADERS, type Endpoint, type ResponseOf, type ParamsOf, type QueryOf, type SentBodyOf } from '@tenfour/contract'
import { portalConfig } from '../config/config.ts'
import { isAuthUrl } from '../errors/messages.ts'
import { log } from '../log/log.ts'
import { getToken, setToken } from '../session/token.ts'
import { ApiError } from './api-error.ts'
import { inFlight } from '../loading/loading-bar.ts'

export type CallInput<E extends Endpoint> = {
  readonly params?: ParamsOf<E>
  readonly query?: Partial<QueryOf<E>>
  readonly body?: SentBodyOf<E>
  /** Instead of a body, where the endpoint takes a file. */
  readonly file?: Blob
  /** The seed's 'no spinner': the loading bar ignores this call. */
  readonly quiet?: boolean
  /** Sent even while the page is unloading. */
  readonly keepalive?: boolean
  readonly signal?: AbortSignal
  /** Another token than that of the session. */
  readonly tokens?: { readonly get: () => string | null; readonly set: (token: string) => void }
}

/** The URL of a call, with its parameters filled in. */
export function callUrl(path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value: unknown = values.get(name)
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs the parameter ${name}`)
    return encodeURIComponent(plain(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(name, plain(each))
    }
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}

/** Set by the script in index.html, which sends requests before any of our code has loaded. */
type EarlyCalls = {
  readonly token: string | null
  /** By `performance.now()`. */
  readonly since: number
  readonly answers: Record<string, Promise<Response> | undefined>
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls
  }
}

/** A response that has waited longer than this is requested again. */
const MAX_AGE_MS = 10_000

/** The response to a call made before the code had loaded, handed out once; undefined where there is none. */
export function takeEarlyAnswer(url: string, token: string | null, now = performance.now()): Promise<Response> | undefined {
  const early = window.earlyCalls
  const answer = early?.answers[url]
  if (!early || !answer) return undefined
  delete early.answers[url]
  return early.token === token && now - early.since <= MAX_AGE_MS ? answer : undefined
}

type UnauthorizedListener = (event: { readonly isAuthUrl: boolean }) => void
let onUnauthorized: UnauthorizedListener = () => undefined

/** Called when a request that carried the current session's token is answered 401. */
export function onUnauthorizedCall(listener: UnauthorizedListener): void {
  onUnauthorized = listener
}

/** Makes one API call. Fails with an ApiError, whose message can be shown to users. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ResponseOf<E>> {
  const url = callUrl(endpoint.path, input.params, input.query)
  const token = input.tokens ? input.tokens.get() : getToken()
  const done = input.quiet ? undefined : inFlight.begin()
  try {
    const response = await send(url, endpoint, input, token)
    const text = await arriving(url, response.text(), input.signal)
    if (!response.ok) throw refused(new ApiError({ url, status: response.status, text }), token)
    const fresh = response.headers.get(HEADERS.token)
    if (endpoint.issuesToken && fresh) (input.tokens?.set ?? setToken)(fresh)
    return parseAnswer(endpoint, url, response.status, text)
  } finally {
    done?.()
  }
}

/** Downloads a file. The content is not validated. */
export async function callForFile<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Blob> {
  const url = callUrl(endpoint.path, input.params, input.query)
  const token = getToken()
  const response = await send(url, endpoint, input, token)
  if (!response.ok) throw refused(new ApiError({ url, status: response.status, text: await response.text() }), token)
  return arriving(url, response.blob(), input.signal)
}

async function send(
  url: string,
  endpoint: Endpoint,
  { body, file, signal, keepalive }: CallInput<Endpoint>,
  token: string | null,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', [HEADERS.apiKey]: portalConfig().apiKey })
  if (token) headers.set(HEADERS.authorization, `Bearer ${token}`)
  if (file ?? body !== undefined) headers.set('content-type', file?.type ?? 'application/json')
  const early = endpoint.method === 'GET' ? takeEarlyAnswer(url, token) : undefined
  const response =
    early ??
    fetch(url, {
      method: endpoint.method,
      headers,
      signal,
      keepalive,
      body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
  return arriving(url, response, signal)
}

/** A response, or its body, which may break off halfway: both mean that the portal did not answer. */
async function arriving<T>(url: string, arrival: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await arrival
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError({ url, status: 0, text: error instanceof Error ? error.message : String(error) }, { cause: error })
  }
}

function refused(error: ApiError, token: string | null): ApiError {
  // A 401 for a token that has since been replaced says nothing about the current session.
  if (error.status === 401 && token && token === getToken()) onUnauthorized({ isAuthUrl: isAuthUrl(error.url) })
  return error
}

function parseAnswer<E extends Endpoint>(endpoint: E, url: string, status: number, text: string): ResponseOf<E> {
  try {
    return endpoint.response.parse(text === '' ? undefined : JSON.parse(text)) as ResponseOf<E>
  } catch (error) {
    log.error(`${endpoint.method} ${endpoint.path} answered something else than agreed`, error)
    throw new ApiError({ url, status, text: '' }, { cause: error })
  }
}
