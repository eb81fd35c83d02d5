import { anyOf, manageUsers, self, type PageOf, type PageQuery, type Session, type SignIn, type UserAddress } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockAccount, readAccount } from '../users/users.port.ts'
import * as repo from './sessions.repo.ts'

/** The sessions and sign-ins of an account, hidden if it is above the caller. */
export function createSessionService({ db }: { db: Db }) {
  return {
    list: async (actor: Actor, userId: number): Promise<Session[]> => {
      await readAccount(db, actor, userId)
      return repo.openSessions(db, userId, actor.sessionId)
    },

    end: (actor: Actor, userId: number, sessionId: number): Promise<Record<never, never>> =>
      db.transaction().execute(async (tx) => {
        await lockAccount(tx, actor, userId, anyOf(self('userId'), manageUsers))
        const ended = await repo.endSession(tx, userId, sessionId)
        if (!ended) throw new AppError('not_found', 'This session has already ended')
        const before = { device: repo.deviceOf(ended.user_agent) }
        await recordAudit(tx, actor, 'user.session-ended', { subjectType: 'user', subjectId: userId, before })
        return {}
      }),

    signIns: async (actor: Actor, userId: number, query: PageQuery): Promise<PageOf<SignIn>> => {
      await readAccount(db, actor, userId)
      return repo.signInsOf(db, userId, query)
    },

    addresses: async (actor: Actor, userId: number): Promise<UserAddress[]> => {
      await readAccount(db, actor, userId)
      return repo.signedInAddresses(db, userId)
    },
  }
}

const EXPORT_LIMIT = 10_000

/** Sign-in data for a member's data export. */
export const exportSessions = (db: Db) => ({
  sessions: ({ userId, sessionId }: Actor): Promise<Session[]> => repo.openSessions(db, userId, sessionId),
  signIns: async ({ userId }: Actor): Promise<SignIn[]> => (await repo.signInsOf(db, userId, { page: 1, pageSize: EXPORT_LIMIT })).items,
  addresses: ({ userId }: Actor): Promise<UserAddress[]> => repo.signedInAddresses(db, userId),
})
