import type pg from 'pg'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { UserCache } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { ExportParts, Feature } from '../../../platform/feature.ts'
import type { Happened } from '../../../platform/reactions.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { Authorize } from './users.authority.ts'
import { createUserList } from './users.list.ts'
import { createUserManagement } from './users.manage.ts'
import { createPasswordCheck } from './users.password.ts'
import { usersPlugin } from './users.plugin.ts'
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
}

export function usersFeature({ db, pool, users, attempts, realtime, happened, exportParts, authorize }: Deps): Feature {
  const room = createUserRoom(db, users)
  return {
    name: 'users',
    routes: (app) =>
      usersPlugin(app, {
        list: createUserList({ db, pool }),
        users: createUserManagement({ db, happened, authorize }),
        self: createSelfService({ db, checkPassword: createPasswordCheck({ db, attempts }), happened, exportParts }),
      }),
    rooms: { user: room },
    access: { userChanged: (userId) => room.announce(userId, realtime) },
  }
}
