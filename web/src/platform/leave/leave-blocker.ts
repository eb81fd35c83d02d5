type Place = { readonly pathname: string; readonly state: { readonly __TSR_index: number } }
type Move = { readonly currentLocation: Place; readonly nextLocation: Place; readonly action: string }

/**
 * Whether a move in the history is to be undone. While the question is open the browser's buttons still work, so a second press may come
 * before the first is answered: one question is asked for all of them, and only the last move, which spans the others, is decided by it.
 * The router undoes a move by going as far the other way, which puts the entry back on top of the one before it.
 */
export function createLeaveBlocker(ask: () => Promise<boolean>) {
  let question: Promise<boolean> | null = null
  let latest: Move | null = null

  return async (move: Move): Promise<boolean> => {
    const { currentLocation, nextLocation, action } = move
    const isPop = action !== 'PUSH' && action !== 'REPLACE'
    latest = move
    // Filters and tabs live in the query: changing those is not leaving.
    if (!isPop && nextLocation.pathname === currentLocation.pathname) return false
    // Back and forward again: there is nothing left to undo, and going nowhere would reload the page.
    if (isPop && nextLocation.state.__TSR_index === currentLocation.state.__TSR_index) return false
    question ??= ask().finally(() => {
      question = null
    })
    const isLeaving = await question
    if (latest !== move) return new Promise(() => undefined)
    return !isLeaving
  }
}
