import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { notesPlugin } from './notes.plugin.ts'
import { createNoteService, dispatchRoom } from './notes.service.ts'

export const notesFeature = ({ db, publish }: { db: Db; publish: Publish }): Feature => ({
  name: 'notes',
  routes: (app) => notesPlugin(app, { notes: createNoteService({ db, publish }) }),
  rooms: { dispatch: dispatchRoom(db) },
})
