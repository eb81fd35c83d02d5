import { lookupUnit, MAX_CAUTIONS, type BodyOf, type Caution, type addCaution, type noteCharacter } from '@tenfour/contract'
import { sql } from 'kysely'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { actingUnit, writeEvent } from '../history/history.port.ts'
import { insertNoted, lockCharacter } from './characters.repo.ts'
import { noSuchCharacter } from './characters.service.ts'

/** Cautions that police and communications write about people. Only officers see them, so they are not events of the record. */
export function createCautions({ db }: { db: Db }) {
  return {
    add: (actor: Actor, characterId: number, { text, expiresAt }: BodyOf<typeof addCaution>): Promise<Caution> =>
      db.transaction().execute(async (tx) => {
        const { userId, name, identifier } = await actingUnit(tx, actor, lookupUnit())
        if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
          throw new AppError('invalid_input', 'Choose a time in the future', 'expiresAt')
        }
        const character = await lockCharacter(tx, characterId)
        if (!character) throw noSuchCharacter()
        await assertAct(tx, 'caution.add', actor, { characterIds: [characterId] })
        const { rows } = await sql<{ id: number; created_at: Date; expires_at: Date | null }>`
          insert into cautions (character_id, text, expires_at, by_user_id, by_identifier)
          select ${characterId}, ${text}, ${expiresAt}, ${userId}, ${identifier}
          where (select count(*) from cautions where character_id = ${characterId} and withdrawn_at is null
            and (expires_at is null or expires_at > now())) < ${MAX_CAUTIONS}
          returning id, created_at, expires_at`.execute(tx)
        const [added] = rows
        if (!added) throw new AppError('conflict', `${character.name} has ${MAX_CAUTIONS} cautions, which is the most: withdraw one first`)
        return {
          cautionId: added.id,
          text,
          expiresAt: added.expires_at?.toISOString() ?? null,
          by: { userId, name, identifier },
          at: added.created_at.toISOString(),
        }
      }),

    withdraw: (actor: Actor, characterId: number, cautionId: number): Promise<Record<string, never>> =>
      db.transaction().execute(async (tx) => {
        const { userId } = await actingUnit(tx, actor, lookupUnit())
        await assertAct(tx, 'caution.withdraw', actor, { characterIds: [characterId] })
        const { rows } = await sql`
          update cautions set withdrawn_at = now(), withdrawn_by = ${userId}
          where id = ${cautionId} and character_id = ${characterId} and withdrawn_at is null returning id`.execute(tx)
        if (rows.length === 0) throw new AppError('not_found', 'This caution has been withdrawn')
        return {}
      }),

    /** Notes a person who is not registered. */
    note: (actor: Actor, person: BodyOf<typeof noteCharacter>): Promise<{ characterId: number }> =>
      db.transaction().execute(async (tx) => {
        const unit = await actingUnit(tx, actor, lookupUnit())
        const characterId = await insertNoted(tx, unit.userId, person)
        await writeEvent(tx, unit, { characterId, title: 'Noted', text: person.name })
        return { characterId }
      }),
  }
}
