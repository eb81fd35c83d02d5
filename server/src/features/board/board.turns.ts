/** What came of one of several. */
export type Outcome<Result> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly error: unknown }

type Options<Action, Result> = {
  readonly alone: (action: Action) => Promise<Result>
  /** In their order, all of them in one transaction. Answers nothing where that can't be done: nothing has happened then. */
  readonly together: (actions: readonly Action[]) => Promise<readonly Outcome<Result>[] | undefined>
}
type Waiting<Action, Result> = {
  readonly action: Action
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** However many wait, the first of them is not kept for long by those behind it. */
const MOST = 32

/**
 * Whoever wants to change a board has to wait for the commit of the one before. Those who come meanwhile are taken together when it is
 * their turn, and share a lock and a commit: the busier a board is, the less each costs.
 */
export function createTurns<Action, Result>({ alone, together }: Options<Action, Result>) {
  const queues = new Map<number, Waiting<Action, Result>[]>()

  const takeAlone = async ({ action, resolve, reject }: Waiting<Action, Result>) => {
    try {
      resolve(await alone(action))
    } catch (error) {
      reject(error)
    }
  }
  const take = async (turn: readonly Waiting<Action, Result>[]) => {
    const outcomes = turn.length > 1 ? await together(turn.map(({ action }) => action)) : undefined
    for (const [index, waiting] of turn.entries()) {
      const outcome = outcomes?.[index]
      if (!outcome) await takeAlone(waiting)
      else if (outcome.ok) waiting.resolve(outcome.result)
      else waiting.reject(outcome.error)
    }
  }
  const work = async (serverId: number, queue: Waiting<Action, Result>[]) => {
    while (queue.length > 0) {
      const turn = queue.splice(0, MOST)
      await take(turn).catch((error: unknown) => turn.forEach(({ reject }) => reject(error)))
    }
    queues.delete(serverId)
  }

  return (serverId: number, action: Action): Promise<Result> =>
    new Promise((resolve, reject) => {
      const waiting = { action, resolve, reject }
      const queue = queues.get(serverId)
      if (queue) return void queue.push(waiting)
      const started = [waiting]
      queues.set(serverId, started)
      void work(serverId, started)
    })
}
