import { createContext, use } from 'react'
import type { BoardStore } from './board-store.ts'

export const BoardContext = createContext<BoardStore | null>(null)

export function useBoardStore(): BoardStore {
  const store = use(BoardContext)
  if (!store) throw new Error('There is no BoardProvider above this')
  return store
}
