import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { IN_UTC } from '../database/database.ts'
import { runEach } from '../turns.ts'

const Announcement = z.union([
  z.object({ userId: z.int() }),
  z.object({ sessionId: z.int() }),
  z.object({ keyId: z.int() }),
  z.object({ page: z.literal(true) }),
])
/** Anyone with SQL access can notify, so invalid JSON is reported and must not end the process. */
const Announced = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' })
      return z.NEVER
    }
  })
  .pipe(Announcement)

export type AccessWatch = { readonly close: () => Promise<void> }

/** Called when access changes, on whichever node or by whichever client. */
export type AccessReactions = {
  readonly userChanged?: (userId: number) => unknown
  readonly sessionEnded?: (sessionId: number) => unknown
  readonly keyRevoked?: () => unknown
  readonly pageChanged?: () => unknown
  /** The connection was lost for a while, so anything may have changed. */
  readonly missed?: () => unknown
}

/** Combines the reactions, in order. Each runs even if an earlier one failed, so that no failure leaves someone with rights they lost. */
export function allReactions(each: readonly AccessReactions[], onError: (error: unknown) => void): Listeners {
  const run = (steps: readonly (() => unknown)[]) => void runEach(steps).catch(onError)
  return {
    onUserChanged: (userId) => run(each.map((reactions) => () => reactions.userChanged?.(userId))),
    onSessionEnded: (sessionId) => run(each.map((reactions) => () => reactions.sessionEnded?.(sessionId))),
    onKeyRevoked: () => run(each.map((reactions) => () => reactions.keyRevoked?.())),
    onPageChanged: () => run(each.map((reactions) => () => reactions.pageChanged?.())),
    onMissed: () => run(each.map((reactions) => () => reactions.missed?.())),
    onError,
  }
}

type Listeners = {
  readonly onUserChanged: (userId: number) => void
  readonly onSessionEnded: (sessionId: number) => void
  readonly onKeyRevoked: () => void
  /** The content of every page has changed. */
  readonly onPageChanged: () => void
  /** The connection was lost for a while, so anything may have changed. */
  readonly onMissed: () => void
  readonly onError: (error: unknown) => void
}

/** Listens to database notifications, which cover every writer: user changed, session ended, key revoked, page changed. */
export async function watchAccess(
  url: string,
  { onUserChanged, onSessionEnded, onKeyRevoked, onPageChanged, onMissed, onError }: Listeners,
): Promise<AccessWatch> {
  let closed = false
  let client: pg.Client

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'tenfour access watch', keepAlive: true })
    next.on('notification', ({ payload }) => {
      const parsed = Announced.safeParse(payload)
      if (!parsed.success) return onError(parsed.error)
      if ('userId' in parsed.data) onUserChanged(parsed.data.userId)
      else if ('sessionId' in parsed.data) onSessionEnded(parsed.data.sessionId)
      else if ('keyId' in parsed.data) onKeyRevoked()
      else onPageChanged()
    })
    next.on('error', onError)
    try {
      await next.connect()
      await next.query(IN_UTC)
      await next.query('listen portal_access')
    } catch (error) {
      await next.end().catch(onError)
      throw error
    }
    if (closed) return next.end()
    client = next
    // Not earlier: a failed connection also emits 'end', and each would start another reconnect loop.
    next.once('end', () => void reconnect())
  }
  const reconnect = async () => {
    for (let attempt = 1; !closed; attempt += 1) {
      await sleep(Math.min(100 * 2 ** attempt, 5000))
      if (closed) return
      try {
        await connect()
        return closed ? undefined : onMissed()
      } catch (error) {
        onError(error)
      }
    }
  }

  await connect()
  return {
    close: async () => {
      closed = true
      await client.end()
    },
  }
}
