import type { Db, Tx } from './database.ts'

/** Carries the result out of a transaction that is rolled back. */
class Undone<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('rolled back on purpose')
    this.result = result
  }
}

/** Runs a change for real and takes it back: what it leads to is what would happen, triggers included. */
export async function inUndoneTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx): Promise<T> => {
      throw new Undone(await work(tx))
    })
  } catch (error) {
    if (error instanceof Undone) return error.result as T
    throw error
  }
}
