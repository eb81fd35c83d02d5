import { z } from 'zod'
import type { KeyValueStore } from '../storage/storage.ts'
import { createObservable } from '../store/observable.ts'
import { durationOf, RECIPES, type Recipe, type Sound } from './recipes.ts'

/** Plays recipes. A browser allows it only after the user has interacted with the page. */
export type SoundOutput = {
  readonly isRunning: () => boolean
  /** Resolves when the browser has decided; the output may stay suspended. */
  readonly resume: () => Promise<void>
  /** Stops the output until it is resumed. */
  readonly suspend: () => Promise<void>
  readonly play: (recipe: Recipe, gain: number) => void
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
}

const KEY = 'sounds'
const Preferences = z.object({ volume: z.int().min(0).max(100).catch(70), isMuted: z.boolean().catch(false) })
export type SoundState = z.infer<typeof Preferences> & {
  /** The browser blocks sound until the page is clicked. */
  readonly isBlocked: boolean
}

/** A running output takes processor time in silence too, all evening, so it rests between sounds. */
const REST_AFTER_MS = 1000

/** Perceived loudness is not linear: half the slider should sound half as loud. */
const gainOf = (volume: number): number => (volume / 100) ** 2

export function createSoundPlayer({ open, store, claim, onOutcome }: Options) {
  const state = createObservable<SoundState>({ ...read(store), isBlocked: false })
  let output: SoundOutput | undefined | null = null
  /** Suspended by us, between sounds: the browser allows it to go on. */
  let isResting = false
  let silentAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (change: Partial<SoundState>) => {
    const before = state.get()
    const next = { ...before, ...change }
    if (next.volume !== before.volume || next.isMuted !== before.isMuted || next.isBlocked !== before.isBlocked) state.set(next)
  }
  const choose = (change: Partial<z.infer<typeof Preferences>>) => {
    set(change)
    const { volume, isMuted } = state.get()
    store.setItem(KEY, JSON.stringify({ volume, isMuted }))
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
  const attempt = async (sound: Sound, onDemand: boolean): Promise<SoundOutcome> => {
    const { volume, isMuted } = state.get()
    if ((isMuted && !onDemand) || volume === 0) return 'muted'
    const running = await ready()
    if (!running) return 'blocked'
    const recipe = RECIPES[sound]
    const milliseconds = durationOf(recipe) * 1000
    if (!(await claim(sound, milliseconds))) return 'already playing'
    restAfter(milliseconds)
    if (isResting && !(await ready())) return 'blocked'
    running.play(recipe, gainOf(state.get().volume))
    return 'played'
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    setVolume: (volume: number) => choose({ volume: Math.round(Math.min(100, Math.max(0, volume))), isMuted: false }),
    setMuted: (isMuted: boolean) => choose({ isMuted }),
    /** The settings were changed in another window. */
    reread: () => set(read(store)),
    /** Resumes the output on user input, which a browser may have refused before. */
    unlock: async () => {
      if (!isResting) await ready()
    },
    /** On demand, plays even while muted. */
    play: async (sound: Sound, { onDemand = false } = {}): Promise<SoundOutcome> => {
      const outcome = await attempt(sound, onDemand)
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
