import type { Bolo } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'
import { withBoloDelta } from './bolo-list.ts'

type Known = { readonly serverId: number; readonly bolos: readonly Bolo[] }
type Listener = (known: readonly Bolo[], delta: RoomDelta<'bolos'>) => void

/** Follows the BOLOs of a server; `onDelta` gets each event with those known before it. */
export function followBolos(serverId: number, onChange: (bolos: readonly Bolo[]) => void, onDelta?: Listener): () => void {
  let bolos: readonly Bolo[] = []
  const change = (next: readonly Bolo[]) => onChange((bolos = next))
  return subscribe(
    'bolos',
    { serverId },
    {
      onSnapshot: change,
      onDelta: (delta) => {
        onDelta?.(bolos, delta)
        change(withBoloDelta(bolos, delta))
      },
      onClosed: () => change([]),
    },
  )
}

/** The open BOLOs of a server, newest first, updated live; undefined until loaded. */
export function useBolos(serverId: number): readonly Bolo[] | undefined {
  const [known, setKnown] = useState<Known | null>(null)
  useEffect(() => followBolos(serverId, (bolos) => setKnown({ serverId, bolos })), [serverId])
  return known?.serverId === serverId ? known.bolos : undefined
}
