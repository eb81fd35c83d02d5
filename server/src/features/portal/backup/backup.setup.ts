import { beginSetupRestore, getSetupRestore, readSetupBackup, sendBackupPiece, startSetupRestore } from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../../platform/auth/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import { publicRoute } from '../../../platform/http/route.ts'
import type { Arrival } from './backup.arrival.ts'

/** The doors of set-up. */
export type SetupDoors = {
  readonly isNeeded: () => Promise<boolean>
  /** Refuses a wrong code, counts it, and refuses every code once there are accounts. */
  readonly assertCode: (caller: Caller, code: string) => Promise<void>
}

/** A backup is restored instead of a new community. All of it is closed once there is an account. */
export function serveSetupRestore(app: FastifyInstance, setup: SetupDoors, given: Arrival | undefined): void {
  const arrival = (): Arrival => {
    if (given) return given
    throw new AppError('conflict', 'This portal can’t be restored from here: use npm run portal -- restore <file>')
  }
  const waiting = async (): Promise<Arrival> => {
    if (!(await setup.isNeeded())) throw new AppError('conflict', 'This portal has already been set up: sign in instead')
    return arrival()
  }
  publicRoute(app, beginSetupRestore, async (caller, { body }) => {
    await setup.assertCode(caller, body.code)
    return arrival().announce(body.bytes)
  })
  publicRoute(app, sendBackupPiece, async (_caller, { params, body }) => (await waiting()).take(params.restoreId, params.piece, body))
  publicRoute(app, getSetupRestore, async (_caller, { params }) => (await waiting()).show(params.restoreId))
  publicRoute(app, readSetupBackup, async (_caller, { params, body }) => (await waiting()).read(params.restoreId, body.passPhrase))
  publicRoute(app, startSetupRestore, async (caller, { params, body }) => {
    await setup.assertCode(caller, body.code)
    return arrival().start(params.restoreId)
  })
}
