import { z } from 'zod'
import { tabStore, type KeyValueStore } from '../../../../platform/storage/storage.ts'
import { createObservable, useObservable } from '../../../../platform/store/observable.ts'
import type { AlertWords } from './alerts.ts'

const Past = z.object({
  id: z.string(),
  kind: z.enum(['panic', '911', 'welfare', 'tone', 'ping']),
  number: z.string().optional(),
  headline: z.string(),
  details: z.string(),
  callId: z.int().nullable(),
  at: z.iso.datetime(),
  outcome: z.enum(['acknowledged', 'answered', 'dismissed', 'faded']),
})
export type PastAlert = z.infer<typeof Past>

const KEY = 'alert-history.v1'
const MAX_KEPT = 30

/** The alerts that a member acknowledged or that faded in this browser tab, newest first. A reload keeps them. */
export function createAlertHistory(userId: number, store: KeyValueStore, now: () => Date = () => new Date()) {
  const key = `${KEY}.${userId}`
  const read = (): readonly PastAlert[] => {
    try {
      return z.array(Past).parse(JSON.parse(store.getItem(key) ?? '[]'))
    } catch {
      return []
    }
  }
  const past = createObservable(read())
  return {
    ...past,
    add: ({ id, kind, number, headline, details, callId }: AlertWords, outcome: PastAlert['outcome']): void => {
      const added: PastAlert = { id, kind, number, headline, details, callId, outcome, at: now().toISOString() }
      const next = [added, ...past.get().filter((each) => each.id !== id)].slice(0, MAX_KEPT)
      store.setItem(key, JSON.stringify(next))
      past.set(next)
    },
  }
}

const histories = new Map<number, ReturnType<typeof createAlertHistory>>()
export function alertHistoryOf(userId: number) {
  const known = histories.get(userId) ?? createAlertHistory(userId, tabStore)
  histories.set(userId, known)
  return known
}

export const useAlertHistory = (userId: number): readonly PastAlert[] => useObservable(alertHistoryOf(userId))
