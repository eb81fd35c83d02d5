import { localStore, type KeyValueStore } from '../../../../platform/storage/storage.ts'
import { createObservable, useObservable } from '../../../../platform/store/observable.ts'
import {
  draftKey,
  EMPTY_DRAFT,
  isEmpty,
  isOld,
  loadDraft,
  prefilled,
  saveDraft,
  type NewCallDraft,
  type Prefill,
  type StoredDraft,
} from './new-call-draft.ts'

/** A draft that is saved on every key press, so that only sending or discarding removes it. */
export function createNewCallStore(store: KeyValueStore, key: string, now: () => number = Date.now) {
  const { get, set, subscribe } = createObservable(loadDraft(store, key))
  const save = (next: StoredDraft) => {
    saveDraft(store, key, next)
    set(next)
  }
  return {
    get,
    subscribe,
    change: (by: Partial<NewCallDraft>) => save({ ...get(), draft: { ...get().draft, ...by }, changedAt: now() }),
    /** A new call is begun, with these values. */
    prefill: (prefill: Prefill) => save({ ...prefilled(get(), prefill, isOld(get(), now())), changedAt: now() }),
    /** The draft was sent or discarded. The draft put aside stays. */
    clear: () => save({ ...get(), draft: EMPTY_DRAFT }),
    /** Swaps the form's draft with the one put aside. */
    swap: () => save({ draft: get().aside ?? EMPTY_DRAFT, aside: isEmpty(get().draft) ? null : get().draft, changedAt: now() }),
    forgetAside: () => save({ ...get(), aside: null }),
  }
}
export type NewCallStore = ReturnType<typeof createNewCallStore>

/** One per member and server, for as long as the page is open. */
const stores = new Map<string, NewCallStore>()

export function newCallStore(userId: number, serverId: number): NewCallStore {
  const key = draftKey(userId, serverId)
  const known = stores.get(key) ?? createNewCallStore(localStore, key)
  stores.set(key, known)
  return known
}

export const useStoredDraft = (store: NewCallStore): StoredDraft => useObservable(store)
