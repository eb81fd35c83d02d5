import { createDispatchNote, deleteDispatchNote, listDispatchNotes, updateDispatchNote } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { NoteService } from './notes.service.ts'

export const notesPlugin: FastifyPluginAsync<{ notes: NoteService }> = async (app, { notes }) => {
  route(app, listDispatchNotes, (_actor, { params }) => notes.list(params.serverId))
  route(app, createDispatchNote, (actor, { params, body }) => notes.create(actor, params.serverId, body.text))
  route(app, updateDispatchNote, (actor, { params, body }) => notes.update(actor, params.noteId, body))
  route(app, deleteDispatchNote, (actor, { params, query }) => notes.delete(actor, params.noteId, query.version))
}
