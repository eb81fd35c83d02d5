import { ReportContent, type ReportDraft, type ReportSummary } from '@tenfour/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { createStore } from '../../../../platform/storage/storage.ts'
import { createDraftCopies, TYPING_MS } from '../drafts/drafts.port.ts'
import { EMPTY_CONTENT } from './report-content.ts'
import { createReportSession, type ReportDeps } from './report-session.ts'
import { UNSAVED_REPORTS_KEY } from '../unsaved-reports.port.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const error = (status: number, code = 'conflict', field?: string) =>
  new ApiError({ url: '/api/x', status, text: JSON.stringify({ code, message: 'Refused', requestId: 'r', field }) })

/** A server that keeps one draft, as the real one does. */
function portal(content: Partial<ReportContent> = {}) {
  let stored: ReportDraft = {
    draftId: 7,
    kind: 'citation',
    changes: null,
    subjectName: null,
    callId: null,
    version: 1,
    savedAt: '2026-05-01T12:00:00.000Z',
    content: { ...EMPTY_CONTENT, ...content },
    writer: { userId: 1, name: 'R. Delgado', identifier: '4L12' },
    departmentId: 1,
    serverId: 1,
    outdatedRevisionIds: [],
    remark: '',
    approval: { isNeeded: false, hasApprover: true },
    createdAt: '2026-05-01T12:00:00.000Z',
  }
  let failure: ApiError | null = null
  const saves: string[] = []
  const storage = createStore(() => {
    throw new Error('denied')
  })
  const write = (next: ReportContent) => {
    stored = { ...stored, content: next, version: stored.version + 1 }
    return { version: stored.version, savedAt: stored.savedAt }
  }
  const deps: ReportDeps = {
    load: async () => stored,
    save: async (_, next, version) => {
      saves.push(next.narrative)
      await Promise.resolve()
      if (failure) throw failure
      if (version !== stored.version) throw error(409)
      return write(next)
    },
    submit: async (_, version) => {
      if (failure) throw failure
      if (version !== stored.version) throw error(409)
      return { reportId: 3, number: 'C-2026-0001' } as ReportSummary
    },
    discard: async () => undefined,
    copies: createDraftCopies(storage, 1, { key: UNSAVED_REPORTS_KEY, content: ReportContent }),
  }
  return {
    deps,
    saves,
    storage,
    get: () => stored,
    fail: (next: ApiError | null) => void (failure = next),
    /** The other window saves. */
    elsewhere: (by: Partial<ReportContent>) => void write({ ...stored.content, ...by }),
    open: (known: ReportContent = EMPTY_CONTENT) =>
      createReportSession({ kind: 'citation', content: known, open: async () => stored }, deps),
  }
}
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

describe('saving', () => {
  test('typed text is saved once, a moment after typing stops', async () => {
    const server = portal()
    const session = server.open()
    await settle()
    session.change({ narrative: 'S' })
    await settle(TYPING_MS / 2)
    session.change({ narrative: 'Stopped' })
    await settle(TYPING_MS - 1)
    expect(server.saves).toEqual([])
    await settle(1)
    expect(server.saves).toEqual(['Stopped'])
    expect(session.get().save).toEqual({ kind: 'saved' })
  })
  test('text typed during a save goes with the next save', async () => {
    const server = portal()
    const session = server.open()
    await settle()
    session.change({ narrative: 'One' })
    const saved = session.flush()
    session.change({ narrative: 'One two' })
    expect(await saved).toBe(true)
    expect(server.saves).toEqual(['One', 'One two'])
    expect(server.get().content.narrative).toBe('One two')
  })
  test('keys pressed before the server has answered are not lost', async () => {
    const server = portal({ location: 'Legion Square' })
    const session = server.open()
    session.change({ narrative: 'Early' })
    await settle(TYPING_MS)
    expect(server.get().content).toMatchObject({ narrative: 'Early', location: 'Legion Square' })
  })
  test('while the portal can’t be reached the draft says so, is tried again, and is kept as a copy', async () => {
    const server = portal()
    const session = server.open()
    await settle()
    server.fail(error(503, 'unavailable'))
    session.change({ narrative: 'Typed in a tunnel' })
    expect(server.storage.getItem(UNSAVED_REPORTS_KEY)).toContain('Typed in a tunnel')
    await settle(TYPING_MS)
    expect(session.get().save).toEqual({ kind: 'offline' })
    server.fail(null)
    await settle(2000)
    expect(session.get().save).toEqual({ kind: 'saved' })
    expect(server.get().content.narrative).toBe('Typed in a tunnel')
    expect(server.storage.getItem(UNSAVED_REPORTS_KEY)).toBeNull()
  })
  test('after a crash the copy is merged with what the portal has', async () => {
    const server = portal()
    server.deps.copies.keep(7, { base: server.get().content, content: { ...EMPTY_CONTENT, narrative: 'Before the crash' } })
    server.elsewhere({ postal: '6120' })
    const session = server.open()
    await settle(TYPING_MS)
    expect(session.get().clashes).toEqual([])
    expect(server.get().content).toMatchObject({ narrative: 'Before the crash', postal: '6120' })
  })
  test('a refusal names the field, and the next change is tried', async () => {
    const server = portal()
    const session = server.open()
    await settle()
    server.fail(error(400, 'invalid_input', 'body.content.narrative'))
    session.change({ narrative: 'x' })
    await settle(TYPING_MS)
    expect(session.get().save).toMatchObject({ kind: 'refused', problem: { field: 'body.content.narrative' } })
    server.fail(null)
    session.change({ narrative: 'xy' })
    await settle(TYPING_MS)
    expect(session.get().save).toEqual({ kind: 'saved' })
  })
  test('a draft submitted elsewhere is no longer saved', async () => {
    const server = portal()
    const session = server.open()
    await settle()
    server.fail(error(404, 'not_found'))
    session.change({ narrative: 'x' })
    await settle(TYPING_MS)
    expect(session.get().save).toEqual({ kind: 'gone' })
    session.change({ narrative: 'xy' })
    await settle(60_000)
    expect(server.saves).toEqual(['x'])
  })
})

