import type { WarrantDraftSummary, WarrantType } from '@tenfour/contract'
import type { StatusTone } from '../../../../ui/StatusBadge.tsx'

export const TYPE_TONES: Readonly<Record<WarrantType, StatusTone>> = { arrest: 'danger', search: 'info', bench: 'warning' }

/** Whom a draft is about, or else its call. */
export const draftName = ({ subjectName, callId }: WarrantDraftSummary): string =>
  subjectName ?? (callId === null ? 'No subject yet' : `Call ${callId}`)
