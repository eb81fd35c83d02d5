import type { KeyValueStore } from '../storage/storage.ts'

const KEY = 'device'
const BYTES = 18

/** Identifies this browser to the portal. Kept after sign-out: it neither identifies the user nor grants access. */
export function deviceOf(store: KeyValueStore): string {
  const kept = store.getItem(KEY)
  if (kept && /^[\w+/]{20,64}$/.test(kept)) return kept
  const made = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
  store.setItem(KEY, made)
  return made
}
