import type { CallLogEntry } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'
import type { AppError } from '../../../platform/errors.ts'
import { changesOf, type Changes } from './board.changes.ts'
import { createDraft, type Draft } from './board.draft.ts'
import type { BoardSlice, By, Wanted } from './board.slice.ts'

/** Whose boards an action is on: that of a unit, of a call, those of servers by name, or every one there is. */
export type Where =
  | { readonly userId: number; readonly serverIds?: readonly number[] }
  | { readonly callId: number }
  | { readonly serverIds: readonly number[] | 'every' }

export type Context = {
  /** The boards that are locked for this action. */
  readonly serverIds: readonly number[]
  /**
   * The transaction, for what the draft does not know. Resolves once everything that earlier actions decided is written, so that it is found
   * there. That is a round trip which the others of the batch wait for: ask only where it is needed.
   */
  readonly tx: () => Promise<Tx>
}
export type Action = {
  readonly by: By | null
  readonly where: Where
  readonly wanted: Wanted
  /** The refusal where there is no such board. */
  readonly missing: AppError
  /** May be called again, on the board as it is by then, where the transaction had to be undone. */
  readonly decide: (draft: Draft, context: Context) => Promise<void> | void
}
export type ActionResult = { readonly draft: Draft; readonly logs: readonly CallLogEntry[] }

/** An action that was not refused, and is yet to be written. */
export type Decision = { readonly by: By | null; readonly draft: Draft; readonly changes: Changes }

export async function decideOn({ by, missing, decide }: Omit<Action, 'wanted'>, slice: BoardSlice, context: Context): Promise<Decision> {
  if (context.serverIds.length === 0) throw missing
  const draft = createDraft(slice, by)
  await decide(draft, context)
  return { by, draft, changes: changesOf(draft) }
}
