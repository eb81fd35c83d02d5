import { Id, listAudit, listUserAudit } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { readAccount } from '../users/users.port.ts'
import { auditEntries } from './audit.repo.ts'

export const auditFeature = ({ db }: { db: Db }): Feature => ({
  name: 'audit',
  routes: async (app) => {
    route(app, listAudit, async (actor, { query }) => {
      const subject = query.subjectType === 'user' ? Id.safeParse(Number(query.subjectId)) : undefined
      if (subject?.success) await readAccount(db, actor, subject.data)
      return auditEntries(db, actor.user, query)
    })
    route(app, listUserAudit, async (actor, { params, query }) => {
      await readAccount(db, actor, params.userId)
      return auditEntries(db, actor.user, { ...query, subjectType: 'user', subjectId: String(params.userId) })
    })
  },
})
