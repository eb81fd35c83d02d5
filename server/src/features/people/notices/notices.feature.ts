import { listNotices, readNotices } from '@tenfour/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { deleteOld } from './notices.repo.ts'
import { createNoticeService, noticesRoom } from './notices.service.ts'

export function noticesFeature({ db, publish }: { db: Db; publish: Publish }): Feature {
  const notices = createNoticeService({ db, publish })
  return {
    name: 'notices',
    routes: async (app) => {
      route(app, listNotices, (_actor, { params }) => notices.list(params.userId))
      route(app, readNotices, (actor, { body }) => notices.markRead(actor, body.noticeIds))
    },
    rooms: { notices: noticesRoom(db) },
    jobs: [defineJob({ name: 'notices-prune', payload: z.object({}), dailyAt: '04:23', work: () => deleteOld(db) })],
  }
}
