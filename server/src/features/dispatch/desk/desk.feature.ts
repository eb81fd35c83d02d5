import { portal911 } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Board } from '../board/board.port.ts'
import { deskJobs } from './desk.jobs.ts'
import { deskPlugin } from './desk.plugin.ts'
import { countOpenPortalCalls } from './desk.repo.ts'
import { createDeskService, deskRoom, type DeskService } from './desk.service.ts'

type Deps = { readonly db: Db; readonly background: { readonly db: Db }; readonly board: Board; readonly publish: Publish }

/** `deskOn` creates the same service for another board, for example one that takes part in an outer transaction. */
export function deskFeature({ db, background, board, publish }: Deps): Feature & { readonly deskOn: (board: Board) => DeskService } {
  const deskOn = (on: Board): DeskService => createDeskService({ db, board: on, publish })
  return {
    name: 'desk',
    routes: (app) => deskPlugin(app, { desk: deskOn(board) }),
    rooms: { desk: deskRoom(db) },
    jobs: deskJobs(background.db),
    switches: [{ featureSwitch: portal911, open: async () => [openCalls(await countOpenPortalCalls(db))] }],
    deskOn,
  }
}

const openCalls = (count: number) => ({ count, text: count === 1 ? '1 emergency call is open' : `${count} emergency calls are open` })
