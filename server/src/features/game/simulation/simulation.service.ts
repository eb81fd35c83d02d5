import { UNIT_STATUS, type Simulation } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Board } from '../../dispatch/board/board.port.ts'
import * as repo from './simulation.repo.ts'

const NAME = 'Simulated game'
const UNITS = ['Ada Acker', 'Bruno Bellamy', 'Cleo Corte', 'Dario Dunne']
const STEAM_DIGITS = 14
/** Somebody may go on duty between the two steps of removing a game. */
const MAX_ATTEMPTS = 5

export const callSignOf = (index: number): string => `SIM-${index + 1}`
/** No Steam account has such a hex: theirs begin with 1100001. */
const steamOf = (index: number): string => `f${(index + 1).toString(16).padStart(STEAM_DIGITS, '0')}`

export type SimulationService = ReturnType<typeof createSimulationService>
type Options = { readonly db: Db; readonly publish: Publish; readonly board: Pick<Board, 'act'> }

/** Starts and ends the simulated game; the runner plays it. */
export function createSimulationService({ db, publish, board }: Options) {
  const start = (actor: Actor, units: number): Promise<Simulation> =>
    inTransaction(db, publish, async (tx, emit) => {
      const server = await repo.insertServer(tx, NAME)
      await repo.insertSimulation(tx, server.serverId, actor.userId)
      const departments = await repo.departmentsToPlay(tx)
      await repo.insertMembers(
        tx,
        UNITS.slice(0, units).map((name, index) => ({
          name: `${name} (simulated)`,
          steam: steamOf(index),
          ...departmentFor(departments, index),
        })),
      )
      const { name } = server
      await recordAudit(tx, actor, 'server.simulation-started', { subjectType: 'server', subjectId: server.serverId, after: { name } })
      await emit('servers', {}, 'server.saved', server)
      const simulation = await repo.findSimulation(tx)
      if (!simulation) throw new Error('the simulated game that was started is missing')
      return simulation
    }).catch((error: unknown) => {
      throw violates(error, 'simulations_one') || violates(error, 'servers_name_key')
        ? new AppError('conflict', 'A simulated game is running already, or being removed')
        : error
    })

  const takeOffDuty = async (serverId: number): Promise<void> => {
    for (const userId of await repo.onDuty(db, serverId)) {
      await board.act({
        by: null,
        where: { userId },
        wanted: { userIds: [userId], callIds: [] },
        missing: new AppError('not_found', 'This member was never on duty', 'userId'),
        decide: (draft) => {
          if (draft.unit(userId).serverId === serverId) draft.setStatus(userId, UNIT_STATUS.offDuty)
        },
      })
    }
  }
  /** Can be repeated, should a node die while it does this. */
  const remove = async (serverId: number): Promise<void> => {
    await repo.endKeys(db, serverId)
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await takeOffDuty(serverId)
      const outcome = await inTransaction(db, publish, async (tx, emit) => {
        const found = await repo.removeGame(tx, serverId)
        if (found === 'removed') await emit('servers', {}, 'server.retired', { serverId })
        return found
      })
      if (outcome !== 'on duty') return
    }
    throw new AppError('unavailable', 'Somebody keeps going on duty in the simulated game: try again')
  }

  /** By nobody where its time is over. False if there is none, or it is ending already. */
  const end = async (actor: Pick<Actor, 'userId'> | null): Promise<boolean> => {
    const ended = await db.transaction().execute(async (tx) => {
      const found = await repo.markEnding(tx)
      if (found) {
        const { serverId, name } = found
        await recordAudit(tx, actor ?? {}, 'server.simulation-ended', { subjectType: 'server', subjectId: serverId, before: { name } })
      }
      return found
    })
    if (ended) await remove(ended.serverId)
    return ended !== undefined
  }

  return {
    get: async () => ({ simulation: await repo.findSimulation(db) }),
    start: async (actor: Actor, units: number) => ({ simulation: await start(actor, units) }),
    end: async (actor: Actor): Promise<Record<string, never>> => {
      if (!(await end(actor))) throw new AppError('not_found', 'No simulated game is running')
      return {}
    },
    endInTime: () => end(null),
    remove,
  }
}

/** The last unit is the fire department's, the others are the police's, as far as there are both. */
function departmentFor(departments: readonly repo.PlayedDepartment[], index: number) {
  const wanted = index === UNITS.length - 1 ? 'Fire' : 'Leo'
  const found = departments.find(({ type }) => type === wanted) ?? departments[0]
  if (!found) throw new AppError('conflict', 'No police or fire department goes on duty: restore one first')
  return { departmentId: found.departmentId, rankId: found.rankId, identifier: callSignOf(index) }
}
