import { dropDiscordErrand, dropFailedErrands, listDiscordErrands, retryDiscordErrand } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { ErrandService } from './errands.service.ts'

export const errandsPlugin: FastifyPluginAsync<{ errands: ErrandService }> = async (app, { errands }) => {
  route(app, listDiscordErrands, (_actor, { query }) => errands.list(query))
  route(app, retryDiscordErrand, (actor, { params }) => errands.retry(actor, params.errandId))
  route(app, dropDiscordErrand, (actor, { params }) => errands.drop(actor, params.errandId))
  route(app, dropFailedErrands, (actor) => errands.dropFailed(actor))
}
