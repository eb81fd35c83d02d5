import type { ServerResponse } from 'node:http'
import type { Json } from '../types.ts'

export type Fault = {
  readonly method?: string
  /** Matched against the path without /api/v10 and without the query. */
  readonly path: RegExp
  readonly status?: number
  /** Discord's code in the body, such as 50013. */
  readonly code?: number
  readonly message?: string
  /** A body in place of `{ message, code }`; text is sent as a page, as a proxy in front of Discord does. */
  readonly body?: Json | string
  readonly headers?: Readonly<Record<string, string>>
  /** The fault ends after this many requests; it never ends unless given. */
  readonly times?: number
  /** Never answers. */
  readonly hang?: boolean
  /** Resets the connection, which discord.js tries again. */
  readonly reset?: boolean
  /** Closes the connection without an answer, which discord.js does not try again. */
  readonly drop?: boolean
  /** Answers late; without a status, it answers as it would have. */
  readonly delayMs?: number
  /** The request takes effect first, so that only the answer is lost. */
  readonly after?: boolean
}

export type Faults = ReturnType<typeof createFaults>

export function createFaults() {
  const active: { readonly fault: Fault; left: number }[] = []
  const waiting = new Map<NodeJS.Timeout, () => void>()

  const stop = (fault: Fault): void => {
    const index = active.findIndex((each) => each.fault === fault)
    if (index >= 0) active.splice(index, 1)
  }

  return {
    fail: (fault: Fault): { readonly stop: () => void } => {
      active.unshift({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })
      return { stop: () => stop(fault) }
    },
    /** The fault that a request meets, counted. */
    take: (method: string, path: string): Fault | null => {
      const met = active.find(({ fault }) => (fault.method === undefined || fault.method === method) && path.search(fault.path) >= 0)
      if (!met) return null
      if (--met.left === 0) stop(met.fault)
      return met.fault
    },
    wait: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(timer)
          resolve()
        }, ms)
        waiting.set(timer, resolve)
      }),
    /** Ends all faults and all waits. */
    close: (): void => {
      active.length = 0
      for (const [timer, resolve] of waiting) {
        clearTimeout(timer)
        resolve()
      }
      waiting.clear()
    },
  }
}

/** Answers as the fault says; returns the status that was sent, 0 if none. */
export function answerFault({ status = 500, code, message, body, headers, hang, reset, drop }: Fault, response: ServerResponse): number {
  if (hang) return 0
  if (reset || drop) {
    if (reset) response.socket?.resetAndDestroy()
    else response.destroy()
    return 0
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? { message: message ?? `${status}: Error`, code: code ?? 0 })
  response.writeHead(status, { 'Content-Type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers }).end(text)
  return status
}
