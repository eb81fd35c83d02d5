import { BridgeSettings, Server, type BridgeCall } from '@tenfour/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { findCall } from '../../dispatch/board/board.port.ts'
import { emergencyLines } from '../../dispatch/cad-values/cad-values.port.ts'

const BridgeServer = Server.omit({ version: true }).extend({ settings: BridgeSettings, isSimulated: z.boolean() })

/** A server in use, with its settings. */
export async function findServer(db: Db, serverId: number): Promise<z.infer<typeof BridgeServer> | undefined> {
  const row = await db
    .selectFrom('servers')
    .select(['id as serverId', 'name', 'environment', 'kicks_unlisted', 'enforces_whitelist', 'is_simulated as isSimulated'])
    .where('id', '=', serverId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const settings = {
    kicksUnlisted: row.kicks_unlisted && row.enforces_whitelist,
    enforcesWhitelist: row.enforces_whitelist,
    numbers: await emergencyLines(db),
  }
  return BridgeServer.parse({ ...row, settings })
}

/** A call as the game gets it, with the code of its type. */
export async function findBridgeCall(db: Db, callId: number): Promise<BridgeCall | undefined> {
  const found = await findCall(db, callId)
  if (!found) return undefined
  const type = await db.selectFrom('call_types').select('key').where('id', '=', found.call.callTypeId).executeTakeFirst()
  return { ...found.call, type: type?.key }
}
