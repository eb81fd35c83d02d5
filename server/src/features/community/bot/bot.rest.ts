import type { DiscordRest } from '../errands/errands.port.ts'

type Options = {
  readonly token: string
  readonly apiUrl: string
  /** Discord lets nothing of this kind through for a while. */
  readonly onLimited: (forMs: number) => void
  readonly timeoutMs: number
}

/** Longer waits are not spent in memory: what has to wait that long is an errand, which is tried again later. */
const MAX_WAIT_MS = 30_000

/** Calls under way are given up when it closes. */
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
  // One each: discord.js never stops listening to a signal.
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

/** The one place that loads discord.js: it takes time and memory, so nothing does before there is a token. */
export const loadDiscordJs = () => import('discord.js')
export type DiscordJs = Awaited<ReturnType<typeof loadDiscordJs>>
