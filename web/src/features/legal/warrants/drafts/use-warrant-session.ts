import { useState } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useDraftState, type FollowDrafts } from '../../../records/reports/drafts/drafts.port.ts'
import { followOwnWarrants } from './own-warrants.ts'
import { openWarrant, type WarrantDraftState, type WarrantSession } from './warrant-session.ts'

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
