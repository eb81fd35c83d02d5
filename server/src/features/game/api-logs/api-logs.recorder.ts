import type { FastifyBaseLogger } from 'fastify'
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

/** Queues calls in memory and writes them in batches. Never delays a caller: if the queue is full, the call is dropped and counted. */
export function createRecorder({ write, isHopeless, log, capacity = 10_000, batch = 500, everyMs = 1000 }: Options) {
  let waiting: NotedCall[] = []
  let dropped = 0
  let writing: Promise<boolean> | undefined
  let isClosed = false

  /** False if the batch could not be written. */
  const writeBatch = async (): Promise<boolean> => {
    const calls = waiting.slice(0, batch)
    const lost = dropped
    try {
      await write(calls, lost)
    } catch (error) {
      log.error({ err: error }, 'calls could not be written to the API logs')
      if (!isHopeless(error)) return false
      dropped += calls.length
      waiting = waiting.slice(calls.length)
      return false
    }
    waiting = waiting.slice(calls.length)
    dropped -= lost
    return true
  }
  const writeAll = async (): Promise<boolean> => {
    while (waiting.length > 0 || dropped > 0) if (!(await writeBatch())) return false
    return true
  }
  const flush = (): Promise<boolean> => {
    writing ??= writeAll().finally(() => (writing = undefined))
    return writing
  }
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()

  return {
    note: (call: NotedCall): void => {
      if (isClosed) return
      if (waiting.length >= capacity) {
        dropped += 1
        return
      }
      waiting.push({
        ...call,
        path: safePath(call.path),
        errorCode: call.errorCode && safeCode(call.errorCode),
        error: call.error && safeText(call.error),
        requestId: safeCode(call.requestId),
      })
      if (waiting.length === batch) void flush()
    },
    flush,
    /** Writes the rest; calls that can't be written now are lost. */
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush()
      isClosed = true
      await flush()
    },
  }
}
