import type { FastifyBaseLogger } from 'fastify'
import { createBatchWriter } from '../../../platform/database/batch-writer.ts'

/** A recorded call; the owner of its key is looked up when it is written. */
export type NotedCall = {
  readonly at: Date
  readonly from: { readonly keyHash: Buffer } | { readonly serverId: number; readonly keyId: number | null }
  readonly method: string
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly errorCode: string | null
  readonly error: string | null
  readonly requestId: string
}

type Options = {
  /** Writes all calls or none. */
  readonly write: (calls: readonly NotedCall[], dropped: number) => Promise<void>
  /** Whether a retry would fail again. */
  readonly isHopeless: (error: unknown) => boolean
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly capacity?: number
  readonly batch?: number
  readonly everyMs?: number
}
export type ApiLogRecorder = ReturnType<typeof createRecorder>

/** Queues calls in memory and writes them in batches; see `createBatchWriter`. */
export function createRecorder({ write, isHopeless, log, capacity, batch, everyMs }: Options) {
  const writer = createBatchWriter<NotedCall>({
    write,
    isHopeless,
    onError: (error) => log.error({ err: error }, 'calls could not be written to the API logs'),
    capacity,
    batch,
    everyMs,
  })
  return {
    note: (call: NotedCall): void =>
      writer.add({
        ...call,
        path: safePath(call.path),
        errorCode: call.errorCode && safeCode(call.errorCode),
        error: call.error && safeText(call.error),
        requestId: safeCode(call.requestId),
      }),
    flush: writer.flush,
    close: writer.close,
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** At least as long as the keys and tokens the portal issues. */
const LONG = /[\w~%+=-]{32,}/g
const LONGEST = { path: 300, text: 500, code: 60 } as const

/** Removes anything that could be a key, a token or a ticket, but keeps request ids. */
const withoutSecrets = (text: string): string => text.replace(LONG, (found) => (UUID.test(found) ? found : '[left out]'))

/** PostgreSQL rejects NUL characters and lone surrogates, and one such row would block its whole batch. */
const storable = (text: string): string => text.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, ' ')

/** Drops the query string: it may contain tokens. */
export const safePath = (url: string): string => withoutSecrets(storable(url.split(/[?#]/, 1)[0] ?? '')).slice(0, LONGEST.path)
export const safeText = (text: string): string => withoutSecrets(storable(text)).slice(0, LONGEST.text)
export const safeCode = (code: string): string => storable(code).slice(0, LONGEST.code)
/** Like `safeText`, for several lines. */
export const safeLines = (text: string): string => text.split('\n', 30).map(safeText).join('\n')
