import { z } from 'zod'
import type { KeyValueStore } from '../storage/storage.ts'
import { createObservable } from '../store/observable.ts'
import { SOUND_RATE } from '@tenfour/contract'
import { durationOf, RECIPES, SOUNDS, type Recipe, type Sound } from './recipes.ts'

/** Plays recipes. A browser allows it only after the user has interacted with the page. */
export type SoundOutput = {
  readonly isRunning: () => boolean
  /** Resolves when the browser has decided; the output may stay suspended. */
  readonly resume: () => Promise<void>
  /** Stops the output until it is resumed. */
  readonly suspend: () => Promise<void>
  /** Plays the samples, or the recipe without any. */
  readonly play: (recipe: Recipe, gain: number, samples?: Float32Array) => void
  readonly onStateChange: (listener: () => void) => void
}

/** The result of a request for a sound. */
export type SoundOutcome = 'played' | 'muted' | 'already playing' | 'blocked'

type Options = {
  readonly open: () => SoundOutput | undefined
  readonly store: KeyValueStore
  /** Reserves the sound while it plays, across all windows of this browser; false if another has it. */
  readonly claim: (sound: Sound, milliseconds: number) => Promise<boolean>
  readonly onOutcome?: (sound: Sound, outcome: SoundOutcome) => void
  /** The community's own sound in place of the recipe. */
  readonly samplesFor?: (sound: Sound) => Float32Array | undefined
}

const KEY = 'sounds'
const Percent = z.int().min(0).max(100)
const Preferences = z.object({
  volume: Percent.catch(70),
  isMuted: z.boolean().catch(false),
  /** The share of the volume of each sound; what is not named has all of it. */
  volumes: z.partialRecord(z.enum(SOUNDS), Percent).catch({}),
  /** Tones and calls are said aloud. */
  isSpoken: z.boolean().catch(false),
})
export type SoundState = z.infer<typeof Preferences> & {
  /** The browser blocks sound until the page is clicked. */
  readonly isBlocked: boolean
}

/** A running output takes processor time in silence too, all evening, so it rests between sounds. */
const REST_AFTER_MS = 1000

/** Perceived loudness is not linear: half the slider should sound half as loud. */
const gainOf = (volume: number): number => (volume / 100) ** 2

/** The share of the volume that a sound has, in percent. */
export const shareOf = ({ volumes }: Pick<SoundState, 'volumes'>, sound: Sound): number => volumes[sound] ?? 100

type Request = {
  readonly onDemand?: boolean
  /** A recording that is played instead of the community's own. */
  readonly source?: Float32Array | 'shipped' | undefined
}

export function createSoundPlayer({ open, store, claim, onOutcome, samplesFor }: Options) {
  const state = createObservable<SoundState>({ ...read(store), isBlocked: false })
  let output: SoundOutput | undefined | null = null
  /** Suspended by us, between sounds: the browser allows it to go on. */
  let isResting = false
  let silentAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (change: Partial<SoundState>) => {
    const before = state.get()
    const next = { ...before, ...change }
    if (JSON.stringify(next) !== JSON.stringify(before)) state.set(next)
  }
  const choose = (change: Partial<z.infer<typeof Preferences>>) => {
    set(change)
    const { isBlocked: _passing, ...kept } = state.get()
    store.setItem(KEY, JSON.stringify(kept))
  }
  /** Lets the output rest after the sounds that are playing, and after one more of this length. */
  const restAfter = (milliseconds: number) => {
    silentAt = Math.max(silentAt, performance.now() + milliseconds)
    clearTimeout(timer)
    timer = setTimeout(rest, silentAt - performance.now() + REST_AFTER_MS)
  }
  const rest = () => {
    isResting = true
    // Suspending fails only if the browser has closed the output.
    output?.suspend().catch(() => undefined)
  }
  const ready = async (): Promise<SoundOutput | undefined> => {
    if (output === null) {
      output = open()
      output?.onStateChange(() => set({ isBlocked: !isResting && !output?.isRunning() }))
    }
    if (output && (isResting || !output.isRunning())) {
      isResting = false
      await output.resume()
    }
    const isRunning = output?.isRunning() ?? false
    set({ isBlocked: !isRunning })
    if (isRunning) restAfter(0)
    return isRunning ? (output ?? undefined) : undefined
  }
  const volumeOf = (sound: Sound) => (state.get().volume * shareOf(state.get(), sound)) / 100
  const attempt = async (sound: Sound, { onDemand, source }: Required<Pick<Request, 'onDemand'>> & Request): Promise<SoundOutcome> => {
    if ((state.get().isMuted && !onDemand) || volumeOf(sound) === 0) return 'muted'
    const running = await ready()
    if (!running) return 'blocked'
    const recipe = RECIPES[sound]
    const samples = source === 'shipped' ? undefined : (source ?? samplesFor?.(sound))
    const milliseconds = (samples ? samples.length / SOUND_RATE : durationOf(recipe)) * 1000
    if (!(await claim(sound, milliseconds))) return 'already playing'
    restAfter(milliseconds)
    if (isResting && !(await ready())) return 'blocked'
    running.play(recipe, gainOf(volumeOf(sound)), samples)
    return 'played'
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    setVolume: (volume: number) => choose({ volume: Math.round(Math.min(100, Math.max(0, volume))), isMuted: false }),
    setMuted: (isMuted: boolean) => choose({ isMuted }),
    setVolumeOf: (sound: Sound, share: number) =>
      choose({ volumes: { ...state.get().volumes, [sound]: Math.round(Math.min(100, Math.max(0, share))) } }),
    setSpoken: (isSpoken: boolean) => choose({ isSpoken }),
    gainFor: (sound: Sound) => gainOf(volumeOf(sound)),
    /** The settings were changed in another window. */
    reread: () => set(read(store)),
    /** Resumes the output on user input, which a browser may have refused before. */
    unlock: async () => {
      if (!isResting) await ready()
    },
    /** On demand, plays even while muted. */
    play: async (sound: Sound, { onDemand = false, source }: Request = {}): Promise<SoundOutcome> => {
      const outcome = await attempt(sound, { onDemand, source })
      onOutcome?.(sound, outcome)
      return outcome
    },
  }
}

function read(store: KeyValueStore): z.infer<typeof Preferences> {
  try {
    return Preferences.parse(JSON.parse(store.getItem(KEY) ?? '{}'))
  } catch {
    return Preferences.parse({})
  }
}
