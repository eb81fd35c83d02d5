import { useSyncExternalStore } from 'react'
import { localStore, type KeyValueStore } from '../../../platform/storage/storage.ts'
import {
  draftKey,
  EMPTY_DRAFT,
  loadDraft,
  prefilled,
  saveDraft,
  type NewCallDraft,
  type Prefill,
  type StoredDraft,
} from './new-call-draft.ts'

/** A draft that is written down with every key, so that nothing but sending or discarding it makes it go away. */
export function createNewCallStore(store: KeyValueStore, key: string) {
  const listeners = new Set<() => void>()
  let stored = loadDraft(store, key)
  const become = (next: StoredDraft) => {
    stored = next
    saveDraft(store, key, next)
    for (const listener of listeners) listener()
  }
  return {
    get: () => stored,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change: (by: Partial<NewCallDraft>) => become({ ...stored, draft: { ...stored.draft, ...by } }),
    prefill: (prefill: Prefill) => become(prefilled(stored, prefill)),
    /** The draft was sent, or is not wanted any more. What was put aside stays there. */
    clear: () => become({ ...stored, draft: EMPTY_DRAFT }),
    /** What was put aside comes back; what is in the form takes its place there. */
    swap: () => become({ draft: stored.aside ?? EMPTY_DRAFT, aside: stored.draft }),
    forgetAside: () => become({ ...stored, aside: null }),
  }
}
export type NewCallStore = ReturnType<typeof createNewCallStore>

/** One for each member and server, for as long as the page is open. */
const stores = new Map<string, NewCallStore>()

export function newCallStore(userId: number, serverId: number): NewCallStore {
  const key = draftKey(userId, serverId)
  const known = stores.get(key) ?? createNewCallStore(localStore, key)
  stores.set(key, known)
  return known
}

export const useStoredDraft = (store: NewCallStore): StoredDraft => useSyncExternalStore(store.subscribe, store.get)
