import { accessSubject, isAllowed, ROOMS } from '@tenfour/contract'
import { useEffect, useState, type ReactNode } from 'react'
import { connection } from '../../../platform/realtime/connection.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { BoardContext, UnitPlacesContext, type UnitPlacesStore } from './use-board.ts'
import { createBoardStore, type BoardStore } from './board-store.ts'
import { setCurrentBoard } from './current-board.ts'

type BoardProviderProps = { serverId: number; places: UnitPlacesStore; children: ReactNode }

/** Subscribes to a server's board while mounted; everything below reads and changes that board. */
export function BoardProvider({ serverId, places, children }: BoardProviderProps) {
  const user = useSignedInUser()
  const mayRead = isAllowed(ROOMS.board.access, accessSubject(user), { serverId })
  return (
    <UnitPlacesContext value={places}>
      <Board key={`${serverId}:${mayRead}`} serverId={serverId} mayRead={mayRead}>
        {children}
      </Board>
    </UnitPlacesContext>
  )
}

type BoardProps = { serverId: number; mayRead: boolean; children: ReactNode }

function Board({ serverId, mayRead, children }: BoardProps) {
  const [store] = useState(() => createBoardStore(serverId))
  useEffect(() => (mayRead ? follow(store, serverId) : followConnection(store)), [store, serverId, mayRead])
  useEffect(() => setCurrentBoard(store), [store])
  return <BoardContext value={store}>{children}</BoardContext>
}

function follow(store: BoardStore, serverId: number): () => void {
  const noticeLoss = () => void (connection.get() === 'lost' && store.lost())
  const stops = [
    subscribe('board', { serverId }, { onSnapshot: store.snapshot, onDelta: store.delta, onClosed: store.closed }),
    connection.subscribe(noticeLoss),
  ]
  noticeLoss()
  return () => stops.forEach((stop) => stop())
}

function followConnection(store: BoardStore): () => void {
  const follow = () => {
    if (connection.get() === 'live') store.connected()
    else if (connection.get() === 'lost') store.lost()
  }
  follow()
  return connection.subscribe(follow)
}
