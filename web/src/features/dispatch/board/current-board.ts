import { emptyBoard, type BoardReader, type BoardStore } from './board-store.ts'

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

/** An answer may arrive before the event that puts its call on the board; after this long the board is taken as it is. */
const EVENT_MS = 2000

let underWay = 0

/** Whether a call is being created. Keys pressed now are meant for it, and must not act on the call selected before. */
export const isCreatingCall = (): boolean => underWay > 0

/** Runs the creation of a call, until the call is on the board. */
export async function creating(create: () => Promise<number | undefined>): Promise<number | undefined> {
  underWay += 1
  try {
    const callId = await create()
    if (callId !== undefined) await onBoard(boardStore(), callId)
    return callId
  } finally {
    underWay -= 1
  }
}

async function onBoard(board: BoardReader, callId: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => {
    const { calls, phase } = board.get()
    if (calls.has(callId) || phase !== 'live') resolve()
  }
  const stop = board.subscribe(look)
  const timer = setTimeout(resolve, EVENT_MS)
  look()
  await promise
  stop()
  clearTimeout(timer)
}
