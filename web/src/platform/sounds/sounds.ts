import { useSyncExternalStore } from 'react'
import { log } from '../log/log.ts'
import { localStore } from '../storage/storage.ts'
import { claimInBrowser, createClaims } from './claims.ts'
import type { Sound } from './recipes.ts'
import { createSoundPlayer, type SoundOutcome, type SoundOutput, type SoundState } from './sound-player.ts'
import { synthesise } from './synthesise.ts'

/** Dispatched on the window for every requested sound: `detail` is `{ sound, outcome }`. */
const SOUND_EVENT = 'tenfour:sound'

function openWebAudio(): SoundOutput | undefined {
  try {
    const context = new AudioContext()
    let wasRunning = false
    context.addEventListener('statechange', () => (wasRunning ||= context.state === 'running'))
    return {
      isRunning: () => context.state === 'running',
      // Not an error: the browser leaves the promise pending until the page is clicked. Once it was, a busy browser may take its time.
      resume: () => Promise.race([context.resume(), new Promise<void>((resolve) => void setTimeout(resolve, wasRunning ? 2000 : 150))]),
      suspend: () => context.suspend(),
      play: (recipe, gain) => {
        const volume = context.createGain()
        volume.gain.value = gain
        volume.connect(context.destination)
        synthesise(context, volume, recipe, context.currentTime + 0.01)
      },
      onStateChange: (listener) => context.addEventListener('statechange', listener),
    }
  } catch (error) {
    log.warning('This browser can play no sounds', error)
    return undefined
  }
}

const player = createSoundPlayer({
  open: openWebAudio,
  store: localStore,
  // Web Locks exist on secure origins only; elsewhere each window tracks its own sounds.
  claim: 'locks' in navigator ? claimInBrowser(navigator.locks) : createClaims(),
  onOutcome: (sound, outcome) => window.dispatchEvent(new CustomEvent(SOUND_EVENT, { detail: { sound, outcome } })),
})

export const { setVolume, setMuted } = player
export const useSounds = (): SoundState => useSyncExternalStore(player.subscribe, player.get)

export function playSound(sound: Sound): void {
  player.play(sound).catch((error: unknown) => log.error(`The sound ${sound} could not be played`, error))
}
/** Plays a sample, even while muted. */
export const demonstrateSound = (sound: Sound): Promise<SoundOutcome> => player.play(sound, { onDemand: true })

/** Keeps sounds ready while a page needs them: any user input may unblock them. */
export function keepSoundsReady(): () => void {
  const unlock = () => void player.unlock().catch((error: unknown) => log.warning('Sounds could not be made ready', error))
  const until = new AbortController()
  const { signal } = until
  for (const input of ['pointerdown', 'keydown'] as const) window.addEventListener(input, unlock, { capture: true, passive: true, signal })
  window.addEventListener('storage', player.reread, { signal })
  unlock()
  return () => until.abort()
}
