import { z } from 'zod'
import type { KeyValueStore } from '../../../platform/storage/storage.ts'
import { createObservable } from '../../../platform/store/observable.ts'

type Options = {
  readonly store: KeyValueStore
  readonly key: string
  readonly send: (announcementId: number, options: { readonly keepalive: boolean }) => Promise<unknown>
  /** The portal knows: it will not list the announcement again. */
  readonly onSent: (announcementId: number) => void
  readonly onProblem: (error: unknown) => void
}

const Ids = z.array(z.int()).catch([])

/**
 * Announcements the reader has dismissed. The portal is told only after the undo period, so pending dismissals are kept in the browser:
 * a reload meanwhile neither shows them again nor forgets to send them.
 */
export function createDismissals({ store, key, send, onSent, onProblem }: Options) {
  const pending = createObservable<ReadonlySet<number>>(new Set(read(store.getItem(key))))

  const set = (next: ReadonlySet<number>) => {
    if (next.size === 0) store.removeItem(key)
    else store.setItem(key, JSON.stringify([...next]))
    pending.set(next)
  }
  const without = (id: number) => new Set([...pending.get()].filter((each) => each !== id))

  const tell = async (id: number) => {
    if (!pending.get().has(id)) return
    try {
      await send(id, { keepalive: false })
      onSent(id)
      set(without(id))
    } catch (error) {
      // It stays dismissed here, and the next visit sends it again.
      onProblem(error)
    }
  }

  return {
    pending: pending.get,
    subscribe: pending.subscribe,
    putAway: (id: number) => set(new Set([...pending.get(), id])),
    takeBack: (id: number) => set(without(id)),
    tell,
    /** Sends what an earlier page did not get to. */
    tellAll: async () => void (await Promise.all([...pending.get()].map(tell))),
    /** The page is unloading; the next one cleans up. */
    tellWhileLeaving: () => {
      for (const id of pending.get()) send(id, { keepalive: true }).catch(onProblem)
    },
  }
}
export type Dismissals = ReturnType<typeof createDismissals>

function read(text: string | null): number[] {
  try {
    return Ids.parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}
