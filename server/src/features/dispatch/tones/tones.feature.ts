import type { Feature } from '../../../platform/feature.ts'
import type { Board } from '../board/board.port.ts'
import { tonesPlugin } from './tones.plugin.ts'
import { createToneService } from './tones.service.ts'

export const tonesFeature = ({ board }: { board: Board }): Feature => ({
  name: 'tones',
  routes: (app) => tonesPlugin(app, { tones: createToneService({ board }) }),
})
