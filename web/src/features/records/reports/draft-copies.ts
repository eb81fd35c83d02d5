import { ReportContent } from '@tenfour/contract'
import { z } from 'zod'
import type { KeyValueStore } from '../../../platform/storage/storage.ts'
import { UNSAVED_REPORTS_KEY } from './unsaved-reports.port.ts'

/** Only the most recent ones are kept. */
const MAX_COPIES = 10

const Copy = z.object({ userId: z.int(), draftId: z.int(), base: ReportContent, content: ReportContent })
type Content = Pick<z.infer<typeof Copy>, 'base' | 'content'>

export type DraftCopies = {
  readonly load: (draftId: number) => Content | undefined
  readonly keep: (draftId: number, copy: Content) => void
  readonly drop: (draftId: number) => void
}

/** What was typed and is not on the server yet, in this browser: for a crash or a dead battery. Removed once it is saved. */
export function createDraftCopies(store: KeyValueStore, userId: number): DraftCopies {
  const readAll = (): z.infer<typeof Copy>[] => {
    try {
      return z.array(Copy).safeParse(JSON.parse(store.getItem(UNSAVED_REPORTS_KEY) ?? '[]')).data ?? []
    } catch {
      return []
    }
  }
  const isOf = (draftId: number) => (copy: z.infer<typeof Copy>) => copy.userId === userId && copy.draftId === draftId
  const write = (all: readonly z.infer<typeof Copy>[]) => {
    if (all.length === 0) store.removeItem(UNSAVED_REPORTS_KEY)
    else store.setItem(UNSAVED_REPORTS_KEY, JSON.stringify(all.slice(-MAX_COPIES)))
  }
  const others = (draftId: number) => readAll().filter((copy) => !isOf(draftId)(copy))
  return {
    load: (draftId) => readAll().find(isOf(draftId)),
    keep: (draftId, { base, content }) => write([...others(draftId), { userId, draftId, base, content }]),
    drop: (draftId) => {
      if (store.getItem(UNSAVED_REPORTS_KEY) !== null) write(others(draftId))
    },
  }
}
