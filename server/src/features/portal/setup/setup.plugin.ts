import { completeSetup, getSetup } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { publicRoute, signInRoute } from '../../../platform/http/route.ts'
import type { SetupService } from './setup.service.ts'

export const setupPlugin: FastifyPluginAsync<{ setup: SetupService }> = async (app, { setup }) => {
  publicRoute(app, getSetup, async () => ({ needed: await setup.isNeeded() }))
  signInRoute(app, completeSetup, (caller, { body }) => setup.complete(caller, body))
}
