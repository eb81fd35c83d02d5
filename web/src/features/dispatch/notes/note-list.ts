import type { DispatchNote } from '@tenfour/contract'

/** Newest first. */
const inOrder = (notes: readonly DispatchNote[]): DispatchNote[] => notes.toSorted((a, b) => b.noteId - a.noteId)

export const withNote = (notes: readonly DispatchNote[], note: DispatchNote): DispatchNote[] => {
  const known = notes.find(({ noteId }) => noteId === note.noteId)
  if (known && known.version > note.version) return inOrder(notes)
  return inOrder([...notes.filter((each) => each !== known), note])
}

export const withoutNote = (notes: readonly DispatchNote[], noteId: number): DispatchNote[] =>
  notes.filter((each) => each.noteId !== noteId)

export type ConcurrentChange = { readonly kind: 'changed'; readonly by: DispatchNote } | { readonly kind: 'deleted' }

/** What happened to a note since the edit of `base` began; null if unchanged. */
export function concurrentChange(base: DispatchNote, now: DispatchNote | undefined): ConcurrentChange | null {
  if (!now) return { kind: 'deleted' }
  return now.version > base.version && now.text !== base.text ? { kind: 'changed', by: now } : null
}
