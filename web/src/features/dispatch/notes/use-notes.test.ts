import type { DispatchNote } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { concurrentChange, withNote, withoutNote } from './use-notes.ts'

const note = (noteId: number, text = `Note ${noteId}`, version = 1): DispatchNote => ({
  noteId,
  serverId: 1,
  text,
  author: { userId: 9, name: 'Remy Stone' },
  createdAt: '2026-05-01T21:00:00.000Z',
  updatedAt: '2026-05-01T21:00:00.000Z',
  version,
})
const ids = (notes: readonly DispatchNote[]) => notes.map(({ noteId }) => noteId)

test('the newest note comes first, and a changed one keeps its place', () => {
  const notes = withNote([note(2), note(1)], note(3))
  expect(ids(notes)).toEqual([3, 2, 1])
  expect(withNote(notes, note(2, 'New', 2)).map(({ text }) => text)).toEqual(['Note 3', 'New', 'Note 1'])
  expect(ids(withoutNote(notes, 2))).toEqual([3, 1])
})

test('an older version of a note changes nothing', () => {
  expect(withNote([note(1, 'Now', 3)], note(1, 'Before', 2))).toEqual([note(1, 'Now', 3)])
})

test('an editor is told at once how someone else changed or deleted the note', () => {
  const base = note(1)
  expect(concurrentChange(base, base)).toBeNull()
  expect(concurrentChange(base, note(1, 'Theirs', 2))).toEqual({ kind: 'changed', by: note(1, 'Theirs', 2) })
  expect(concurrentChange(base, undefined)).toEqual({ kind: 'deleted' })
})