test('a draft opened after it was submitted or discarded says so', async () => {
  const { deps } = portal()
  const open = () => Promise.reject(error(404, 'not_found'))
  const session = createReportSession({ kind: null, content: EMPTY_CONTENT, open }, deps)
  await settle()
  expect(session.get().save).toMatchObject({
    kind: 'failed',
    problem: { message: expect.stringContaining('submitted or discarded') as string },
  })
})

describe('two windows', () => {
  test('a window without unsaved changes follows the other', async () => {
    const server = portal()
    const session = server.open()
    await settle()
    server.elsewhere({ narrative: 'From the tablet' })
    session.follow(2)
    await settle()
    expect(session.get()).toMatchObject({ content: { narrative: 'From the tablet' }, draft: { version: 2 }, save: { kind: 'saved' } })
  })
  test('different fields are merged and saved without a question', async () => {
    const server = portal()
    const session = server.open()
    await settle()
    server.elsewhere({ postal: '6120' })
    session.change({ narrative: 'Mine' })
    await settle(TYPING_MS * 2)
    expect(session.get().clashes).toEqual([])
    expect(server.get().content).toMatchObject({ narrative: 'Mine', postal: '6120' })
  })
  test('the same field shows both until the writer decides, and nothing is saved over the other meanwhile', async () => {
    const server = portal()
    const session = server.open()
    await settle()
    server.elsewhere({ narrative: 'Theirs' })
    session.change({ narrative: 'Mine' })
    await settle(TYPING_MS * 3)
    expect(session.get()).toMatchObject({ save: { kind: 'clash' }, clashes: [{ part: 'narrative', mine: 'Mine', theirs: 'Theirs' }] })
    expect(server.get().content.narrative).toBe('Theirs')
    expect(server.storage.getItem(UNSAVED_REPORTS_KEY)).toContain('Mine')
    session.resolve('narrative', 'Mine\n\nTheirs')
    await settle()
    expect(server.get().content.narrative).toBe('Mine\n\nTheirs')
    expect(session.get().save).toEqual({ kind: 'saved' })
  })
  test('a window’s own save is not taken for another window’s', async () => {
    const server = portal()
    const session = server.open()
    await settle()
    const load = vi.spyOn(server.deps, 'load')
    session.change({ narrative: 'Mine' })
    const saved = session.flush()
    session.follow(2)
    await saved
    expect(load).not.toHaveBeenCalled()
  })
})

describe('submitting', () => {
  test('the last typed text is saved before the draft is submitted', async () => {
    const server = portal()
    const session = server.open()
    await settle()
    session.change({ narrative: 'Last words' })
    expect(await session.submit('')).toMatchObject({ number: 'C-2026-0001' })
    expect(server.get().content.narrative).toBe('Last words')
    expect(session.get().save).toEqual({ kind: 'closed' })
  })
  test('a refusal leaves the draft open', async () => {
    const server = portal()
    const session = server.open()
    await settle()
    server.fail(error(400, 'invalid_input', 'charges'))
    await expect(session.submit('')).rejects.toThrow()
    server.fail(null)
    session.change({ narrative: 'More' })
    await settle(TYPING_MS)
    expect(server.get().content.narrative).toBe('More')
  })
})
