import {
  discardWarrantDraft,
  getWarrantDraft,
  saveWarrantDraft,
  submitWarrant,
  WarrantContent,
  type WarrantDraft,
  type WarrantSummary,
} from '@tenfour/contract'
import { call } from '../../../../platform/api/client.ts'
import { localStore } from '../../../../platform/storage/storage.ts'
import {
  createDraftCopies,
  createDraftSession,
  MAX_LEAVING_CHARACTERS,
  type DraftDeps,
  type DraftSession,
  type DraftState,
  type Part,
  type Parts,
  useDraftState,
  type FollowDrafts,
} from '../../../records/reports/drafts/drafts.port.ts'
import { EMPTY_WARRANT, inputOf } from './warrant-content.ts'
import { UNSAVED_WARRANTS_KEY } from './unsaved-warrants.port.ts'
import { useState } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { followOwnWarrants } from './own-warrants.ts'

const WHOLE = ['charges', 'searchFor', 'affidavit', 'evidence', 'bail', 'days', 'isConfidential'] as const

/** How two windows on one warrant are merged. The type goes with the subject, which depends on it. */
export const WARRANT_PARTS: Parts<WarrantContent> = {
  partsOf: (content) => {
    const { type, subject, callId, callTitle } = content
    return new Map<Part, unknown>([
      ['about', { type, subject }],
      ['call', callId === null ? null : { callId, callTitle }],
      ['reports', content.reports],
      ...WHOLE.map((part) => [part, content[part]] as const),
    ])
  },
  withPart: (content, part, value) => {
    // The parts of a content have the types of the content, which the compiler can't follow through a map.
    const changed = (by: object) => ({ ...content, ...by })
    if (part === 'about') return changed(value ?? {})
    if (part === 'call') return changed(value ?? { callId: null, callTitle: null })
    const next = changed({ [part]: value })
    return part === 'reports' || part === 'evidence' ? { ...next, evidence: ofLinked(next) } : next
  },
}

/** Items of reports that are not linked any more go with them. */
const ofLinked = ({ reports, evidence }: WarrantContent): WarrantContent['evidence'] =>
  evidence.filter((item) => reports.some(({ reportId }) => reportId === item.reportId))

export type WarrantDraftState = DraftState<WarrantDraft>
export type WarrantDeps = DraftDeps<WarrantDraft, WarrantSummary>
export type WarrantSession = DraftSession<WarrantDraft, WarrantSummary>

const depsFor = (userId: number): WarrantDeps => ({
  parts: WARRANT_PARTS,
  load: (draftId) => call(getWarrantDraft, { params: { draftId }, quiet: true }),
  save: (draftId, content, version, isLeaving) => {
    const body = { content: inputOf(content), version }
    const keepalive = isLeaving && JSON.stringify(body).length < MAX_LEAVING_CHARACTERS
    return call(saveWarrantDraft, { params: { draftId }, body, quiet: true, keepalive })
  },
  submit: (draftId, version) => call(submitWarrant, { params: { draftId }, body: { version } }),
  discard: (draftId, version) => call(discardWarrantDraft, { params: { draftId }, query: { version } }),
  copies: createDraftCopies(localStore, userId, { key: UNSAVED_WARRANTS_KEY, content: WarrantContent }),
})

/** A draft of one's own by its id. */
export function openWarrant(userId: number, draftId: number): WarrantSession {
  const deps = depsFor(userId)
  return createDraftSession({ content: EMPTY_WARRANT, open: () => deps.load(draftId) }, deps)
}

const followDrafts: FollowDrafts = (userId, { onSaved, onLeft }) =>
  followOwnWarrants(userId, (delta) => {
    if (delta.event === 'draft.saved') onSaved(delta.payload)
    if (delta.event === 'draft.left') onLeft(delta.payload.draftId)
  })

/** A draft of one's own, as long as it is shown. */
export function useWarrantSession(draftId: number): { readonly session: WarrantSession; readonly state: WarrantDraftState } {
  const { userId } = useSignedInUser()
  const [session] = useState(() => openWarrant(userId, draftId))
  return { session, state: useDraftState(session, userId, followDrafts) }
}
