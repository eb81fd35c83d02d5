import { z } from 'zod'
import { localStore, type KeyValueStore } from '../../../../platform/storage/storage.ts'
import { createObservable, useObservable } from '../../../../platform/store/observable.ts'

const Stored = z.array(z.int())
/** Older acknowledgements are dropped: their calls are long cleared. */
const MAX_KEPT = 200

/** The calls whose alarm a user has acknowledged, kept in this browser and shared by its tabs. */
export function createAcknowledged(userId: number, store: KeyValueStore, tabs: Pick<Window, 'addEventListener' | 'removeEventListener'>) {
  const key = `acknowledged-alarms.v1.${userId}`
  const read = (): readonly number[] => {
    try {
      return Stored.parse(JSON.parse(store.getItem(key) ?? '[]'))
    } catch {
      return []
    }
  }
  const callIds = createObservable<ReadonlySet<number>>(new Set(read()), () => {
    const onStorage = (event: StorageEvent) => event.key === key && callIds.set(new Set(read()))
    tabs.addEventListener('storage', onStorage)
    return () => tabs.removeEventListener('storage', onStorage)
  })
  return {
    ...callIds,
    add: (added: readonly number[]): void => {
      const next = [...new Set([...read(), ...callIds.get(), ...added])].slice(-MAX_KEPT)
      store.setItem(key, JSON.stringify(next))
      callIds.set(new Set(next))
    },
  }
}

const users = new Map<number, ReturnType<typeof createAcknowledged>>()
function acknowledgedBy(userId: number) {
  const known = users.get(userId) ?? createAcknowledged(userId, localStore, window)
  users.set(userId, known)
  return known
}

export function useAcknowledged(userId: number): {
  readonly callIds: ReadonlySet<number>
  readonly add: (callIds: readonly number[]) => void
} {
  const store = acknowledgedBy(userId)
  return { callIds: useObservable(store), add: store.add }
}
