import { z } from 'zod'
import { anyOf, dispatcher, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { ServerId } from '../ids.ts'
import { UserId } from '../people/users.ts'
import { IdParam, Instant, trimmed, Version, VersionParam } from '../values.ts'

/** Maximum notes per server. */
export const DISPATCH_NOTES_LIMIT = 100

/** Notes the dispatchers of a server leave for each other and for the next shift. */
export const DispatchNote = z.object({
  noteId: z.int(),
  serverId: ServerId,
  text: z.string(),
  author: z.object({ userId: UserId, name: z.string() }),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int(),
})
export type DispatchNote = z.infer<typeof DispatchNote>

const text = trimmed(2000, 'A note has at most 2,000 characters').min(1, 'Enter a text')
const byServer = z.object({ serverId: IdParam })
const byNote = z.object({ noteId: IdParam })

export const listDispatchNotes = defineEndpoint({
  method: 'GET',
  path: '/api/cad/notes/:serverId',
  summary: "The notes of a server's dispatchers, newest first",
  access: anyOf(dispatcher('serverId'), staff),
  params: byServer,
  response: z.array(DispatchNote),
})

export const createDispatchNote = defineEndpoint({
  method: 'POST',
  path: '/api/cad/notes/:serverId',
  summary: "Write a note for a server's dispatchers",
  access: anyOf(dispatcher('serverId'), staff),
  params: byServer,
  body: z.object({ text }),
  response: DispatchNote,
})

export const updateDispatchNote = defineEndpoint({
  method: 'PUT',
  path: '/api/cad/note/:noteId',
  summary: "Change a dispatchers' note, one's own or another's",
  access: anyOf(dispatcher(), staff),
  params: byNote,
  body: z.object({ text, version: Version }),
  response: DispatchNote,
})

export const deleteDispatchNote = defineEndpoint({
  method: 'DELETE',
  path: '/api/cad/note/:noteId',
  summary: "Delete a dispatchers' note",
  access: anyOf(dispatcher(), staff),
  params: byNote,
  query: z.object({ version: VersionParam }),
  response: z.object({}),
})
