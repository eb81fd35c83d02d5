import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { withdrawClaimsFor } from '../claims/claims.port.ts'
import { emitOwn, lockOwners, writeEvent } from '../history/history.port.ts'
import * as repo from './characters.repo.ts'
import { lockOwn } from './characters.service.ts'

/** With all that belongs to it; what was written about it stays on record. */
export const createCharacterRemoval =
  ({ db, publish }: { db: Db; publish: Publish }) =>
  (actor: Actor, characterId: number, version: number): Promise<Record<string, never>> =>
    inTransaction(db, publish, async (tx, emit) => {
      const { userId } = actor
      await lockOwners(tx, [userId])
      const character = await lockOwn(tx, 'character.delete', actor, characterId, version)
      const transfers = await repo.dropTransfers(tx, characterId)
      const { impounded } = await repo.lockVehicles(tx, characterId)
      if (impounded !== undefined) {
        throw new AppError('conflict', `${impounded} is impounded: it has to be released before ${character.name} can be deleted`)
      }
      const claims = await withdrawClaimsFor(tx, characterId)
      await repo.removeCharacter(tx, characterId)
      await writeEvent(tx, actor, { characterId, title: 'Deleted', text: character.name })
      // In the order of the members' ids, so that two who delete at once never wait for each other.
      const told = [userId, ...transfers.flatMap(({ userIds }) => userIds)].toSorted((a, b) => a - b)
      for (const each of new Set(told)) {
        for (const { transferId, userIds } of transfers) {
          if (userIds.includes(each)) await emitOwn(emit, each, 'transfer.left', { transferId })
        }
        if (each !== userId) continue
        for (const claim of claims) await emitOwn(emit, userId, 'claim.saved', claim)
        await emitOwn(emit, userId, 'character.left', { characterId })
      }
      return {}
    })
