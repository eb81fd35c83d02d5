import { afterEach, describe, expect, test, vi } from 'vitest'
import { createStore } from '../storage/storage.ts'
import { createClaims } from './sounds.ts'
import { durationOf, RECIPES } from './recipes.ts'
import { createSoundPlayer, type SoundOutput } from './sound-player.ts'

const memoryStore = () =>
  createStore(() => {
    throw new Error('no storage here')
  })

function build({ store = memoryStore(), mayRun = true, own = new Map<string, Float32Array>() } = {}) {
  let clock = 1000
  const browser = { mayRun, isRunning: false }
  const played: { gain: number; samples?: Float32Array }[] = []
  let changed = () => {}
  const output: SoundOutput = {
    isRunning: () => browser.isRunning,
    resume: async () => {
      browser.isRunning = browser.mayRun
      changed()
    },
    suspend: async () => {
      browser.isRunning = false
      changed()
    },
    play: (_recipe, gain, samples) => void played.push({ gain, ...(samples && { samples }) }),
    onStateChange: (listener) => void (changed = listener),
  }
  const open = vi.fn(() => output)
  const onOutcome = vi.fn()
  const player = createSoundPlayer({ open, store, claim: createClaims(() => clock), onOutcome, samplesFor: (sound) => own.get(sound) })
  return { player, played, open, onOutcome, browser, store, pass: (ms: number) => void (clock += ms) }
}

describe('playing', () => {
  test('a sound that is still heard is not started again; another one is', async () => {
    const { player, played, pass, onOutcome } = build()
    expect(await player.play('pingUnit')).toBe('played')
    expect(await player.play('pingUnit')).toBe('already playing')
    expect(await player.play('newCallAssigned')).toBe('played')
    pass(durationOf(RECIPES.pingUnit) * 1000)
    expect(await player.play('pingUnit')).toBe('played')
    expect(played).toHaveLength(3)
    expect(onOutcome).toHaveBeenCalledWith('pingUnit', 'already playing')
  })

  test('two requests at the same moment are one sound', async () => {
    const { player, played } = build()
    expect((await Promise.all([player.play('tone'), player.play('tone')])).toSorted()).toEqual(['already playing', 'played'])
    expect(played).toHaveLength(1)
  })

  test('muted or at volume 0 nothing is played, and the output is not even opened', async () => {
    const { player, open } = build()
    player.setMuted(true)
    expect(await player.play('panic')).toBe('muted')
    player.setMuted(false)
    player.setVolume(0)
    expect(await player.play('panic')).toBe('muted')
    expect(open).not.toHaveBeenCalled()
  })

  test('on demand a sound is heard even while muted', async () => {
    const { player, played } = build()
    player.setMuted(true)
    expect(await player.play('panic', { onDemand: true })).toBe('played')
    expect(played).toHaveLength(1)
  })

  test('a browser that refuses is told of, and heard again after an input', async () => {
    const { player, played, browser } = build({ mayRun: false })
    expect(await player.play('pingUnit')).toBe('blocked')
    expect(player.get().isBlocked).toBe(true)
    browser.mayRun = true
    await player.unlock()
    expect(player.get().isBlocked).toBe(false)
    expect(await player.play('pingUnit')).toBe('played')
    expect(played).toHaveLength(1)
  })

  test('without any output it is blocked rather than an error', async () => {
    const player = createSoundPlayer({ open: () => undefined, store: memoryStore(), claim: createClaims() })
    expect(await player.play('pingUnit')).toBe('blocked')
  })
})

describe('between sounds', () => {
  afterEach(() => void vi.useRealTimers())

  test('the output rests once the longest is over, is not blocked meanwhile, and the next sound wakes it', async () => {
    vi.useFakeTimers()
    const { player, played, browser } = build()
    await player.unlock()
    expect(browser.isRunning).toBe(true)
    await player.play('panic')
    await player.play('pingUnit')
    await vi.advanceTimersByTimeAsync(Math.max(durationOf(RECIPES.panic), durationOf(RECIPES.pingUnit)) * 1000)
    expect(browser.isRunning, 'the last note may ring').toBe(true)
    await vi.advanceTimersByTimeAsync(1100)
    expect(browser.isRunning).toBe(false)
    expect(player.get().isBlocked).toBe(false)
    await player.unlock()
    expect(browser.isRunning, 'a key wakes nothing').toBe(false)
    expect(await player.play('tone')).toBe('played')
    expect(browser.isRunning).toBe(true)
    expect(played).toHaveLength(3)
  })

  test('a browser that no longer allows sound is reported', async () => {
    vi.useFakeTimers()
    const { player, browser } = build()
    await player.unlock()
    await vi.advanceTimersByTimeAsync(1100)
    browser.mayRun = false
    expect(await player.play('tone')).toBe('blocked')
    expect(player.get().isBlocked).toBe(true)
  })
})

describe('volume', () => {
  test('is remembered in this browser, kept within 0 and 100, and ends a mute', () => {
    const { player, store } = build()
    player.setMuted(true)
    player.setVolume(340)
    expect(player.get()).toMatchObject({ volume: 100, isMuted: false })
    player.setVolume(-3)
    expect(build({ store }).player.get()).toMatchObject({ volume: 0, isMuted: false })
    player.setVolume(35)
    player.setMuted(true)
    expect(build({ store }).player.get()).toMatchObject({ volume: 35, isMuted: true })
  })

  test.each(['', 'nonsense', '[]', '{"volume":"loud"}', '{"volume":900,"isMuted":1}', 'null'])('a stored %j does no harm', (stored) => {
    const store = memoryStore()
    store.setItem('sounds', stored)
    expect(build({ store }).player.get()).toEqual({ volume: 70, isMuted: false, isBlocked: false, volumes: {}, isSpoken: false })
  })

  test('is followed when another window changes it', () => {
    const { player, store } = build()
    const listener = vi.fn()
    player.subscribe(listener)
    store.setItem('sounds', '{"volume":12,"isMuted":true}')
    player.reread()
    expect(player.get()).toMatchObject({ volume: 12, isMuted: true })
    expect(listener).toHaveBeenCalled()
  })

  test('makes full volume full and half of it a quarter', async () => {
    const { player, played } = build()
    player.setVolume(100)
    await player.play('pingUnit')
    player.setVolume(50)
    await player.play('tone')
    expect(played).toEqual([{ gain: 1 }, { gain: 0.25 }])
  })

  test('of one sound can be a share of it, or nothing; it is remembered', async () => {
    const { player, played, store } = build()
    player.setVolume(100)
    player.setVolumeOf('pingUnit', 50)
    player.setVolumeOf('tone', 0)
    expect([await player.play('pingUnit'), await player.play('tone'), await player.play('panic')]).toEqual(['played', 'muted', 'played'])
    expect(played).toEqual([{ gain: 0.25 }, { gain: 1 }])
    expect(build({ store }).player.get().volumes).toEqual({ pingUnit: 50, tone: 0 })
  })
})

test("the community's own sound is played for as long as it lasts, unless the shipped one is asked for", async () => {
  const samples = new Float32Array(24_000 * 4)
  const { player, played, pass } = build({ own: new Map([['tone', samples]]) })
  await player.play('tone')
  pass(3900)
  expect(await player.play('tone')).toBe('already playing')
  pass(200)
  await player.play('tone', { source: 'shipped' })
  expect(played.map((each) => each.samples)).toEqual([samples, undefined])
})
