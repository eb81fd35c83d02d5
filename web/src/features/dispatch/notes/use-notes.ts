import type { DispatchNote } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { withNote, withoutNote } from './note-list.ts'

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
