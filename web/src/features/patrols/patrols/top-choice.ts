import { TopOrder, TopPeriod } from '@tenfour/contract'
import { useState } from 'react'
import { z } from 'zod'
import { localStore } from '../../../platform/storage/storage.ts'

const KEY = 'top-patrols'
const TopChoice = z.object({ period: TopPeriod.exclude(['days7']).catch('week'), by: TopOrder.catch('hours') })
export type TopChoice = z.infer<typeof TopChoice>

/** Remembered in this browser. */
export function useTopChoice(store = localStore): readonly [TopChoice, (change: Partial<TopChoice>) => void] {
  const [choice, setChoice] = useState(() => readTopChoice(store.getItem(KEY)))
  const choose = (change: Partial<TopChoice>) => {
    const next = { ...choice, ...change }
    store.setItem(KEY, JSON.stringify(next))
    setChoice(next)
  }
  return [choice, choose]
}

export function readTopChoice(kept: string | null): TopChoice {
  try {
    return TopChoice.parse(JSON.parse(kept ?? '{}'))
  } catch {
    return TopChoice.parse({})
  }
}
