import { useEffect } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { keepSoundsReady, playSound } from '../../../platform/sounds/sounds.ts'
import { boardStore, wasSentFromHere } from '../../dispatch/board/board.port.ts'
import { soundsBetween } from './board-sounds.ts'

/** Plays sounds for board events while the desktop is open. */
export function useBoardSounds(): void {
  const { userId } = useSignedInUser()
  useEffect(keepSoundsReady, [])
  useEffect(() => {
    const board = boardStore()
    let before = board.get()
    return board.subscribe(() => {
      const after = board.get()
      for (const sound of soundsBetween(before, after, { userId, now: Date.now(), wasSentFromHere })) playSound(sound)
      before = after
    })
  }, [userId])
}
