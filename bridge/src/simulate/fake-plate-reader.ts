import type { FakeFivem } from './fake-fivem.ts'

type Camera = 'front' | 'rear'
type Game = Pick<FakeFivem, 'provide' | 'startOther' | 'fromGame'>

/**
 * wk_wars2x: cl_plate_reader.lua of WolfKnight98/wk_wars2x at c0d892c2. `Main` raises `wk:onPlateScanned (cam, plate, index)` when the plate before an unlocked
 * camera is another than before, for any car of the game, with the padding of the plate; `LockCam` toggles the lock, and raises `wk:onPlateLocked` only as it
 * locks. `TogglePlateLock` of sv_exports.lua at d491dc50 leads to `LockCam`, which plays `beep` and `plate_hit`.
 */
export function fakePlateReader(game: Game, source = 1) {
  const cameras: Record<Camera, { plate: string; isLocked: boolean }> = {
    front: { plate: '', isLocked: false },
    rear: { plate: '', isLocked: false },
  }
  const sounds: string[] = []
  const lock = (camera: Camera, isBeep: boolean, isBolo: boolean) => {
    const view = cameras[camera]
    if (view.plate === '') return
    view.isLocked = !view.isLocked
    if (!view.isLocked) return
    if (isBeep) sounds.push('beep')
    if (isBolo) sounds.push('plate_hit')
    game.fromGame(source, 'wk:onPlateLocked', camera, view.plate, 0)
  }
  game.provide('wk_wars2x', {
    TogglePlateLock: (_client, camera, isBeep, isBolo) => lock(camera === 'rear' ? 'rear' : 'front', isBeep === true, isBolo === true),
  })
  return {
    start: () => game.startOther('wk_wars2x'),
    /** A car drives by. */
    pass: (camera: Camera, plate: string) => {
      const view = cameras[camera]
      const padded = plate.padEnd(8)
      if (view.isLocked || view.plate === padded) return
      view.plate = padded
      game.fromGame(source, 'wk:onPlateScanned', camera, padded, 0)
    },
    /** The officer presses the key of a camera. */
    press: (camera: Camera) => lock(camera, true, false),
    isLocked: (camera: Camera) => cameras[camera].isLocked,
    sounds,
  }
}
