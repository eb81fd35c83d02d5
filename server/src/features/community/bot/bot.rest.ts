import type { DiscordRest } from '../errands/errands.port.ts'

type Options = {
  readonly token: string
  readonly apiUrl: string
  /** Discord rejects calls of this kind for a while. */
  readonly onLimited: (forMs: number) => void
  readonly timeoutMs: number
}

/** A call that would have to wait longer fails instead: it belongs to an errand, which is tried again later. */
const MAX_WAIT_MS = 30_000

/** `close` gives up the calls under way. */
export type BotRest = DiscordRest & { readonly close: () => void }

/** Discord's REST through discord.js, which counts the rate limits and spaces the calls. */
export async function openRest({ token, apiUrl, onLimited, timeoutMs }: Options): Promise<BotRest> {
  const { REST } = await loadDiscordJs()
  const rest = new REST({
    api: apiUrl,
    timeout: timeoutMs,
    retries: 0,
    rejectOnRateLimit: ({ retryAfter, timeToReset, sublimitTimeout }) => {
      const waitMs = Math.max(retryAfter, sublimitTimeout, Number.isFinite(timeToReset) ? timeToReset : 0)
      onLimited(waitMs)
      return waitMs > MAX_WAIT_MS
    },
  })
  // Each call has a signal of its own, because discord.js never stops listening to one.
  const underWay = new Set<AbortController>()
  let isClosed = false
  const ask =
    (method: keyof DiscordRest): DiscordRest[typeof method] =>
    async (path, request) => {
      if (isClosed) throw new Error('The bot has ended')
      const call = new AbortController()
      underWay.add(call)
      try {
        // After a refusal discord.js forgets the token, though it may be valid again later.
        return await rest.setToken(token)[method](path, { ...request, signal: call.signal })
      } finally {
        underWay.delete(call)
      }
    }
  return {
    get: ask('get'),
    post: ask('post'),
    put: ask('put'),
    patch: ask('patch'),
    delete: ask('delete'),
    close: () => {
      isClosed = true
      for (const call of underWay) call.abort()
      rest.clearHashSweeper()
      rest.clearHandlerSweeper()
    },
  }
}

/** The only place that loads discord.js, which takes time and memory: it is not loaded before there is a token. */
export const loadDiscordJs = () => import('discord.js')
export type DiscordJs = Awaited<ReturnType<typeof loadDiscordJs>>
