import { getSound, MAX_SOUND_FILES, SOUND_SETTINGS, uploadSound, wavProblem } from '@tenfour/contract'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'

/** Sounds of the community's own. Settings say which of the files kept here are heard. */
export function soundsFeature({ db }: { readonly db: Db }): Feature {
  return {
    name: 'sounds',
    settings: SOUND_SETTINGS,
    routes: async (app) => {
      route(app, uploadSound, async (_actor, { body }) => {
        const problem = wavProblem(body)
        if (problem !== null) throw new AppError('invalid_input', problem)
        const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
        await db.transaction().execute((tx) => keepSound(tx, digest, body))
        return { digest }
      })
      route(app, getSound, async (_actor, { params }) => {
        const sound = await db
          .selectFrom('sound_files')
          .select(['content as bytes', 'digest'])
          .where('digest', '=', params.digest)
          .executeTakeFirst()
        if (!sound) throw new AppError('not_found', 'There is no such sound')
        return { ...sound, type: 'audio/wav' as const, isImmutable: true }
      })
    },
  }
}

async function keepSound(tx: Tx, digest: string, content: Uint8Array): Promise<void> {
  // One upload at a time is counted.
  await sql`select pg_advisory_xact_lock(hashtextextended('sound-files', 0))`.execute(tx)
  const used = tx
    .selectFrom('settings')
    .select(sql<string>`value #>> '{}'`.as('digest'))
    .where(
      'key',
      'in',
      SOUND_SETTINGS.map(({ key }) => key),
    )
  // The setting of a new file may not be saved yet.
  await tx
    .deleteFrom('sound_files')
    .where('uploaded_at', '<', sql<Date>`now() - interval '1 day'`)
    .where('digest', 'not in', used)
    .execute()
  const { others } = await tx
    .selectFrom('sound_files')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('digest', '<>', digest)
    .executeTakeFirstOrThrow()
  if (Number(others) >= MAX_SOUND_FILES) {
    throw new AppError('conflict', `${MAX_SOUND_FILES} sounds were uploaded already: those that are not used go a day after their upload`)
  }
  await tx
    .insertInto('sound_files')
    .values({ digest, content: Buffer.from(content) })
    .onConflict((on) => on.column('digest').doUpdateSet({ uploaded_at: sql<Date>`now()` }))
    .execute()
}
