import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type EmitAll, type Publish } from '../../../platform/database/transaction.ts'
import { endTellings } from './grants.notices.ts'
import * as repo from './grants.repo.ts'
import { announce, withWhitelists } from './grants.steps.ts'

/** Writes what time has ended, and shows what the database ended itself. Returns whether anything was over. */
export async function settleGrants(db: Db, publish: Publish): Promise<boolean> {
  const isAnyOver = await inTransaction(db, publish, (tx, _emit, _after, emitAll) => writeOver(tx, emitAll))
  await inTransaction(db, publish, async (tx, _emit, _after, emitAll) => announce(tx, emitAll, await repo.unposted(tx), []))
  return isAnyOver
}

async function writeOver(tx: Tx, emitAll: EmitAll): Promise<boolean> {
  const userIds = await repo.dueMembers(tx)
  if (userIds.length === 0) return false
  // Accounts before grants, as everywhere.
  await repo.lockMembers(tx, userIds)
  return expire(tx, emitAll, userIds)
}

/** Of these members, whose accounts are locked. */
export async function expire(tx: Tx, emitAll: EmitAll, userIds: readonly number[]): Promise<boolean> {
  const over = await withWhitelists(tx, {}, userIds, () => repo.markExpired(tx, userIds))
  if (over.length === 0) return false
  const grants = await repo.findGrants(tx, over)
  await announce(
    tx,
    emitAll,
    grants,
    grants.flatMap((grant) => endTellings(grant)),
  )
  return true
}
