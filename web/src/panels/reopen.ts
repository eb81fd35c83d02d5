import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { onSessionEnd } from '../platform/session/session.ts'
import { tabStore, type KeyValueStore } from '../platform/storage/storage.ts'

type LeftOpen<T> = {
  readonly find: (userId: number) => T | null
  readonly keep: (userId: number, shown: T | null) => void
}

/** The content of a part of the desktop, kept by this tab for a reload. It belongs to one member and ends with the session. */
export function leftOpen<T>(part: string, schema: z.ZodType<T>, store: KeyValueStore = tabStore): LeftOpen<T> {
  const Kept = z.object({ userId: z.int(), shown: schema })
  const key = `open.${part}`
  onSessionEnd(() => store.removeItem(key))
  return {
    find: (userId) => {
      try {
        const kept = Kept.safeParse(JSON.parse(store.getItem(key) ?? 'null')).data
        return kept?.userId === userId ? kept.shown : null
      } catch {
        return null
      }
    },
    keep: (userId, shown) => {
      if (shown === null) store.removeItem(key)
      else store.setItem(key, JSON.stringify({ userId, shown }))
    },
  }
}

/** Keeps the shown content, and reopens it after a reload. Leaving the page or going off duty forgets it. */
export function useLeftOpen<T>({ find, keep }: LeftOpen<T>, userId: number, shown: T | null, reopen: (left: T) => void): void {
  const [left] = useState(() => find(userId))
  const open = useEffectEvent(reopen)
  useEffect(() => {
    if (left !== null) open(left)
  }, [left])
  useEffect(() => keep(userId, shown), [keep, userId, shown])
  useEffect(() => () => keep(userId, null), [keep, userId])
}
