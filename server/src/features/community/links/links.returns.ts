/** Time after a sign-in for another one of the same person that began at the same moment. */
const REST_MS = 500
/** A token is given back after this time even while the person keeps signing in. */
const LONGEST_MS = 10_000
const CLOSE_MS = 1000

/** A sign-in that asks Discord with a token; whose it is, is known once Discord has said so. */
export type TokenUse = { discordId: string | null }

/**
 * Gives Discord's tokens back after use. Discord then ends everything that the person granted to the portal, so that another sign-in of theirs that is
 * under way would be refused: a token is given back once there is none. On another node there may be one, which its member starts again.
 */
export function createTokenReturns<Token>(give: (token: Token, signal: AbortSignal) => Promise<void>) {
  const ended = new AbortController()
  const uses = new Set<TokenUse>()
  const resting = new Set<{ readonly timer: NodeJS.Timeout; readonly token: Token }>()
  const giving = new Set<Promise<void>>()

  const giveNow = (token: Token): void => {
    const done = give(token, ended.signal).finally(() => giving.delete(done))
    giving.add(done)
  }
  const isUsed = (by: string | null): boolean => [...uses].some(({ discordId }) => by === null || discordId === null || discordId === by)
  const rest = (token: Token, discordId: string | null, until: number): void => {
    const entry = {
      token,
      timer: setTimeout(() => {
        resting.delete(entry)
        if (isUsed(discordId) && Date.now() < until) rest(token, discordId, until)
        else giveNow(token)
      }, REST_MS),
    }
    resting.add(entry)
  }

  return {
    /** Has to be ended. */
    begin: (): TokenUse => {
      const use = { discordId: null }
      uses.add(use)
      return use
    },

    end: (use: TokenUse, token: Token | null): void => {
      uses.delete(use)
      if (token === null) return
      if (ended.signal.aborted) return giveNow(token)
      rest(token, use.discordId, Date.now() + LONGEST_MS)
    },

    close: async (): Promise<void> => {
      for (const { timer, token } of resting) {
        clearTimeout(timer)
        giveNow(token)
      }
      resting.clear()
      const timer = setTimeout(() => ended.abort(), CLOSE_MS)
      await Promise.all(giving)
      clearTimeout(timer)
      ended.abort()
    },
  }
}
