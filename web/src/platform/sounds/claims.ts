import type { Sound } from './recipes.ts'

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
export const claimInBrowser =
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
