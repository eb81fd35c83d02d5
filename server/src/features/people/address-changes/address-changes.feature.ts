import { askAddressChange, confirmAddress, endAddressChange, getAddressChange } from '@tenfour/contract'
import { z } from 'zod'
import type { Feature } from '../../../platform/feature.ts'
import { publicRoute, route } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import { deleteOldChanges } from './address-changes.repo.ts'
import { createAddressChanges } from './address-changes.service.ts'

type Deps = Parameters<typeof createAddressChanges>[0] & { readonly redis: Redis | undefined }

export function addressChangesFeature(deps: Deps): Feature {
  const { sendJob, reactions, pending, ask, end, confirm } = createAddressChanges(deps)
  const countAsked = createHourlyLimit('address-changes', AN_HOUR.addressChanges, deps.redis)
  return {
    name: 'address-changes',
    routes: async (app) => {
      route(app, getAddressChange, (actor) => pending(actor))
      route(app, askAddressChange, (actor, { body }) => ask(actor, body), countAsked)
      route(app, endAddressChange, (actor) => end(actor))
      publicRoute(app, confirmAddress, (caller, { body }) => confirm(caller, body.code))
    },
    jobs: [
      sendJob,
      defineJob({
        name: 'address-changes-prune',
        payload: z.object({}),
        dailyAt: '04:41',
        work: () => deleteOldChanges(deps.background.db),
      }),
    ],
    reactions,
  }
}
