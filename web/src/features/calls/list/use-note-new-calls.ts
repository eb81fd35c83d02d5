import { useEffect } from 'react'
import { boardStore } from '../../board/board.port.ts'
import { seenCalls } from './seen-calls.ts'

/** Keeps track of which calls are new for as long as the board is shown. */
export function useNoteNewCalls(ownUserId: number): void {
  useEffect(() => {
    const board = boardStore()
    const note = () => seenCalls.note(board.get(), ownUserId)
    note()
    return board.subscribe(note)
  }, [ownUserId])
}
