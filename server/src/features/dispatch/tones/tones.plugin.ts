import { soundTone } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { ToneService } from './tones.service.ts'

export const tonesPlugin: FastifyPluginAsync<{ tones: ToneService }> = async (app, { tones }) => {
  route(app, soundTone, (actor, { body }) => tones.sound(actor, body))
}
