import { getApiLogRate, getRequestLog, HEADERS, listApiLogKeys, listApiLogs, REALTIME_PATH, type ServerLogLine } from '@tenfour/contract'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { hashSecret } from '../../../platform/auth/secrets.ts'
import { route } from '../../../platform/http/route.ts'
import { MAX_CREDENTIAL_LENGTH } from '../../../platform/limits/limits.ts'
import type { RecentLines } from '../../../platform/log/log.ts'
import type { Admission } from '../../../platform/realtime/admission.ts'
import type { Exchange } from '../../../platform/realtime/exchange.ts'
import { type ApiLogRecorder, safeLines, safePath, safeText } from './api-logs.recorder.ts'
import type { ApiLogService } from './api-logs.service.ts'

type Options = { readonly logs: ApiLogService; readonly lines: RecentLines }

export const apiLogsPlugin: FastifyPluginAsync<Options> = async (app, { logs, lines }) => {
  route(app, listApiLogs, (_actor, { query }) => logs.list(query))
  route(app, listApiLogKeys, () => logs.keys())
  route(app, getApiLogRate, (_actor, { query }) => logs.rate(query.range, query.serverId))
  route(app, getRequestLog, async (_actor, { params }) => lines.of(params.requestId).flatMap((line) => shown(line) ?? []))
}

/** Records every call except the web client's, successful or not. The key is looked up, and checked, when the call is written. */
export function recordCalls(app: FastifyInstance, recorder: ApiLogRecorder, webKey: string): void {
  app.addHook('onResponse', (request, reply, done) => {
    const key = request.headers[HEADERS.apiKey]
    if (
      typeof key === 'string' &&
      key !== '' &&
      key.length <= MAX_CREDENTIAL_LENGTH &&
      key !== webKey &&
      !request.url.startsWith(REALTIME_PATH)
    ) {
      recorder.note({
        at: new Date(Date.now() - reply.elapsedTime),
        from: { keyHash: hashSecret(key) },
        method: request.method,
        path: request.url,
        status: reply.statusCode,
        durationMs: reply.elapsedTime,
        bytesIn: length(request.headers['content-length']),
        bytesOut: length(reply.getHeader('content-length')),
        errorCode: request.failure?.code ?? null,
        error: request.failure?.message ?? null,
        requestId: request.id,
      })
    }
    done()
  })
}

/** Messages between the portal and game servers; the path shows the direction. */
export const recordExchanges =
  (recorder: ApiLogRecorder) =>
  ({ serverId, keyId, message, status, milliseconds, bytesIn, bytesOut, code, error, requestId, isToGame }: Exchange): void =>
    recorder.note({
      at: new Date(Date.now() - milliseconds),
      from: { serverId, keyId },
      method: 'WS',
      path: `${isToGame ? '/game' : '/bridge'}/${message}`,
      status,
      durationMs: milliseconds,
      bytesIn,
      bytesOut,
      errorCode: code,
      error,
      requestId,
    })

/** Connection attempts with a key, accepted or not. As with other calls, attempts with an unknown key are not recorded. */
export const recordAdmissions =
  (recorder: ApiLogRecorder, area: 'bridge' | 'display') =>
  ({ apiKey, refusal, milliseconds, requestId }: Admission): void =>
    recorder.note({
      at: new Date(Date.now() - milliseconds),
      from: { keyHash: hashSecret(apiKey) },
      method: 'WS',
      path: `/${area}/connect`,
      status: refusal === null ? 200 : refusal.status,
      durationMs: milliseconds,
      bytesIn: 0,
      bytesOut: 0,
      errorCode: refusal?.code ?? null,
      error: refusal?.message ?? null,
      requestId,
    })

const length = (header: unknown): number => {
  const bytes = Number(header ?? 0)
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0
}

/** Fields of a log line that may be shown; all others are dropped. */
const LogLine = z.object({
  time: z.string(),
  level: z.string(),
  msg: z.string().default(''),
  req: z.object({ method: z.string(), path: z.string(), address: z.string() }).optional(),
  status: z.number().optional(),
  ms: z.number().optional(),
  err: z.object({ message: z.string().default(''), stack: z.string().default('') }).optional(),
})

function shown(line: string): ServerLogLine | undefined {
  const parsed = LogLine.safeParse(JSON.parse(line))
  if (!parsed.success) return undefined
  const { time, level, msg, req, status, ms, err } = parsed.data
  const call = req && `${req.method} ${safePath(req.path)} from ${req.address}, answered ${status ?? 'nothing'} after ${ms ?? 0} ms`
  return {
    at: time,
    level,
    message: [safeText(msg), call].filter(Boolean).join(': '),
    detail: err ? safeLines(err.stack || err.message) : null,
  }
}
