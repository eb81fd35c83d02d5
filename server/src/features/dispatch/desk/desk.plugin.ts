import { answerPing, heard, listOwnCalls, pingUnit } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { DeskService } from './desk.service.ts'

export const deskPlugin: FastifyPluginAsync<{ desk: DeskService }> = async (app, { desk }) => {
  route(app, pingUnit, (actor, { params, body }) => desk.ping(actor, params.userId, body.message))
  route(app, answerPing, (actor, { params }) => desk.answer(actor, params.pingId))
  route(app, heard, (actor) => desk.heard(actor))
  route(app, listOwnCalls, (actor, { query }) => desk.ownCalls(actor, query))
}
