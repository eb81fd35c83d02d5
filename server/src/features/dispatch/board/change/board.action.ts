import type { CallLogEntry } from '@tenfour/contract'
import type { Tx } from '../../../../platform/database/database.ts'
import type { AppError } from '../../../../platform/errors.ts'
import { changesOf, type Changes } from './board.changes.ts'
import { createDraft, type Draft } from './board.draft.ts'
import type { BoardSlice, By, Wanted } from './board.slice.ts'

/** Which boards an action affects: that of a unit, of a call, of given servers, or all of them. */
export type Where =
  | { readonly userId: number; readonly serverIds?: readonly number[] }
  | { readonly callId: number }
  | { readonly serverIds: readonly number[] | 'every' }

export type Context = {
  /** The boards locked for this action. */
  readonly serverIds: readonly number[]
  /**
   * The transaction, for data outside the draft. Resolves once all earlier decisions are written, so that they are visible. This costs a
   * round trip that the rest of the batch waits for: use it only if needed.
   */
  readonly tx: () => Promise<Tx>
}
export type Action = {
  readonly by: By | null
  readonly where: Where
  readonly wanted: Wanted
  /** Thrown if there is no such board. */
  readonly missing: AppError
  /** May be called again on a newer board if the transaction was rolled back. */
  readonly decide: (draft: Draft, context: Context) => Promise<void> | void
}
export type ActionResult = { readonly draft: Draft; readonly logs: readonly CallLogEntry[] }

/** An accepted action that is not written yet. */
export type Decision = { readonly by: By | null; readonly draft: Draft; readonly changes: Changes }

export async function decideOn({ by, missing, decide }: Omit<Action, 'wanted'>, slice: BoardSlice, context: Context): Promise<Decision> {
  if (context.serverIds.length === 0) throw missing
  const draft = createDraft(slice, by)
  await decide(draft, context)
  return { by, draft, changes: changesOf(draft) }
}
