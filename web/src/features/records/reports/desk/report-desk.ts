import {
  ReportContent,
  changeReport,
  discardReportDraft,
  getReportDraft,
  REPORT_KINDS,
  saveReportDraft,
  startReport,
  submitReport,
  type ReportDraft,
  type ReportKind,
} from '@tenfour/contract'
import { z } from 'zod'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { localStore } from '../../../../platform/storage/storage.ts'
import { createObservable, useObservable } from '../../../../platform/store/observable.ts'
import { leftOpen, useLeftOpen } from '../../../../panels/reopen.ts'
import { focusPanel } from '../../../../panels/selection.ts'
import { createDraftCopies, MAX_LEAVING_CHARACTERS, useDraftState, type FollowDrafts } from '../drafts/drafts.port.ts'
import { EMPTY_CONTENT, inputOf } from '../editor/report-content.ts'
import { createReportSession, type ReportDeps, type ReportSession, type ReportState } from '../editor/report-session.ts'
import { UNSAVED_REPORTS_KEY } from '../unsaved-reports.port.ts'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { followOwnReports } from '../own-reports.ts'

const depsFor = (userId: number): ReportDeps => ({
  load: (draftId) => call(getReportDraft, { params: { draftId }, quiet: true }),
  save: (draftId, content, version, isLeaving) => {
    const body = { content: inputOf(content), version }
    const keepalive = isLeaving && JSON.stringify(body).length < MAX_LEAVING_CHARACTERS
    return call(saveReportDraft, { params: { draftId }, body, quiet: true, keepalive })
  },
  submit: (draftId, version, reason) => call(submitReport, { params: { draftId }, body: { version, reason } }),
  discard: (draftId, version) => call(discardReportDraft, { params: { draftId }, query: { version } }),
  copies: createDraftCopies(localStore, userId, { key: UNSAVED_REPORTS_KEY, content: ReportContent }),
})

/** The content of the report panel. */
export type OpenReport =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'draft'; readonly session: ReportSession }
  | { readonly kind: 'report'; readonly reportId: number }
const opened = createObservable<OpenReport>({ kind: 'nothing' })
export const useOpenReport = (): OpenReport => useObservable(opened)

function show(next: OpenReport): void {
  const before = opened.get()
  if (before.kind === 'draft') void before.session.flush().catch(reportError)
  opened.set(next)
  if (next.kind !== 'nothing') focusPanel('report')
}

export type ReportPrefill = NonNullable<z.input<NonNullable<typeof startReport.body>>['prefill']>

/** The person or vehicle that a report is about, as far as it is known. */
export type ReportAbout = {
  readonly label: string
  readonly characterId?: number
  readonly vehicleId?: number
  /** Without one, the call that the unit is on. */
  readonly callId?: number
  /** Written into the draft from the start. */
  readonly prefill?: ReportPrefill
}

const sessionOf = (userId: number, kind: ReportKind | null, known: Partial<ReportContent>, open: () => Promise<ReportDraft>) =>
  createReportSession({ kind, content: { ...EMPTY_CONTENT, ...known }, open }, depsFor(userId))

/** Starts a report and shows it at once; what is typed before it is here is kept. */
export function writeReport(userId: number, kind: ReportKind, { label, ...about }: ReportAbout): void {
  const { characterId } = about
  const hasSubject = REPORT_KINDS[kind].hasSubject && characterId !== undefined
  const known = hasSubject ? { subject: { characterId, name: label, bornOn: null } } : {}
  show({ kind: 'draft', session: sessionOf(userId, kind, known, () => call(startReport, { body: { kind, ...about } })) })
}

/** A draft of one's own by its id, for the page and the panel. */
export const openedDraft = (userId: number, draftId: number): ReportSession =>
  sessionOf(userId, null, {}, () => call(getReportDraft, { params: { draftId }, quiet: true }))

export function openDraft(userId: number, draftId: number): void {
  const before = opened.get()
  if (before.kind === 'draft' && before.session.get().draft?.draftId === draftId) return focusPanel('report')
  show({ kind: 'draft', session: openedDraft(userId, draftId) })
}

/** Works on a report that was returned, or amends a final one. */
export const openChange = (userId: number, reportId: number): void =>
  show({ kind: 'draft', session: sessionOf(userId, null, {}, () => call(changeReport, { params: { reportId } })) })

const LeftReport = z.union([
  z.object({ kind: z.literal('draft'), draftId: z.int() }),
  z.object({ kind: z.literal('report'), reportId: z.int() }),
])
type LeftReport = z.infer<typeof LeftReport>
const left = leftOpen('report', LeftReport)

/** Drafts that a reload has brought back: nobody has just asked for them, so they do not take the focus. */
const reopened = new WeakSet<ReportSession>()
export const isReopened = (session: ReportSession): boolean => reopened.has(session)

function reopen(userId: number, was: LeftReport): void {
  if (opened.get().kind !== 'nothing') return
  if (was.kind === 'report') return opened.set(was)
  const session = openedDraft(userId, was.draftId)
  reopened.add(session)
  opened.set({ kind: 'draft', session })
}

const nothing = () => () => undefined

/** A reload brings back the draft or the report that was open. */
export function useLeftReport(userId: number): void {
  const shown = useOpenReport()
  const session = shown.kind === 'draft' ? shown.session : null
  const reportId = shown.kind === 'report' ? shown.reportId : null
  const draftId = useSyncExternalStore(session?.subscribe ?? nothing, () => session?.get().draft?.draftId ?? null)
  const kept = useMemo((): LeftReport | null => {
    if (reportId !== null) return { kind: 'report', reportId }
    return draftId === null ? null : { kind: 'draft', draftId }
  }, [reportId, draftId])
  useLeftOpen(left, userId, kept, (was) => reopen(userId, was))
}

/** A report to read, beside the record it belongs to. */
export const openReport = (reportId: number): void => show({ kind: 'report', reportId })

export const closeReport = (): void => show({ kind: 'nothing' })

/** The subject of a new report whose kind is asked for. */
type Asked = { readonly about: ReportAbout; readonly isPatient: boolean }
const asked = createObservable<Asked | null>(null)
export const useAskedKind = (): Asked | null => useObservable(asked)
export const askReportKind = (about: ReportAbout, isPatient = false): void => asked.set({ about, isPatient })
export const closeKindChooser = (): void => asked.set(null)

/** When the unit goes off duty nothing of it stays on the screen; drafts stay on the server. */
export function clearReports(): void {
  show({ kind: 'nothing' })
  closeKindChooser()
}

const followDrafts: FollowDrafts = (userId, { onSaved, onLeft }) =>
  followOwnReports(userId, (delta) => {
    if (delta.event === 'draft.saved') onSaved(delta.payload)
    if (delta.event === 'draft.left') onLeft(delta.payload.draftId)
  })

export const useReportState = (session: ReportSession): ReportState => useDraftState(session, useSignedInUser().userId, followDrafts)

/** A draft of one's own, for a page of its own. */
export function useOpenedDraft(draftId: number): ReportSession {
  const { userId } = useSignedInUser()
  const [known, setKnown] = useState(() => ({ draftId, session: openedDraft(userId, draftId) }))
  if (known.draftId === draftId) return known.session
  const session = openedDraft(userId, draftId)
  setKnown({ draftId, session })
  return session
}
