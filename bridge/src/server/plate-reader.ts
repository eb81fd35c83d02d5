import { recordKey, UNIT_CLASS, type BridgeUnit, type PlateHits } from '@tenfour/contract'
import { z } from 'zod'
import type { Limits } from './limits.ts'
import { callExport } from './frameworks/framework.ts'
import { identifiersOf } from './players.ts'
import type { Portal } from './portal.ts'

const RESOURCE = 'wk_wars2x'

type Options = {
  readonly portal: Pick<Portal, 'ask' | 'knows'>
  readonly limits: Pick<Limits, 'take'>
  readonly unitOf: (source: string) => Pick<BridgeUnit, 'unitClass'> | undefined
  /** Logs the plate as read by the officer. */
  readonly read: (source: string, reading: { readonly plate: string; readonly camera: string }) => void
  readonly onHit: (source: string, hits: PlateHits) => void
}
type Camera = { plate: string; isLocked: boolean }

const Seen = z.tuple([z.enum(['front', 'rear']), z.string().trim().min(1).max(12)])
const MAY_READ: readonly number[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms]

/**
 * The plate reader of patrol cars, wk_wars2x. A plate that an officer locks is logged as read. Plates that its cameras pass are nearly always of cars of the
 * game: they are asked about, and logged only if there is something to know; then the camera is locked, with the sound of a hit.
 */
export function followPlateReader({ portal, limits, unitOf, read, onHit }: Options) {
  /** By player and camera, as far as the reader tells: it does not say that a camera was unlocked. */
  const cameras = new Map<string, Camera>()

  const seen = (args: readonly unknown[]): { source: string; camera: 'front' | 'rear'; plate: string } | undefined => {
    const from = String(source)
    const parsed = Seen.safeParse(args.slice(0, 2))
    // Any client can send these events.
    if (!parsed.success || GetResourceState(RESOURCE) !== 'started') return undefined
    if (!MAY_READ.includes(unitOf(from)?.unitClass ?? -1) || recordKey(parsed.data[1]) === '') return undefined
    return { source: from, camera: parsed.data[0], plate: parsed.data[1] }
  }

  const scanned = async (...args: readonly unknown[]): Promise<void> => {
    const sight = seen(args)
    if (!sight || portal.knows('plate.scan') !== true || limits.take(Number(sight.source), 'scan') !== 'allowed') return
    const { source: from, camera, plate } = sight
    // A locked camera does not scan.
    const view: Camera = { plate, isLocked: false }
    cameras.set(`${from} ${camera}`, view)
    const answer = await portal.ask('plate.scan', { identifiers: identifiersOf(from), plate })
    if (!answer?.ok || !answer.hits) return
    onHit(from, answer.hits)
    // The export toggles the lock: a camera that was locked meanwhile, or sees another plate, stays as it is.
    if (cameras.get(`${from} ${camera}`) !== view || view.isLocked) return
    view.isLocked = true
    callExport(RESOURCE, 'TogglePlateLock', Number(from), camera, true, true)
  }
  const locked = (...args: readonly unknown[]): void => {
    const sight = seen(args)
    if (!sight) return
    const { source: from, camera, plate } = sight
    const known = cameras.get(`${from} ${camera}`)
    // Told of our own lock, which was logged as a hit.
    if (known?.isLocked && known.plate === plate) return
    cameras.set(`${from} ${camera}`, { plate, isLocked: true })
    read(from, { plate, camera })
  }
  onNet('wk:onPlateScanned', (...args: unknown[]) => void scanned(...args))
  onNet('wk:onPlateLocked', (...args: unknown[]) => locked(...args))

  return {
    left: (from: string): void => {
      for (const camera of ['front', 'rear']) cameras.delete(`${from} ${camera}`)
    },
  }
}
