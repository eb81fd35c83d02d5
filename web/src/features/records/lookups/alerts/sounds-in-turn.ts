import { durationOf, RECIPES, type Sound } from '../../../../platform/sounds/recipes.ts'

const PAUSE_MS = 150

/** Plays sounds one after the other. Those of another lookup stop what is left of the one before. */
export function createSoundsInTurn(play: (sound: Sound) => void) {
  let timers: ReturnType<typeof setTimeout>[] = []
  return (sounds: readonly Sound[]): void => {
    timers.forEach(clearTimeout)
    timers = []
    let at = 0
    for (const sound of sounds) {
      if (at === 0) play(sound)
      else timers.push(setTimeout(() => play(sound), at))
      at += durationOf(RECIPES[sound]) * 1000 + PAUSE_MS
    }
  }
}
