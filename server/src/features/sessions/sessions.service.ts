import { anyOf, manageUsers, self, type PageOf, type PageQuery, type Session, type SignIn, type UserAddress } from '@tenfour/contract'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockAccount, readAccount } from '../users/users.port.ts'
import { deviceOf } from './device.ts'
import * as repo from './sessions.repo.ts'

export type SessionService = ReturnType<typeof createSessionService>

/** How an account is and was used; of someone above the caller, nothing of it is shown. */
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
        const before = { device: deviceOf(ended.user_agent) }
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
