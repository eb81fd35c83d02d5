import { z } from 'zod'
import type { KeyValueStore } from '../../../../platform/storage/storage.ts'

/** Only the most recent ones are kept. */
const MAX_COPIES = 10

type Copy<Content> = { readonly base: Content; readonly content: Content }

export type DraftCopies<Content> = {
  readonly load: (draftId: number) => Copy<Content> | undefined
  readonly keep: (draftId: number, copy: Copy<Content>) => void
  readonly drop: (draftId: number) => void
}

type Kept<Content> = { readonly key: string; readonly content: z.ZodType<Content> }

/** Unsaved text of drafts, kept in this browser for a crash or a dead battery. A copy is removed once it is saved. */
export function createDraftCopies<Content>(
  store: KeyValueStore,
  userId: number,
  { key, content: Content }: Kept<Content>,
): DraftCopies<Content> {
  const All = z.array(z.object({ userId: z.int(), draftId: z.int(), base: Content, content: Content }))
  type Entry = z.infer<typeof All>[number]
  const readAll = (): readonly Entry[] => {
    try {
      return All.safeParse(JSON.parse(store.getItem(key) ?? '[]')).data ?? []
    } catch {
      return []
    }
  }
  const isOf = (draftId: number) => (copy: Entry) => copy.userId === userId && copy.draftId === draftId
  const write = (all: readonly Entry[]) => {
    if (all.length === 0) store.removeItem(key)
    else store.setItem(key, JSON.stringify(all.slice(-MAX_COPIES)))
  }
  const others = (draftId: number) => readAll().filter((copy) => !isOf(draftId)(copy))
  return {
    load: (draftId) => readAll().find(isOf(draftId)),
    keep: (draftId, { base, content }) => write([...others(draftId), { userId, draftId, base, content }]),
    drop: (draftId) => {
      if (store.getItem(key) !== null) write(others(draftId))
    },
  }
}
