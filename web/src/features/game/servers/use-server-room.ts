import type { RoomSnapshot } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { subscribe } from '../../../platform/realtime/realtime.ts'

type Known = RoomSnapshot<'server'>

/** A server's link state and whitelist; undefined until the room has answered. */
export function useServerRoom(serverId: number): Known | undefined {
  const [known, setKnown] = useState<Known>()
  useEffect(
    () =>
      subscribe(
        'server',
        { serverId },
        {
          onSnapshot: setKnown,
          onDelta: (delta) =>
            setKnown(
              (before) =>
                before && (delta.event === 'link.changed' ? { ...before, link: delta.payload } : { ...before, whitelist: delta.payload }),
            ),
        },
      ),
    [serverId],
  )
  return known
}
