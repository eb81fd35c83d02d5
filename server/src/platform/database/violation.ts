import pg from 'pg'

/** Whether this constraint made the statement fail, so that the service can report it in plain words. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint

const UNIQUE_VIOLATION = '23505'
export const isUniqueViolation = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION

/**
 * Data errors, integrity violations, serialization failures and errors raised by triggers: the transaction was rolled back, so the other
 * parts of it can be retried separately.
 */
const UNDOING = /^(22|23|40|P0)/
/** Whether the database confirmed the rollback. After a broken connection the outcome is unknown. */
export const isUndone = (error: unknown): boolean => error instanceof pg.DatabaseError && UNDOING.test(error.code ?? '')

const FOREIGN_KEY_VIOLATION = '23503'
/** Whether something was not deleted because rows elsewhere name it. */
export const isStillReferenced = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION
