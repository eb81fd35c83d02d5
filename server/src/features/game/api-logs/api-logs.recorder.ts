import type { FastifyBaseLogger } from 'fastify'
import { createBatchWriter } from '../../../platform/database/batch-writer.ts'
import { safeCode, safePath, safeText } from './api-logs.redact.ts'

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
