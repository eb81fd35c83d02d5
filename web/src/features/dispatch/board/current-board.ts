import { emptyBoard } from './board-state.ts'
import type { BoardReader, BoardStore } from './board-store.ts'

const NONE = { ...emptyBoard(0), phase: 'closed' as const }

let current: BoardStore | null = null
let stopListening: (() => void) | undefined
const listeners = new Set<() => void>()
const notifyListeners = () => listeners.forEach((listener) => listener())

/** Makes this the page's board until the returned function is called. */
export function setCurrentBoard(store: BoardStore): () => void {
  setCurrent(store)
  return () => void (current === store && setCurrent(null))
}

function setCurrent(store: BoardStore | null): void {
  stopListening?.()
  current = store
  stopListening = store?.subscribe(notifyListeners)
  notifyListeners()
}

const reader: BoardReader = {
  get: () => current?.get() ?? NONE,
  subscribe: (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** The page's board, for code outside of rendering: commands, sounds. Closed and empty if the page has none. */
export const boardStore = (): BoardReader => reader
