import { barMember, leaveCommunity, letMemberGo, liftBar, listFormerMembers, takeMemberBack } from '@tenfour/contract'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { changesRoom } from '../../../platform/realtime/rooms.ts'
import { createPasswordCheck } from '../users/users.port.ts'
import { createDepartureService, type DepartureDeps } from './departures.service.ts'

type Deps = Omit<DepartureDeps, 'checkPassword'> & { readonly attempts: AttemptGuard }

export function departuresFeature(deps: Deps): Feature {
  const departures = createDepartureService({ ...deps, checkPassword: createPasswordCheck(deps) })
  return {
    name: 'departures',
    routes: async (app) => {
      route(app, listFormerMembers, (actor, { query }) => departures.list(actor, query))
      route(app, letMemberGo, (actor, { params, body }) => departures.letGo(actor, params.userId, body))
      route(app, takeMemberBack, (actor, { params }) => departures.takeBack(actor, params.userId))
      route(app, barMember, (actor, { params, body }) => departures.bar(actor, params.userId, body.reason))
      route(app, liftBar, (actor, { params, body }) => departures.lift(actor, params.userId, body.barId))
      route(app, leaveCommunity, (actor, { body }) => departures.leave(actor, body))
    },
    rooms: { 'former-members': changesRoom(deps.db, 'former-members') },
  }
}
