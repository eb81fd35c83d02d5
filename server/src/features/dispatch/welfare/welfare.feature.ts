import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Board } from '../board/board.port.ts'
import type { Silence } from './welfare.repo.ts'
import { createWelfare, welfareJobs } from './welfare.service.ts'

type Deps = { readonly db: Db; readonly board: Board; readonly publish: Publish; readonly unitSilence: Silence }

export const welfareFeature = ({ db, board, publish, unitSilence }: Deps): Feature => ({
  name: 'welfare',
  jobs: welfareJobs(createWelfare({ db, board, publish, silence: unitSilence }), unitSilence),
})
