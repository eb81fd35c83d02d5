import {
  endPasswordLink,
  listPasswordLinks,
  lookAtPasswordLink,
  makePasswordLink,
  sendPasswordLink,
  usePasswordLink,
} from '@tenfour/contract'
import { z } from 'zod'
import type { Feature } from '../../../platform/feature.ts'
import { publicRoute, route, signInRoute } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { createForgottenPasswords } from './password-links.forgotten.ts'
import { deleteOldLinks } from './password-links.repo.ts'
import { createPasswordLinkService } from './password-links.service.ts'
import { createPasswordLinkUse } from './password-links.use.ts'

type Deps = Parameters<typeof createPasswordLinkService>[0] &
  Parameters<typeof createPasswordLinkUse>[0] &
  Parameters<typeof createForgottenPasswords>[0]

export function passwordLinksFeature(deps: Deps): Feature {
  const links = createPasswordLinkService(deps)
  const holder = createPasswordLinkUse(deps)
  const forgotten = createForgottenPasswords(deps)
  return {
    name: 'password-links',
    routes: async (app) => {
      route(app, listPasswordLinks, (actor, { params }) => links.list(actor, params.userId))
      route(app, makePasswordLink, (actor, { params }) => links.make(actor, params.userId))
      route(app, endPasswordLink, (actor, { params }) => links.end(actor, params.userId, params.passwordLinkId))
      publicRoute(app, lookAtPasswordLink, (caller, { body }) => holder.look(caller, body.code))
      publicRoute(app, sendPasswordLink, (caller, { body }) => forgotten.ask(caller, body.emailAddress))
      signInRoute(app, usePasswordLink, (caller, { body }) => holder.use(caller, body))
    },
    jobs: [
      forgotten.job,
      defineJob({ name: 'password-links-prune', payload: z.object({}), dailyAt: '04:29', work: () => deleteOldLinks(deps.db) }),
    ],
  }
}
