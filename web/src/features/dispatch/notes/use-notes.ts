import type { DispatchNote } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { subscribe } from '../../../platform/realtime/realtime.ts'

type Known = { readonly serverId: number; readonly notes: readonly DispatchNote[] }

/** The notes of a server's dispatchers, updated live; undefined until loaded. */
export function useNotes(serverId: number): readonly DispatchNote[] | undefined {
  const [known, setKnown] = useState<Known | null>(null)
  useEffect(() => {
    const change = (to: (notes: readonly DispatchNote[]) => readonly DispatchNote[]) =>
      setKnown((before) => before && { ...before, notes: to(before.notes) })
    return subscribe(
      'dispatch',
      { serverId },
      {
        onSnapshot: ({ notes }) => setKnown({ serverId, notes }),
        onDelta: (delta) =>
          change((notes) => (delta.event === 'note.saved' ? withNote(notes, delta.payload) : withoutNote(notes, delta.payload.noteId))),
        onClosed: () => setKnown({ serverId, notes: [] }),
      },
    )
  }, [serverId])
  return known?.serverId === serverId ? known.notes : undefined
}

/** Newest first. */
const inOrder = (notes: readonly DispatchNote[]): DispatchNote[] => notes.toSorted((a, b) => b.noteId - a.noteId)

export const withNote = (notes: readonly DispatchNote[], note: DispatchNote): DispatchNote[] => {
  const known = notes.find(({ noteId }) => noteId === note.noteId)
  if (known && known.version > note.version) return inOrder(notes)
  return inOrder([...notes.filter((each) => each !== known), note])
}

export const withoutNote = (notes: readonly DispatchNote[], noteId: number): DispatchNote[] =>
  notes.filter((each) => each.noteId !== noteId)

type ConcurrentChange = { readonly kind: 'changed'; readonly by: DispatchNote } | { readonly kind: 'deleted' }

/** The change to a note since the edit of `base` began; null if unchanged. */
export function concurrentChange(base: DispatchNote, now: DispatchNote | undefined): ConcurrentChange | null {
  if (!now) return { kind: 'deleted' }
  return now.version > base.version && now.text !== base.text ? { kind: 'changed', by: now } : null
}
