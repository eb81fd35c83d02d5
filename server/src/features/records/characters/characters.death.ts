import { fireUnit, type Deceased } from '@tenfour/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { actingSupervisor, actingUnit, characterPath, findOwner, lockOwners, writeEvent } from '../history/history.port.ts'
import { lockCharacter, readCharacter } from './characters.repo.ts'
import type { AnyCharacter } from './characters.rows.ts'
import { emitCharacter, noSuchCharacter } from './characters.service.ts'

/** Fire declares a character dead; a supervisor undoes it. */
export function createDeath({ db, publish }: { db: Db; publish: Publish }) {
  return {
    declare: (actor: Actor, characterId: number, cause: string): Promise<{ deceased: z.infer<typeof Deceased> }> =>
      inTransaction(db, publish, async (tx, emit) => {
        const unit = await actingUnit(tx, actor, fireUnit())
        const before = await lock(tx, characterId)
        await assertAct(tx, 'character.declareDead', actor, { characterIds: [characterId] })
        if (before.deceased) throw new AppError('conflict', `${before.name} is already declared dead`)
        await sql`update characters set deceased_at = now(), deceased_cause = ${cause} where id = ${characterId}`.execute(tx)
        await sql`delete from played_characters where character_id = ${characterId}`.execute(tx)
        await announce(tx, emit, unit, before, { title: 'Declared dead', told: 'was declared dead', reason: cause })
        const { deceased } = await readCharacter(tx, characterId)
        if (!deceased) throw new Error(`character ${characterId} was just declared dead and lives`)
        return { deceased }
      }),

    takeBack: (actor: Actor, characterId: number, reason: string): Promise<{ deceased: null }> =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await lock(tx, characterId)
        await assertAct(tx, 'character.undoDeath', actor, { characterIds: [characterId] })
        if (!before.deceased) throw new AppError('conflict', `${before.name} is not declared dead`)
        await sql`update characters set deceased_at = null, deceased_cause = null where id = ${characterId}`.execute(tx)
        await announce(tx, emit, await actingSupervisor(tx, actor, 'actOnLicences'), before, {
          title: 'Declaration of death undone',
          told: 'is no longer declared dead',
          reason,
        })
        return { deceased: null }
      }),
  }
}

async function lock(tx: Tx, characterId: number): Promise<AnyCharacter> {
  const owner = await findOwner(tx, characterId)
  await lockOwners(tx, [owner?.userId ?? null])
  const character = await lockCharacter(tx, characterId)
  if (!character) throw noSuchCharacter()
  return character
}

async function announce(
  tx: Tx,
  emit: Emit,
  by: { readonly userId: number; readonly identifier: string },
  { characterId, userId, name }: AnyCharacter,
  { title, told, reason }: { readonly title: string; readonly told: string; readonly reason: string },
): Promise<void> {
  await writeEvent(tx, by, { characterId, title, text: name, reason })
  await emitCharacter(emit, await readCharacter(tx, characterId))
  if (userId !== null) await tell(tx, emit, userId, { title: `${name} ${told}`, text: reason, path: characterPath(characterId) })
}
