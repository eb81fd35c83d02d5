import { soundTone } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Board } from '../board/board.port.ts'
import { createToneService, type ToneService } from './tones.service.ts'

export const tonesFeature = ({ board }: { board: Board }): Feature => ({
  name: 'tones',
  routes: (app) => tonesPlugin(app, { tones: createToneService({ board }) }),
})

const tonesPlugin: FastifyPluginAsync<{ tones: ToneService }> = async (app, { tones }) => {
  route(app, soundTone, (actor, { body }) => tones.sound(actor, body))
}
