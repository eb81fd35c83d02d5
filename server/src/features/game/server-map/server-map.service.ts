import { createHash } from 'node:crypto'
import {
  MAP_IMAGE_PIXELS,
  MAP_IMAGE_SIDE,
  MapImageType,
  tileOrigin,
  type MapBackdrop,
  type Postal,
  type ServerMap,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { sniffImage } from '../../../platform/pictures/image-size.ts'
import * as repo from './server-map.repo.ts'

export type ServerMaps = ReturnType<typeof createServerMaps>

export function createServerMaps({ db }: { db: Db }) {
  return {
    get: async (serverId: number): Promise<ServerMap> => assertFound(await repo.findMap(db, serverId)),

    save: (actor: Actor, serverId: number, { backdrop, version }: { backdrop: MapBackdrop; version: number }): Promise<ServerMap> =>
      change(db, actor, serverId, 'server.map-changed', async (tx, before) => {
        assertVersion(before, version)
        if (backdrop.kind === 'image' && !before.image) throw new AppError('conflict', 'Upload a picture first', 'backdrop')
        await repo.writeBackdrop(tx, serverId, backdrop)
      }),

    /** An image of another size invalidates the calibration, so the backdrop falls back to the drawing. */
    saveImage: (actor: Actor, serverId: number, file: Uint8Array): Promise<ServerMap> => {
      const image = sniffImage(file)
      if (!image) throw new AppError('invalid_input', 'Send a PNG, JPEG or WebP picture', 'image')
      const { width, height } = image
      if (width < 1 || height < 1 || Math.max(width, height) > MAP_IMAGE_SIDE || width * height > MAP_IMAGE_PIXELS) {
        throw new AppError(
          'invalid_input',
          `The picture has ${width} × ${height} pixels: at most ${MAP_IMAGE_SIDE} on a side and 80 million in all`,
          'image',
        )
      }
      const digest = createHash('sha256').update(file).digest('base64url').slice(0, 22)
      return change(db, actor, serverId, 'server.map-image-changed', async (tx, before) => {
        if (before.image?.digest === digest) return
        await repo.writeImage(tx, serverId, { ...image, digest }, Buffer.from(file.buffer, file.byteOffset, file.byteLength))
        const isSameSize = before.image?.width === width && before.image.height === height
        await repo.writeBackdrop(tx, serverId, before.backdrop.kind === 'image' && !isSameSize ? { kind: 'island' } : before.backdrop)
      })
    },

    image: async (serverId: number) => {
      const image = await repo.readImage(db, serverId)
      if (!image) throw new AppError('not_found', 'There is no picture for this map')
      return { ...image, type: MapImageType.parse(image.type) }
    },

    postals: async (serverId: number): Promise<Postal[]> => {
      assertFound(await repo.findMap(db, serverId))
      return repo.postalsOf(db, serverId)
    },

    savePostals: (
      actor: Actor,
      serverId: number,
      { postals, version }: { postals: readonly Postal[]; version: number },
    ): Promise<ServerMap> => {
      const duplicate = firstDuplicate(postals)
      if (duplicate) throw new AppError('invalid_input', `The postal ${duplicate} is in the list twice`, 'postals')
      return change(db, actor, serverId, 'server.postals-changed', async (tx, before) => {
        assertVersion(before, version)
        await repo.replacePostals(tx, serverId, postals)
        await repo.writeBackdrop(tx, serverId, before.backdrop)
      })
    },

    /** Origins the portal's pages may load map tiles from. */
    tileOrigins: async (): Promise<string[]> => [...new Set((await repo.tileUrls(db)).flatMap((url) => tileOrigin(url) ?? []))],
  }
}

type MapAction = 'server.map-changed' | 'server.map-image-changed' | 'server.postals-changed'

function change(
  db: Db,
  actor: Actor,
  serverId: number,
  action: MapAction,
  write: (tx: Tx, before: ServerMap) => Promise<void>,
): Promise<ServerMap> {
  return db.transaction().execute(async (tx) => {
    const before = assertFound(await repo.lockMap(tx, serverId))
    await write(tx, before)
    const after = assertFound(await repo.findMap(tx, serverId))
    if (after.version !== before.version) {
      await recordAudit(tx, actor, action, {
        subjectType: 'server',
        subjectId: serverId,
        before: auditedFields(before),
        after: auditedFields(after),
      })
    }
    return after
  })
}

const auditedFields = ({ backdrop, image, postals }: ServerMap) => ({ backdrop, image, postals })

function assertFound(map: ServerMap | undefined): ServerMap {
  if (!map) throw new AppError('not_found', 'There is no such server', 'serverId')
  return map
}

function assertVersion(map: ServerMap, version: number): void {
  if (map.version !== version) throw new AppError('conflict', 'The map has been changed since you opened it')
}

function firstDuplicate(postals: readonly Postal[]): string | undefined {
  const seen = new Set<string>()
  return postals.find(({ code }) => seen.size === seen.add(code).size)?.code
}
