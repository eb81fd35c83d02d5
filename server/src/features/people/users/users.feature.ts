import { createUser, exportSelf, getUser, listUsers, saveTheme, searchUsers, setUserState, updateSelf, updateUser } from '@tenfour/contract'
import type pg from 'pg'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { UserCache } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { ExportParts, Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Happened } from '../../../platform/reactions.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { Mails } from '../mails/mails.port.ts'
import type { Authorize } from './users.authority.ts'
import { createUserList } from './users.list.ts'
import { createUserManagement } from './users.manage.ts'
import { createPasswordCheck } from './users.password.ts'
import { createUserRoom } from './users.room.ts'
import { createSelfService } from './users.self.ts'

type Deps = {
  readonly db: Db
  readonly pool: pg.Pool
  readonly users: UserCache
  readonly attempts: AttemptGuard
  readonly realtime: Realtime
  readonly happened: Happened
  readonly exportParts: () => ExportParts
  readonly authorize: Authorize
  readonly mails: Pick<Mails, 'isOn'>
}

export function usersFeature({ db, pool, users, attempts, realtime, happened, exportParts, authorize, mails }: Deps): Feature {
  const room = createUserRoom(db, users)
  const list = createUserList({ db, pool })
  const management = createUserManagement({ db, happened, authorize })
  const self = createSelfService({ db, checkPassword: createPasswordCheck({ db, attempts }), happened, exportParts, mails })
  return {
    name: 'users',
    routes: async (app) => {
      route(app, listUsers, (actor, { params, query }) => list(actor.user, { ...query, ...params }))
      route(app, searchUsers, (actor, { params, body }) => list(actor.user, { ...body, ...params }))
      route(app, getUser, (actor, { params }) => management.get(actor, params.userId))
      route(app, createUser, (actor, { body }) => management.create(actor, body.user, body.password))
      route(app, updateUser, (actor, { params, body }) =>
        management.update(actor, params.userId, body.user, params.updateDepts, body.password),
      )
      route(app, setUserState, (actor, { params, body }) => management.setState(actor, params.userId, body))
      route(app, saveTheme, (actor, { body }) => self.saveTheme(actor, body.theme))
      route(app, updateSelf, (actor, { body }) => self.update(actor, body))
      route(app, exportSelf, (actor) => self.export(actor))
    },
    rooms: { user: room },
    access: { userChanged: (userId) => room.announce(userId, realtime) },
  }
}
