import { MAX_IMPORT_PROBLEMS, type Import, type PageOf } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { importsOf, type ImportsOf } from '../../../testing/test-imports.ts'
import { fullOr } from '../../../testing/test-length.ts'
import { joinRoom, startTestPortal, until, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { takeRun } from './imports.repo.ts'
import { createImportRunner } from './imports.run.ts'

let t: TestPortal
let admin: Http
let imports: ImportsOf
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
  imports = await importsOf(t)
})
afterAll(() => t.close())
afterEach(() => imports.end())

test('many rows are written in batches, and progress is shown live', async () => {
  const rows = fullOr(5000, 1500)
  const socket = await t.connect((await t.person('admin')).token)
  expect(await joinRoom(socket, 'imports')).toMatchObject({ ok: true, snapshot: expect.any(Array) })
  const told: Import[] = []
  socket.on('delta', ({ event, payload }) => void (event === 'import.saved' && told.push(payload as Import)))
  const checked = await imports.check('people', imports.people(rows, 'Many'))
  expect(checked).toMatchObject({ rows, toAdd: rows, problems: 0 })
  const done = await imports.start(checked)
  expect(done).toMatchObject({ added: rows, problems: 0 })
  expect(await imports.characters('Many %')).toHaveLength(rows)
  await until('it is told', () => told.some(({ state }) => state === 'done'))
  expect(told.map(({ state }) => state)).toEqual(expect.arrayContaining(['checking', 'ready', 'writing', 'done']))
  const audit = (await admin.get(`/api/audit?subjectType=import&subjectId=${checked.importId}`)).json<{
    items: { action: string; after: unknown }[]
  }>()
  expect(audit.items.map(({ action }) => action)).toEqual(['import.finished', 'import.started', 'import.uploaded'])
  expect(audit.items[0]?.after).toMatchObject({ kind: 'people', fileName: 'file.csv', added: rows })
})

test('an import that is killed and run again writes no row twice', async () => {
  const checked = await imports.check('people', imports.people(3500, 'Killed'))
  await imports.startByHand(checked)
  let batches = 0
  const dying = createImportRunner({
    db: t.db,
    publish: () => undefined,
    afterBatch: async () => {
      batches += 1
      if (batches === 2) throw new Error('killed')
    },
  })
  await expect(dying.run(checked.importId)).rejects.toThrow('killed')
  expect(await imports.get(checked.importId)).toMatchObject({ state: 'writing', added: 1999 })
  await createImportRunner({ db: t.db, publish: () => undefined }).run(checked.importId)
  expect(await imports.get(checked.importId)).toMatchObject({ state: 'done', added: 3500, problems: 0 })
  expect(await imports.characters('Killed %')).toHaveLength(3500)
})

test('when a second run takes an import over, the first stops at its next batch', async () => {
  const checked = await imports.check('people', imports.people(2500, 'Taken'))
  await imports.startByHand(checked)
  const late = createImportRunner({
    db: t.db,
    publish: () => undefined,
    afterBatch: async () => void (await takeRun(t.db, checked.importId)),
  })
  expect(await late.run(checked.importId)).toBe('ended')
  expect(await imports.characters('Taken %')).toHaveLength(999)
  await createImportRunner({ db: t.db, publish: () => undefined }).run(checked.importId)
  expect(await imports.characters('Taken %')).toHaveLength(2500)
})

test('when an import is cancelled, written rows stay, and the import says how many they are', async () => {
  const checked = await imports.check('people', imports.people(3000, 'Cancelled'))
  await imports.startByHand(checked)
  const runner = createImportRunner({
    db: t.db,
    publish: () => undefined,
    afterBatch: async () => void (await admin.post(`/api/imports/${checked.importId}/cancel`)),
  })
  await runner.run(checked.importId)
  const cancelled = await imports.get(checked.importId)
  expect(cancelled).toMatchObject({ state: 'cancelled', added: 999, startedBy: { name: 'The admin' }, endedAt: expect.any(String) })
  expect(await imports.characters('Cancelled %')).toHaveLength(999)
  expect((await admin.post(`/api/imports/${checked.importId}/start`)).json().message).toBe('This file was cancelled')
  expect((await admin.post(`/api/imports/${checked.importId}/cancel`)).statusCode).toBe(409)
  await until('the file is gone', async () => (await t.db.selectFrom('import_rows').selectAll().execute()).length === 0)
})

test('a portal that closes leaves the import to another', async () => {
  const checked = await imports.check('people', imports.people(2500, 'Handed'))
  await imports.startByHand(checked)
  const closing = createImportRunner({ db: t.db, publish: () => undefined, afterBatch: async () => closing.stop() })
  expect(await closing.run(checked.importId)).toBe('stopped')
  expect(await imports.get(checked.importId)).toMatchObject({ state: 'writing', added: 999 })
  // A starting portal resumes the import.
  const second = await startTestPortal({ database: t.database })
  try {
    expect(await imports.settled(checked.importId)).toMatchObject({ state: 'done', added: 2500 })
  } finally {
    await second.close()
  }
})

test('while an import runs, no other one is uploaded or started', async () => {
  const waiting = await imports.check('people', imports.people(2, 'Waiting'))
  const running = await imports.check('people', imports.people(2, 'Running'))
  await imports.startByHand(running)
  expect((await imports.send('people', imports.people(2, 'Third'))).json().message).toContain('Another import')
  expect((await admin.post(`/api/imports/${waiting.importId}/start`)).json().message).toContain('Another import')
})

test('problems are stored up to a limit, counted beyond it, and read page by page', async () => {
  const count = MAX_IMPORT_PROBLEMS + 500
  const checked = await imports.check('vehicles', `plate,model\n${Array.from({ length: count }, (_, at) => `A${at},`).join('\n')}\n`)
  expect(checked).toMatchObject({ state: 'ready', toAdd: 0, problems: count, problemRows: count })
  const page = await imports.problemsOf(checked, 'page=2&pageSize=25')
  expect([page.total, page.items[0]?.row, page.items.length]).toEqual([MAX_IMPORT_PROBLEMS, 27, 25])
})

test('a checked file is deleted by hand, or after a week; the import stays in the list', async () => {
  const first = await imports.check('people', imports.people(2, 'Discarded'))
  expect((await admin.delete(`/api/imports/${first.importId}/file`)).json()).toMatchObject({ state: 'discarded' })
  const second = await imports.check('people', imports.people(2, 'Expired'))
  await t.db
    .updateTable('imports')
    .set({ uploaded_at: sql`now() - interval '8 days'` })
    .where('id', '=', second.importId)
    .execute()
  await sql`select graphile_worker.add_job('import-prune')`.execute(t.db)
  await until('it is discarded', async () => (await imports.get(second.importId)).state === 'discarded')
  await until('its rows are gone', async () => (await t.db.selectFrom('import_rows').selectAll().execute()).length === 0)
  expect((await admin.get('/api/imports')).json<PageOf<Import>>().items.map(({ importId }) => importId)).toEqual(
    expect.arrayContaining([first.importId, second.importId]),
  )
})
