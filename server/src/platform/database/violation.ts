import pg from 'pg'

/** Whether a statement failed because of this constraint, so that the service can say in words what the database refused. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint
