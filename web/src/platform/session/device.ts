import type { KeyValueStore } from '../storage/storage.ts'

const KEY = 'device'
const BYTES = 18

/** By what the portal knows this browser again. It stays when someone signs out: it says nothing of who they are and opens nothing. */
export function deviceOf(store: KeyValueStore): string {
  const kept = store.getItem(KEY)
  if (kept && /^[\w+/]{20,64}$/.test(kept)) return kept
  const made = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
  store.setItem(KEY, made)
  return made
}
