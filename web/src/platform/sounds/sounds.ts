import { SOUND_RATE } from '@tenfour/contract'
import { useSyncExternalStore } from 'react'
import { log } from '../log/log.ts'
import { localStore } from '../storage/storage.ts'
import { communitySamples, watchCommunitySounds } from './community-sounds.ts'
import { type Sound, envelopeOf, partialsOf, type Note, type Recipe } from './recipes.ts'
import { say } from './speech.ts'
import { createSoundPlayer, type SoundOutcome, type SoundOutput, type SoundState } from './sound-player.ts'

/** Allows one copy of a sound at a time in this window. */
export function createClaims(now: () => number = () => performance.now()) {
  const until = new Map<Sound, number>()
  return (sound: Sound, milliseconds: number): Promise<boolean> => {
    if ((until.get(sound) ?? 0) > now()) return Promise.resolve(false)
    until.set(sound, now() + milliseconds)
    return Promise.resolve(true)
  }
}

/** Allows one copy of a sound at a time across all windows: two open desktops receive the same event at the same moment. */
const claimInBrowser =
  (locks: LockManager) =>
  (sound: Sound, milliseconds: number): Promise<boolean> =>
    new Promise((decide, reject) => {
      locks
        .request(`tenfour:sound:${sound}`, { ifAvailable: true }, async (lock) => {
          decide(lock !== null)
          if (lock) await new Promise((resolve) => void setTimeout(resolve, milliseconds))
        })
        .catch(reject)
    })

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
      play: (recipe, gain, samples) => {
        const volume = context.createGain()
        volume.gain.value = gain
        volume.connect(context.destination)
        if (samples) return playSamples(context, volume, samples)
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
  samplesFor: communitySamples,
  onOutcome: (sound, outcome) => window.dispatchEvent(new CustomEvent(SOUND_EVENT, { detail: { sound, outcome } })),
})

export const { setVolume, setMuted, setVolumeOf, setSpoken } = player
export const useSounds = (): SoundState => useSyncExternalStore(player.subscribe, player.get)

/** Plays a sound. With words, members who want it also hear these, said by the voice of their browser. */
export function playSound(sound: Sound, words?: string): void {
  const playing = player.play(sound).then((outcome) => {
    if (outcome === 'played' && words && player.get().isSpoken) say(words, player.gainFor(sound))
  })
  playing.catch((error: unknown) => log.error(`The sound ${sound} could not be played`, error))
}
/** Plays a sample, even while muted: of these samples, as shipped, or as everybody hears the sound. */
export const demonstrateSound = (sound: Sound, source?: Float32Array | 'shipped'): Promise<SoundOutcome> =>
  player.play(sound, { onDemand: true, source })

/** Keeps sounds ready while a page needs them: any user input may unblock them. */
export function keepSoundsReady(): () => void {
  const unlock = () => void player.unlock().catch((error: unknown) => log.warning('Sounds could not be made ready', error))
  const until = new AbortController()
  const { signal } = until
  for (const input of ['pointerdown', 'keydown'] as const) window.addEventListener(input, unlock, { capture: true, passive: true, signal })
  window.addEventListener('storage', player.reread, { signal })
  signal.addEventListener('abort', watchCommunitySounds())
  unlock()
  return () => until.abort()
}

function playSamples(context: BaseAudioContext, output: AudioNode, samples: Float32Array): void {
  const buffer = context.createBuffer(1, samples.length, SOUND_RATE)
  buffer.getChannelData(0).set(samples)
  const source = context.createBufferSource()
  source.buffer = buffer
  source.connect(output)
  source.start()
}

/** Schedules the recipe's notes from `start` on the context's clock, into `output`. */
function synthesise(context: BaseAudioContext, output: AudioNode, recipe: Recipe, start: number): void {
  const filter = context.createBiquadFilter()
  filter.type = 'lowpass'
  filter.frequency.value = recipe.brightness
  filter.Q.value = 0.5
  filter.connect(output)
  for (const note of recipe.notes) {
    const loudness = context.createGain()
    loudness.gain.setValueAtTime(0, start + note.at)
    for (const { at, level } of envelopeOf(note, recipe.touch)) loudness.gain.linearRampToValueAtTime(level, start + note.at + at)
    loudness.connect(filter)
    for (const [ratio, share] of partialsOf(recipe)) playVoice(context, loudness, { note, ratio, share, start })
  }
}

type Voice = { readonly note: Note; readonly ratio: number; readonly share: number; readonly start: number }

function playVoice(context: BaseAudioContext, output: AudioNode, { note, ratio, share, start }: Voice): void {
  const oscillator = context.createOscillator()
  const from = start + note.at
  oscillator.frequency.setValueAtTime(note.pitch * ratio, from)
  if (note.to !== undefined) oscillator.frequency.exponentialRampToValueAtTime(note.to * ratio, from + note.length)
  const gain = context.createGain()
  gain.gain.value = share
  oscillator.connect(gain).connect(output)
  oscillator.start(from)
  oscillator.stop(from + note.length)
}
