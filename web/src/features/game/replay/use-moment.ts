import { useSyncExternalStore } from 'react'
import type { Player, PlayerMoment } from './player.ts'

/** Derives a value from the play head; the component renders only when that value changes. */
export const useMoment = <T extends string | number | boolean | null>(
  { moment }: Pick<Player, 'moment'>,
  select: (moment: PlayerMoment) => T,
): T => useSyncExternalStore(moment.subscribe, () => select(moment.get()))
