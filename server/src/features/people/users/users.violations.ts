import pg from 'pg'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'

/** Raised by the database whenever the last Root would be removed. */
const LAST_ROOT = 'TF001'

/** Translates constraint violations on accounts; rethrows anything else. */
export function explainAccountViolation(error: unknown): never {
  if (violates(error, 'users_email_key')) {
    throw new AppError('conflict', 'This email address already has an account', 'emailAddress')
  }
  if (violates(error, 'users_steam_id_key')) {
    throw new AppError('conflict', 'Another account already has this Steam hex', 'steamId')
  }
  if (violates(error, 'user_departments_one_primary')) {
    throw new AppError('conflict', 'Only one department can be the primary one', 'userDepartments')
  }
  if (error instanceof pg.DatabaseError && error.code === LAST_ROOT) {
    throw new AppError('conflict', 'This is the last Root account: give someone else the Root role first')
  }
  throw error
}
