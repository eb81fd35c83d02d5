import pg from 'pg'

/** Whether a statement failed because of this constraint, so that the service can say in words what the database refused. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint

/** Data, integrity, a lost race, or what a trigger raised: whatever else was in the transaction is undone, and can be tried by itself. */
const UNDOING = /^(22|23|40|P0)/
/** Whether the database said of itself that it undid everything; where a connection just breaks, nobody knows. */
export const isUndone = (error: unknown): boolean => error instanceof pg.DatabaseError && UNDOING.test(error.code ?? '')
