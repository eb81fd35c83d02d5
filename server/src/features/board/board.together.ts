import type { Db, Tx } from '../../platform/database/database.ts'
import { inTwoTrips, runTogether } from '../../platform/database/prepared.ts'
import { isUndone } from '../../platform/database/violation.ts'
import type { Acted, Context, Decided, KnownAction } from './board.action.ts'
import type { BoardPart } from './board.part.ts'
import { lockBoardsOf, lockedFor, partOf, readPart } from './board.repo.ts'
import type { Outcome } from './board.turns.ts'

type Decide = (context: Context, action: KnownAction, part: BoardPart) => Promise<Decided>
type Entry = { readonly decided: Decided; rows: unknown }

/** One that was refused may have written something by then: the others can't be committed without it. */
class Entangled extends Error {}

/**
 * Several actions in one transaction, each on what those before it left. All of them are read at once and written at once, but for those
 * that look at what another of them changed. Who is refused hears so after the commit, as it may be for what another of them did. Where the
 * database refuses any, nothing of all this has happened.
 */
export async function actTogether(db: Db, actions: readonly KnownAction[], decide: Decide): Promise<Outcome<Acted>[] | undefined> {
  const places = actions.map(({ where }) => where)
  const reads = actions.map(({ where, wanted }) => partOf(db, where, wanted))
  try {
    return await inTwoTrips(db, [lockBoardsOf(db, places), ...reads], async (tx, [locked, ...parts]) => {
      const together = createTogether(tx, decide)
      const boardsOf = lockedFor(locked)
      const entries: (Entry | { readonly error: unknown })[] = []
      for (const [index, action] of actions.entries()) {
        const part = await together.current(action, readPart(parts[index]))
        entries.push(await together.decide(boardsOf(action.where), action, part))
      }
      const last = together.unwritten()
      return {
        last: last.map(({ decided }) => decided.write),
        done: (...written) => {
          for (const [index, entry] of last.entries()) entry.rows = written[index]
          return entries.map(outcomeOf)
        },
      }
    })
  } catch (error) {
    if (error instanceof Entangled || isUndone(error)) return undefined
    throw error
  }
}

function createTogether(tx: Tx, decide: Decide) {
  const touched = new Set<string>()
  let pending: Entry[] = []

  /** Writes what was decided so far, and what follows it in the same trip. */
  const write = async (...then: readonly Parameters<typeof runTogether>[1][number][]): Promise<unknown[][]> => {
    const entries = pending
    pending = []
    const rows = await runTogether(tx, [...entries.map(({ decided }) => decided.write), ...then])
    for (const [index, entry] of entries.entries()) entry.rows = rows[index]
    return rows.slice(entries.length)
  }

  return {
    /** What was read of the board at first, unless one before has changed some of it since. */
    current: async ({ where, wanted }: KnownAction, part: BoardPart): Promise<BoardPart> => {
      const looksAt = keysOf(
        [...wanted.userIds, ...part.units.map(({ userId }) => userId)],
        [...wanted.callIds, ...part.calls.map(({ callId }) => callId)],
      )
      if (!looksAt.some((key) => touched.has(key))) return part
      const [rows] = await write(partOf(tx, where, wanted))
      return readPart(rows)
    },

    decide: async (serverIds: readonly number[], action: KnownAction, part: BoardPart): Promise<Entry | { error: unknown }> => {
      let written: Promise<unknown> | undefined
      const context = {
        serverIds,
        // Whoever asks the database is to find there what those before have done.
        get tx() {
          written ??= write()
          return tx
        },
      }
      const decided = await decide(context, action, part).catch((error: unknown) => ({ error }))
      await written
      if ('error' in decided) {
        if (written) throw new Entangled()
        return decided
      }
      const { units, calls } = decided.draft.after
      for (const key of keysOf([...action.wanted.userIds, ...units.keys()], [...action.wanted.callIds, ...calls.keys()])) touched.add(key)
      const entry = { decided, rows: undefined }
      pending.push(entry)
      return entry
    },

    unwritten: (): readonly Entry[] => pending,
  }
}

const keysOf = (userIds: readonly number[], callIds: readonly number[]): string[] => [
  ...userIds.map((id) => `user:${id}`),
  ...callIds.map((id) => `call:${id}`),
]

function outcomeOf(entry: Entry | { readonly error: unknown }): Outcome<Acted> {
  if ('error' in entry) return { ok: false, error: entry.error }
  const { draft, tell } = entry.decided
  return { ok: true, result: { draft, logs: tell(entry.rows) } }
}
