import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'

/** The code of conduct, which an area above this one keeps. New members accept it as they join. */
export type NewcomersConduct = {
  readonly current: (db: Db | Tx) => Promise<{ readonly number: number; readonly text: string } | null>
  readonly accept: (tx: Tx, userId: number, number: number) => Promise<unknown>
}

/** Accepts the version that a new member was shown, which has to be the current one. */
export async function acceptConduct(tx: Tx, conduct: NewcomersConduct, userId: number, shown: number | null): Promise<void> {
  const current = await conduct.current(tx)
  if (!current) return
  if (shown === null) throw new AppError('invalid_input', 'Accept the code of conduct', 'conduct')
  if (current.number !== shown) throw new AppError('conflict', 'There is a newer code of conduct: read that one first', 'conduct')
  await conduct.accept(tx, userId, current.number)
}
