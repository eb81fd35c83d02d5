import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '../../../contract/src/index.ts'
import { asyncApiDocument } from '../../../contract/src/describe/asyncapi.ts'
import { openApiDocument } from '../../../contract/src/describe/openapi.ts'
import { compareDocuments } from './compare.mjs'
import { fromRoot } from '../paths.mjs'
import { layOut } from './layout.mjs'
import { describeNames } from './names.mjs'

export const DOCUMENTS = ['openapi.json', 'asyncapi.json', 'names.json']

const ROOM_FILES = ['realtime.ts', 'records/records.rooms.ts', 'legal/warrants.rooms.ts']

/** The purpose of each room: the comment above its declaration. */
function describeRooms() {
  const text = ROOM_FILES.map((file) => readFileSync(fromRoot('contract/src', file), 'utf8')).join('\n')
  const comments = [...text.matchAll(/\n {2}\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n {2}'?([\w-]+)'?: defineRoom\(/g)]
  const about = Object.fromEntries(comments.map(([, comment, room]) => [room, comment.replace(/\s*\n\s*\* /g, ' ').trim()]))
  for (const room of Object.keys(contract.ROOMS))
    if (!about[room]) throw new Error(`The room ${room} has no comment that says what it is for`)
  return about
}

/** The documents as the sources have them now. */
export const describeNow = () => ({
  'openapi.json': openApiDocument(contract.ENDPOINTS, contract),
  'asyncapi.json': asyncApiDocument(contract, describeRooms()),
  'names.json': describeNames(),
})

const RECORDED = fromRoot('contract/api')
export const readText = (name, folder = RECORDED) => readFileSync(join(folder, name), 'utf8')
export const readRecorded = (folder = RECORDED) => Object.fromEntries(DOCUMENTS.map((name) => [name, JSON.parse(readText(name, folder))]))

/** Writes what has changed, unless that breaks something and `isBreaking` does not say that it is meant to. */
export function record(documents, { isBreaking = false, folder = RECORDED } = {}) {
  const isFirst = !existsSync(join(folder, DOCUMENTS[0]))
  const breaks = isFirst ? [] : compareDocuments(readRecorded(folder), documents)
  if (breaks.length > 0 && !isBreaking) return { breaks, changed: [] }
  const changed = DOCUMENTS.filter((name) => isFirst || readText(name, folder) !== layOut(documents[name]))
  for (const name of changed) writeFileSync(join(folder, name), layOut(documents[name]))
  return { breaks, changed }
}
