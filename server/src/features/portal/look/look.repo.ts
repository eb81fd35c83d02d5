import { LOOK_SETTINGS, type PictureSize } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Picture } from '../../../platform/pictures/pictures.ts'

/** One upload at a time is counted. */
export const lockPictures = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('look-pictures', 0))`.execute(tx)

const shown = LOOK_SETTINGS.filter(({ input }) => input.kind === 'picture').map(({ key }) => key)

/** Deletes pictures that no setting names, a day after they were uploaded: their settings may not be saved yet. */
export const deleteUnused = (tx: Tx) =>
  tx
    .deleteFrom('look_pictures')
    .where('uploaded_at', '<', sql<Date>`now() - interval '1 day'`)
    .where(
      'digest',
      'not in',
      tx
        .selectFrom('settings')
        .select(sql<string>`value #>> '{}'`.as('digest'))
        .where('key', 'in', shown),
    )
    .execute()

export async function countOthers(tx: Tx, digest: string): Promise<number> {
  const { count } = await tx
    .selectFrom('look_pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('digest', '<>', digest)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const keepPicture = (tx: Tx, { digest, content, thumbnail }: Picture) =>
  tx
    .insertInto('look_pictures')
    .values({ digest, content, thumbnail })
    .onConflict((on) => on.column('digest').doUpdateSet({ uploaded_at: sql<Date>`now()` }))
    .execute()

export const findPicture = (db: Db, digest: string, size: PictureSize) =>
  db
    .selectFrom('look_pictures')
    .select([size === 'full' ? 'content as bytes' : 'thumbnail as bytes', 'digest'])
    .where('digest', '=', digest)
    .executeTakeFirst()
