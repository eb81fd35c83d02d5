import type { CallLogEntry } from '@tenfour/contract'
import type { Tx } from '../../platform/database/database.ts'
import type { Statement } from '../../platform/database/portal-client.ts'
import type { AppError } from '../../platform/errors.ts'
import type { Draft } from './board.draft.ts'
import type { By } from './board.part.ts'
import type { Wanted, Where } from './board.repo.ts'

export type Context = { readonly tx: Tx; readonly serverIds: readonly number[] }
export type Action = {
  readonly by: By | null
  readonly where: Where
  readonly wanted: Wanted | ((tx: Tx) => Promise<Wanted>)
  /** Said where there is no such board. */
  readonly missing: AppError
  /** Asked again, on the board as it is by then, where what was to be committed together could not be. */
  readonly decide: (draft: Draft, context: Context) => Promise<void> | void
}
export type KnownAction = Action & { readonly wanted: Wanted }
export type Acted = { draft: Draft; logs: CallLogEntry[] }
export type Decided = { readonly draft: Draft; readonly write: Statement; readonly tell: (rows: unknown) => CallLogEntry[] }
