import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, errors } from '../api-error.ts'
import type { Attachment } from '../types.ts'
import { answerFault, type Fault, type Faults } from './faults.ts'
import type { Headers, Limits } from './limits.ts'
import type { Grant, Reply, Route } from './routes.ts'

export type LoggedRequest = {
  readonly method: string
  /** The path without /api/v10 and without the query. */
  readonly path: string
  readonly query: string
  readonly at: number
  /** The status of the answer; 0 if there is none. */
  status: number
  /** The decoded reason for the audit log. */
  readonly reason: string | null
  readonly agent: string
  readonly body: unknown
}

type Deps = {
  readonly routes: readonly Route[]
  readonly limits: Limits
  readonly faults: Faults
  readonly token: () => string
  readonly grantOf: (accessToken: string) => Grant | null
  readonly newId: () => string
  readonly now: () => number
}

/** Discord requires a user agent, and Cloudflare refuses requests without one. */
const AGENT = /^DiscordBot \(https?:\/\/\S+, \d[^)]*\)/

type Sent = { readonly body: unknown; readonly files: readonly Attachment[] }

export async function readRaw(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** JSON, a form of OAuth2, or a form whose `payload_json` is the body and whose files are attachments. */
async function readBody(request: IncomingMessage, newId: () => string): Promise<Sent> {
  const raw = await readRaw(request)
  const contentType = request.headers['content-type'] ?? ''
  if (raw.length === 0) return { body: undefined, files: [] }
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return { body: Object.fromEntries(new URLSearchParams(raw.toString())), files: [] }
  if (!contentType.startsWith('multipart/form-data')) return { body: parseJson(raw.toString()), files: [] }
  const { payload, files } = readForm(raw, contentType, newId)
  return { body: payload === undefined ? undefined : parseJson(payload), files }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new ApiError(400, 50109, 'The request body contains invalid JSON.')
    throw error
  }
}

/** Guild, channel and webhook count for themselves in a rate limit. */
const majorOf = (path: string): string => /^\/(?:webhooks\/[^/]+\/[^/]+|(?:guilds|channels|interactions)\/[^/]+)/.exec(path)?.[0] ?? ''

const compile = (route: Route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, (_, name: string) => `(?<${name}>[^/]+)`)}$`),
})

/** REST under /api: each request is logged, limited, failed if a test wants that, and otherwise handled by its route. */
export function createRest({ routes, limits, faults, token, grantOf, newId, now }: Deps) {
  const compiled = routes.map(compile)
  const requests: LoggedRequest[] = []

  function callerOf(request: IncomingMessage, auth: NonNullable<Route['auth']>): Grant | null {
    if (auth === 'none') return null
    const [scheme, secret = ''] = (request.headers.authorization ?? '').split(' ')
    if (scheme === 'Bot' && secret === token() && auth !== 'bearer') return null
    const grant = scheme === 'Bearer' && auth !== 'bot' ? grantOf(secret) : null
    if (!grant) throw errors.unauthorized()
    return grant
  }

  async function run(
    request: IncomingMessage,
    logged: LoggedRequest,
    sent: Sent,
  ): Promise<{ readonly reply: Reply; readonly headers: Headers }> {
    const matching = compiled.filter(({ pattern }) => pattern.test(logged.path))
    const met = matching.find(({ route }) => route.method === logged.method)
    let headers: Headers = {}
    try {
      if (!AGENT.test(request.headers['user-agent'] ?? '')) throw errors.blockedByCloudflare()
      if (!met) throw matching.length > 0 ? errors.methodNotAllowed() : errors.notFound()
      const grant = callerOf(request, met.route.auth ?? 'bot')
      const verdict = limits.admit(met.route.bucket, majorOf(logged.path))
      headers = verdict.headers
      if (verdict.refusal) return { reply: { status: 429, body: verdict.refusal }, headers }
      const groups = met.pattern.exec(logged.path)?.groups ?? {}
      const param = (name: string): string => decodeURIComponent(groups[name] ?? '')
      const reply = await met.route.handle({
        param,
        query: new URLSearchParams(logged.query),
        ...sent,
        authorization: request.headers.authorization ?? '',
        grant,
      })
      return { reply, headers }
    } catch (error) {
      if (error instanceof ApiError) return { reply: { status: error.status, body: error.body }, headers }
      throw error
    }
  }

  function send(response: ServerResponse, logged: LoggedRequest, { status, body }: Reply, headers: Headers): void {
    logged.status = status
    if (status === 401 || status === 403 || status === 429) limits.invalid++
    if (response.destroyed) return
    if (body === undefined) response.writeHead(status, headers).end()
    else response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

  const isOnlyLate = ({ status, hang, reset, drop, delayMs }: Fault): boolean =>
    delayMs !== undefined && status === undefined && !hang && !reset && !drop

  async function handle(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<void> {
    const method = request.method ?? 'GET'
    const reason = request.headers['x-audit-log-reason']
    const log = (body: unknown): LoggedRequest => {
      const logged = {
        method,
        path,
        query,
        at: now(),
        status: 0,
        reason: typeof reason === 'string' ? decodeURIComponent(reason) : null,
        agent: request.headers['user-agent'] ?? '',
        body,
      }
      requests.push(logged)
      return logged
    }
    let sent: Sent
    try {
      sent = await readBody(request, newId)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return send(response, log(null), { status: error.status, body: error.body }, {})
    }
    const logged = log(sent.body)
    const fault = faults.take(method, path)
    if (fault?.after) await run(request, logged, sent)
    if (fault?.delayMs !== undefined) await faults.wait(fault.delayMs)
    if (fault && !isOnlyLate(fault)) {
      logged.status = answerFault(fault, response)
      if (logged.status === 401 || logged.status === 403 || logged.status === 429) limits.invalid++
      return
    }
    const { reply, headers } = await run(request, logged, sent)
    send(response, logged, reply, { ...headers, ...reply.headers })
  }

  return { requests, handle }
}

const HEADERS_END = Buffer.from('\r\n\r\n')

function* partsOf(raw: Buffer, boundary: string): Generator<{ readonly headers: string; readonly content: Buffer }> {
  const mark = Buffer.from(`--${boundary}`)
  let start = raw.indexOf(mark)
  for (let next = raw.indexOf(mark, start + 1); start >= 0 && next >= 0; start = next, next = raw.indexOf(mark, start + 1)) {
    const headersEnd = raw.indexOf(HEADERS_END, start)
    // A line break stands before the next mark.
    yield {
      headers: raw.toString('utf8', start + mark.length, headersEnd),
      content: raw.subarray(headersEnd + HEADERS_END.length, next - 2),
    }
  }
}

/** Parses a message with files: `payload_json` is its body, each other part an attachment. */
export function readForm(
  raw: Buffer,
  contentType: string,
  newId: () => string,
): { readonly payload: string | undefined; readonly files: Attachment[] } {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? ''
  const files: Attachment[] = []
  let payload: string | undefined
  for (const { headers, content } of partsOf(raw, boundary)) {
    const filename = /filename="([^"]*)"/.exec(headers)?.[1]
    const type = /content-type: *([^\r\n]+)/i.exec(headers)?.[1] ?? 'application/octet-stream'
    if (filename !== undefined) files.push({ id: newId(), filename, contentType: type, content: Buffer.from(content) })
    else if (/name="payload_json"/.test(headers)) payload = content.toString()
  }
  return { payload, files }
}
