import { emergencyUnit, isAllowed, type OwnCharacter, type PictureSize } from '@tenfour/contract'
import { sql } from 'kysely'
import { assertOwnership } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { MemberPictures } from '../../people/pictures/pictures.port.ts'
import { lockOwners } from '../history/history.port.ts'
import { readCharacter } from './characters.repo.ts'
import { findCharacters } from './characters.rows.ts'
import { emitCharacter, lockOwn, noSuchCharacter } from './characters.service.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly memberPictures: MemberPictures }

/** Photos of characters. Members change those of their own; police, communications and fire on duty see them. */
export function createCharacterPictures({ db, publish, memberPictures }: Deps) {
  return {
    get: async (actor: Actor, characterId: number, size: PictureSize, digest?: string) => {
      const { rows } = await sql<{ user_id: number | null; digest: string; bytes: Buffer }>`
        select c.user_id, p.digest, ${size === 'full' ? sql`p.content` : sql`p.thumbnail`} as bytes
        from characters c join pictures p on p.id = c.picture_id
        where c.id = ${characterId} and c.removed_at is null`.execute(db)
      const [photo] = rows
      const isLookedUp = photo?.digest === digest && isAllowed(emergencyUnit(), actor.subject)
      if (!photo || !(photo.user_id === actor.userId || isLookedUp)) {
        throw new AppError('not_found', 'There is no such photo')
      }
      return { type: 'image/webp' as const, bytes: photo.bytes, digest: photo.digest }
    },

    save: async (actor: Actor, characterId: number, file: Uint8Array): Promise<OwnCharacter> => {
      // Checked before the work of reading the picture.
      const [found] = await findCharacters(db, [characterId])
      if (!found) throw noSuchCharacter()
      assertOwnership('character.picture', actor, { ownerIds: [found.userId] })
      const picture = await memberPictures.make(actor.userId, file)
      return inTransaction(db, publish, async (tx, emit) => {
        await lockOwners(tx, [actor.userId])
        const before = await lockOwn(tx, 'character.picture', actor, characterId)
        if (before.picture === picture.digest) return before
        const replaced = await pictureOf(tx, characterId)
        const id = await memberPictures.keep(tx, actor.userId, picture, replaced)
        await sql`update characters set picture_id = ${id} where id = ${characterId}`.execute(tx)
        if (replaced !== null) await deletePicture(tx, replaced)
        const after = await readCharacter(tx, characterId)
        await emitCharacter(emit, after)
        return after
      })
    },

    remove: (actor: Actor, characterId: number): Promise<OwnCharacter> =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await lockOwn(tx, 'character.picture', actor, characterId)
        const pictureId = await pictureOf(tx, characterId)
        if (pictureId === null) return before
        await deletePicture(tx, pictureId)
        const after = await readCharacter(tx, characterId)
        await emitCharacter(emit, after)
        return after
      }),
  }
}

async function pictureOf(tx: Tx, characterId: number): Promise<number | null> {
  const { rows } = await sql<{ picture_id: number | null }>`select picture_id from characters where id = ${characterId}`.execute(tx)
  return rows[0]?.picture_id ?? null
}

/** Deleting a picture also clears the character's reference to it. */
const deletePicture = (tx: Tx, pictureId: number) => sql`delete from pictures where id = ${pictureId}`.execute(tx)
