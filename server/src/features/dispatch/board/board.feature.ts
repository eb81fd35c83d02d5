import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { boardRoom, createBoardLists, type BoardLists } from './board.lists.ts'
import { callRoom, createBoard, type Board } from './board.service.ts'

/** The board that units and calls share; both are features of their own. */
export function boardFeature({
  db,
  publish,
}: {
  db: Db
  publish: Publish
}): Feature & { readonly board: Board; readonly lists: BoardLists } {
  const lists = createBoardLists(db)
  return { name: 'board', rooms: { board: boardRoom(lists), call: callRoom(db) }, board: createBoard({ db, publish }), lists }
}
