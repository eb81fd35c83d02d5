import type { DispatchNote } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { joinRoom, startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dana: Member
let dirk: Member
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dana = await d.onDuty({ department: 'COMM', name: 'Dana' })
  dirk = await d.onDuty({ department: 'COMM', name: 'Dirk' })
})
afterAll(() => t.close())

type By = Pick<Member, 'http'>
const write = (by: By, text: unknown, serverId = 1) => by.http.post(`/api/cad/notes/${serverId}`, { text })
const edit = (by: By, { noteId, version }: DispatchNote, text: string) => by.http.put(`/api/cad/note/${noteId}`, { text, version })
const remove = (by: By, { noteId, version }: DispatchNote) => by.http.delete(`/api/cad/note/${noteId}?version=${version}`)
const list = async (by: By): Promise<DispatchNote[]> => (await by.http.get('/api/cad/notes/1')).json()
const watch = ({ token }: Pick<Member, 'token'>) => watchRoom(t, token, 'dispatch', { serverId: 1 })

test('any dispatcher writes, changes and deletes a note, and all of them see it live', async () => {
  const room = await watch(dirk)
  const note: DispatchNote = (await write(dana, '  Tow truck is out until ten  ')).json()
  expect(note).toMatchObject({ serverId: 1, text: 'Tow truck is out until ten', author: { userId: dana.userId, name: 'Dana' }, version: 1 })
  expect(await room.received()).toEqual([{ event: 'note.saved', payload: note }])
  expect((await watch(dana)).snapshot.notes).toContainEqual(note)

  const changed: DispatchNote = (await edit(dirk, note, 'Tow truck is back')).json()
  expect(changed).toMatchObject({ noteId: note.noteId, text: 'Tow truck is back', author: { name: 'Dana' }, version: 2 })
  expect(changed.updatedAt > note.updatedAt).toBe(true)
  expect(await list(dana)).toContainEqual(changed)
  expect((await edit(dana, changed, 'Tow truck is back')).json()).toEqual(changed)
  expect((await remove(dirk, changed)).json()).toEqual({})
  expect(await room.received()).toEqual([
    { event: 'note.saved', payload: changed },
    { event: 'note.deleted', payload: { noteId: note.noteId } },
  ])
  expect(await list(dana)).not.toContainEqual(expect.objectContaining({ noteId: note.noteId }))
  const audited = await t.db.selectFrom('audit').select(['action', 'before']).where('subject_type', '=', 'dispatch-note').execute()
  expect(audited).toMatchObject([
    { action: 'dispatch-note.changed', before: { text: 'Tow truck is out until ten' } },
    { action: 'dispatch-note.deleted', before: { text: 'Tow truck is back', author: 'Dana' } },
  ])
})

test('two dispatchers change the same note at once: one succeeds, the other is told, and a deleted note stays deleted', async () => {
  const note: DispatchNote = (await write(dana, 'One')).json()
  const both = await Promise.all([edit(dana, note, 'By Dana'), edit(dirk, note, 'By Dirk')])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(({ statusCode }) => statusCode === 409)!.json().message).toBe('This note has changed since you opened it')
  expect((await remove(dana, note)).statusCode).toBe(409)
  const current = { ...note, version: 2 }
  const twice = await Promise.all([remove(dana, current), remove(dirk, current)])
  expect(twice.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect((await edit(dana, current, 'Back')).statusCode).toBe(404)
})

test('notes are for the dispatchers of their server and staff', async () => {
  const note: DispatchNote = (await write(dana, 'For us')).json()
  const { serverId } = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Elsewhere' })).json()
  const elsewhere = await d.onDuty({ department: 'COMM', serverId })
  const others = [await d.onDuty(), await d.onDuty({ department: 'CIV' }), await d.onDuty({ department: 'COMM', type: 1 }), elsewhere]
  for (const other of others) {
    const refused = [
      await other.http.get('/api/cad/notes/1'),
      await write(other, 'x'),
      await edit(other, note, 'x'),
      await remove(other, note),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
    const reply = await joinRoom(await t.connect(other.token), 'dispatch', { serverId: 1 })
    expect(reply).toMatchObject({ ok: false, code: 'forbidden' })
  }
  const staff = await t.person('staff')
  expect((await edit({ http: t.http(staff.token) }, note, 'By staff')).statusCode).toBe(200)
  expect((await watch(staff)).snapshot.notes).toContainEqual(expect.objectContaining({ text: 'By staff' }))
})

test('a member who stops dispatching no longer receives notes', async () => {
  const leaving = await d.onDuty({ department: 'COMM' })
  const room = await watch(leaving)
  const closed: string[] = []
  room.socket.on('closed', (key) => void closed.push(key))
  await d.status(leaving, leaving, 1)
  await until('closed', () => closed.length > 0)
  expect(closed).toEqual(['dispatch:1'])
  await write(dana, 'After they left')
  await joinRoom(room.socket, 'servers')
  expect(room.deltas).toEqual([])
})

test('a note is not empty and has at most 2,000 characters, and a server has at most a hundred', async () => {
  for (const wrong of ['', '   ', 'x'.repeat(2001), 5, undefined]) {
    expect((await write(dana, wrong)).json(), String(wrong)).toMatchObject({ code: 'invalid_input', field: 'text' })
  }
  const staff = { http: await t.as('staff') }
  expect((await write(staff, 'x', 999)).json()).toMatchObject({ code: 'not_found', field: 'serverId' })
  const note: DispatchNote = (await write(dana, 'y')).json()
  expect((await dana.http.delete(`/api/cad/note/${note.noteId}`)).json()).toMatchObject({ code: 'invalid_input', field: 'version' })
  const left = 100 - (await list(dana)).length
  const rows = Array.from({ length: left - 1 }, () => ({ server_id: 1, text: 'x', author_id: dana.userId }))
  await t.db.insertInto('dispatch_notes').values(rows).execute()
  const last = await Promise.all([write(dana, 'Last'), write(dirk, 'Last')])
  expect(last.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})
