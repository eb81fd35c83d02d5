import { MapBackdrop, Postal, ServerMap, type MapImageType } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'

const Row = z.object({ serverId: z.int(), version: z.int().nullable(), postals: z.int() })

/** Undefined if there is no such server. The default backdrop is our own drawing. */
export async function findMap(db: Db | Tx, serverId: number): Promise<ServerMap | undefined> {
  const row = await db
    .selectFrom('servers as s')
    .leftJoin('server_maps as m', 'm.server_id', 's.id')
    .leftJoin('server_map_images as i', 'i.server_id', 's.id')
    .select(['s.id as serverId', 'm.backdrop', 'm.version', 'i.type', 'i.width', 'i.height', 'i.digest'])
    .select((eb) => eb.fn<number | null>('octet_length', ['i.content']).as('bytes'))
    .select((eb) =>
      eb
        .selectFrom('postals as p')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('p.server_id', '=', 's.id')
        .as('postals'),
    )
    .where('s.id', '=', serverId)
    .where('s.retired_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { version, postals } = Row.parse({ ...row, postals: Number(row.postals) })
  // A backdrop that can no longer be parsed counts as none: the map is still shown, and another can be chosen.
  const { data: backdrop } = MapBackdrop.safeParse(row.backdrop)
  const { type, width, height, bytes, digest } = row
  return ServerMap.parse({
    serverId,
    backdrop: backdrop ?? { kind: 'island' },
    image: type === null ? null : { type, width, height, bytes, digest },
    postals,
    version: version ?? 0,
  })
}

/** Locks the map, so that concurrent changes see each other's version. */
export const lockMap = async (tx: Tx, serverId: number): Promise<ServerMap | undefined> => {
  await sql`select id from servers where id = ${serverId} for update`.execute(tx)
  return findMap(tx, serverId)
}

/** Sets the backdrop and increments the version. */
export const writeBackdrop = async (tx: Tx, serverId: number, backdrop: MapBackdrop): Promise<void> => {
  const text = JSON.stringify(backdrop)
  await tx
    .insertInto('server_maps')
    .values({ server_id: serverId, backdrop: text })
    .onConflict((on) => on.column('server_id').doUpdateSet((eb) => ({ backdrop: text, version: eb('server_maps.version', '+', 1) })))
    .execute()
}

export type StoredImage = { readonly type: MapImageType; readonly width: number; readonly height: number; readonly digest: string }

export const writeImage = async (tx: Tx, serverId: number, image: StoredImage, content: Buffer): Promise<void> => {
  await tx
    .insertInto('server_map_images')
    .values({ server_id: serverId, ...image, content })
    .onConflict((on) => on.column('server_id').doUpdateSet({ ...image, content }))
    .execute()
}

export const readImage = (db: Db, serverId: number) =>
  db
    .selectFrom('server_map_images as i')
    .innerJoin('servers as s', 's.id', 'i.server_id')
    .select(['i.type', 'i.content as bytes', 'i.digest'])
    .where('i.server_id', '=', serverId)
    .where('s.retired_at', 'is', null)
    .executeTakeFirst()

export const postalsOf = async (db: Db, serverId: number): Promise<Postal[]> =>
  z
    .array(Postal)
    .parse(await db.selectFrom('postals').select(['code', 'x', 'y']).where('server_id', '=', serverId).orderBy('code').execute())

/** Position of a postal, ignoring case; undefined if the server's list doesn't have it. */
export async function findPostal(tx: Db | Tx, serverId: number, code: string): Promise<Pick<Postal, 'x' | 'y'> | undefined> {
  if (code === '') return undefined
  return tx
    .selectFrom('postals')
    .select(['x', 'y'])
    .where('server_id', '=', serverId)
    .where((eb) => eb(eb.fn<string>('lower', ['code']), '=', code.toLowerCase()))
    .orderBy((eb) => eb('code', '=', code), 'desc')
    .limit(1)
    .executeTakeFirst()
}

export const replacePostals = async (tx: Tx, serverId: number, postals: readonly Postal[]): Promise<void> => {
  await tx.deleteFrom('postals').where('server_id', '=', serverId).execute()
  if (postals.length === 0) return
  const [codes, xs, ys] = [postals.map(({ code }) => code), postals.map(({ x }) => x), postals.map(({ y }) => y)]
  await sql`insert into postals (server_id, code, x, y)
    select ${serverId}, code, x, y from unnest(${codes}::text[], ${xs}::float8[], ${ys}::float8[]) as list (code, x, y)`.execute(tx)
}

const Tiles = z.object({ url: z.string() })

/** Tile URLs of all servers' maps, as stored; they may no longer be valid. */
export const tileUrls = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('server_maps as m')
    .innerJoin('servers as s', 's.id', 'm.server_id')
    .select('m.backdrop')
    .where('s.retired_at', 'is', null)
    .execute()
  return rows.flatMap((row) => Tiles.safeParse(row.backdrop).data?.url ?? [])
}
