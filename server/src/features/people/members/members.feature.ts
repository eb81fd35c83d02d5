import {
  addLeave,
  addMark,
  addNote,
  changeRank,
  changeRankInDepartment,
  changeRanks,
  deleteNote,
  endLeave,
  getMember,
  listDepartmentPeople,
  listMembers,
  moveMember,
  previewRanks,
  withdrawMark,
} from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Happened } from '../../../platform/reactions.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Authorize } from '../users/users.port.ts'
import { getMember as readMember } from './members.account.ts'
import { listPeople, moveBetweenDepartments } from './members.departments.service.ts'
import { createMemberRankService, type MemberRankService } from './members.ranks.service.ts'
import { createMemberRecordService } from './members.records.service.ts'
import { listMembers as readRoster } from './members.roster.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly happened: Happened
  readonly authorize: Authorize
  readonly redis: Redis | undefined
}

export function membersFeature({ db, publish, happened, authorize, redis }: Deps): Feature & { readonly ranks: MemberRankService } {
  const ranks = createMemberRankService({ db, publish, authorize })
  const countMove = createHourlyLimit('member-moves', AN_HOUR.memberMoves, redis)
  const records = createMemberRecordService({ db, publish, happened })
  return {
    name: 'members',
    routes: async (app) => {
      route(app, listMembers, (actor, { query }) => readRoster(db, actor, query))
      route(app, getMember, (actor, { params }) => readMember(db, actor, params.userId))

      route(
        app,
        moveMember,
        (actor, { params, body }) => moveBetweenDepartments({ db, publish, happened, authorize }, actor, params.userId, body),
        countMove,
      )
      route(app, listDepartmentPeople, (actor, { params, query }) => listPeople(db, actor, params.departmentId, query))

      route(app, changeRankInDepartment, (actor, { params, body }) => ranks.changeInDepartment(actor, params, body), countMove)

      route(app, addNote, (actor, { params, body }) => records.addNote(actor, params.userId, body.text))
      route(app, deleteNote, (actor, { params }) => records.deleteNote(actor, params.userId, params.noteId))
      route(app, addMark, (actor, { params, body }) => records.addMark(actor, params.userId, body))
      route(app, withdrawMark, (actor, { params, body }) => records.withdrawMark(actor, params.userId, params.markId, body.reason))
      route(app, addLeave, (actor, { params, body }) => records.addLeave(actor, params.userId, body))
      route(app, endLeave, (actor, { params }) => records.endLeave(actor, params.userId, params.leaveId))

      route(app, changeRank, (actor, { params, body }) => ranks.change(actor, params.userId, body))
      route(app, previewRanks, (actor, { body }) => ranks.preview(actor, body))
      route(app, changeRanks, (actor, { body }) => ranks.changeAll(actor, body))
    },
    ranks,
  }
}
