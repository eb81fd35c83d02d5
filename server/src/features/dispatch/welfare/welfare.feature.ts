import { unitSilenceGraceMinutes, unitSilenceMinutes } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Board } from '../board/board.port.ts'
import { createWelfare, welfareJob } from './welfare.service.ts'

type Deps = { readonly db: Db; readonly board: Board; readonly publish: Publish; readonly settings: Settings }

export const welfareFeature = ({ db, board, publish, settings }: Deps): Feature => ({
  name: 'welfare',
  settings: [unitSilenceMinutes, unitSilenceGraceMinutes],
  jobs: [
    welfareJob(
      createWelfare({
        db,
        board,
        publish,
        silence: () => ({ minutes: settings.get(unitSilenceMinutes), graceMinutes: settings.get(unitSilenceGraceMinutes) }),
      }),
    ),
  ],
})
