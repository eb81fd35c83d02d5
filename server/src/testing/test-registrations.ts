import type { RegistrationState } from '@tenfour/contract'
import { newToken } from '../platform/auth/secrets.ts'
import type { Db } from '../platform/database/database.ts'
import { insertToken } from '../features/community/registrations/registrations.repo.ts'

/** Someone who has applied, with a token of their application. */
export async function addApplicant(db: Db, { state = 'open' }: { readonly state?: RegistrationState } = {}) {
  const { id } = await db
    .insertInto('registrations')
    .values({ state, name: 'Newcomer', email: 'applicant@example.com', password_hash: 'none', address: '127.0.0.1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = newToken()
  await insertToken(db, id, token)
  return { registrationId: id, token }
}
