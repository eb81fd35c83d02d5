import { login, logout, me, validate } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { publicRoute, route, signInRoute } from '../../../platform/http/route.ts'
import { TooManyAttempts, type AuthService } from './auth.service.ts'

export const authPlugin: FastifyPluginAsync<{ auth: AuthService }> = async (app, { auth }) => {
  app.addHook('onError', async (_request, reply, error) => {
    if (error instanceof TooManyAttempts) reply.header('retry-after', error.waitSeconds)
  })
  signInRoute(app, login, (caller, { body }) => auth.login(caller, body))
  publicRoute(app, validate, (caller, { body }) => auth.validate(caller, body))
  route(app, me, async (actor) => actor.user)
  route(app, logout, (actor) => auth.logout(actor))
}
