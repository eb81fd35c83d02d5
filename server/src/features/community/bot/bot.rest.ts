import type { DiscordRest } from '../errands/errands.port.ts'
import { loadDiscordJs } from './bot.discord-js.ts'

type Options = {
  readonly token: string
  readonly apiUrl: string
  /** Discord lets nothing of this kind through for a while. */
  readonly onLimited: (forMs: number) => void
  readonly timeoutMs: number
}

/** Longer waits are not spent in memory: what has to wait that long is an errand, which is tried again later. */
const MAX_WAIT_MS = 30_000

/** Discord's REST through discord.js, which counts the rate limits and spaces the calls. */
export async function openRest({ token, apiUrl, onLimited, timeoutMs }: Options): Promise<DiscordRest & { readonly close: () => void }> {
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
  // After a refusal discord.js forgets the token, though it may be valid again later.
  const ready = () => rest.setToken(token)
  return {
    get: (path, request) => ready().get(path, request),
    post: (path, request) => ready().post(path, request),
    put: (path, request) => ready().put(path, request),
    patch: (path, request) => ready().patch(path, request),
    delete: (path, request) => ready().delete(path, request),
    close: () => {
      rest.clearHashSweeper()
      rest.clearHandlerSweeper()
    },
  }
}
