import { z } from 'zod'
import type { KeyValueStore } from '../../../../platform/storage/storage.ts'

const Drafts = z.array(z.object({ callId: z.int(), text: z.string() }))
/** Only the most recent drafts are kept. */
const MAX_DRAFTS = 30
const keyFor = (userId: number): string => `callLog.v1.${userId}`

function readAll(store: KeyValueStore, userId: number): z.infer<typeof Drafts> {
  try {
    return Drafts.safeParse(JSON.parse(store.getItem(keyFor(userId)) ?? '[]')).data ?? []
  } catch {
    return []
  }
}

/** Unsent text for a call's log. */
export const loadLogDraft = (store: KeyValueStore, userId: number, callId: number): string =>
  readAll(store, userId).find((each) => each.callId === callId)?.text ?? ''

export function saveLogDraft(store: KeyValueStore, userId: number, callId: number, text: string): void {
  const others = readAll(store, userId).filter((each) => each.callId !== callId)
  const all = text === '' ? others : [...others, { callId, text }].slice(-MAX_DRAFTS)
  if (all.length === 0) store.removeItem(keyFor(userId))
  else store.setItem(keyFor(userId), JSON.stringify(all))
}
