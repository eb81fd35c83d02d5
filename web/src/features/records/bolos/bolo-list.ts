import type { Bolo } from '@tenfour/contract'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'
import { duration, elapsed } from '../../../platform/format/durations.ts'
import { useEffect, useState } from 'react'
import { subscribe } from '../../../platform/realtime/realtime.ts'

/** Newest first. */
const inOrder = (bolos: readonly Bolo[]): readonly Bolo[] => bolos.toSorted((a, b) => b.boloId - a.boloId)

export function withBoloDelta(bolos: readonly Bolo[], delta: RoomDelta<'bolos'>): readonly Bolo[] {
  switch (delta.event) {
    case 'bolo.saved': {
      const saved = delta.payload
      const known = bolos.find(({ boloId }) => boloId === saved.boloId)
      if (known && known.version > saved.version) return bolos
      return inOrder([...bolos.filter((each) => each !== known), saved])
    }
    case 'bolo.ended':
      return bolos.filter(({ boloId }) => boloId !== delta.payload.boloId)
    case 'bolo.hit': {
      const { boloId, hits, at } = delta.payload
      return bolos.map((each) => (each.boloId === boloId ? { ...each, hits: Math.max(each.hits, hits), lastHitAt: at } : each))
    }
  }
}

/** An expired one is no longer open, though nobody says so. */
export const openBolos = (bolos: readonly Bolo[], now: number): readonly Bolo[] =>
  bolos.filter(({ expiresAt }) => Date.parse(expiresAt) > now)

type Subject = Pick<Bolo, 'kind' | 'plate' | 'name' | 'description'>

/** '46EEK572, Silver Sultan', 'Dexter Marlowe', 'Male, grey hoodie'. */
export const subjectOf = ({ kind, plate, name, description }: Subject): string =>
  [kind === 'vehicle' ? plate : name, description].filter(Boolean).join(', ')

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** '1:52:10', '5 h 12 min', '3 d': to the second only where it matters. */
export function timeLeft(expiresAt: string, now: number): string {
  const left = Math.max(0, Date.parse(expiresAt) - now)
  if (left < HOUR_MS) return elapsed(left)
  return left < DAY_MS ? duration(left / 60_000) : `${Math.floor(left / DAY_MS)} d`
}

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
