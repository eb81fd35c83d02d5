import { ClearDialog } from './ClearDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { ToneDialog } from './ToneDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'
import { useState } from 'react'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { isPlaced } from '../../../../map/distance.ts'
import { useBoardActions, useCall } from '../../board/board.port.ts'
import { CallBrief, CallIsOver } from './DialogParts.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { UnitSearch } from '../UnitSearch.tsx'

/** The dialogs about a call. */
export type CallDialog = { readonly kind: 'assign' | 'clear' | 'merge' | 'transfer' | 'tone'; readonly callId: number }

export function CallQuestion({ dialog: { kind, callId }, onClose }: { dialog: CallDialog; onClose: () => void }) {
  switch (kind) {
    case 'assign':
      return <AssignDialog callId={callId} onClose={onClose} />
    case 'clear':
      return <ClearDialog callId={callId} onClose={onClose} />
    case 'merge':
      return <MergeDialog callId={callId} onClose={onClose} />
    case 'transfer':
      return <TransferDialog callId={callId} onClose={onClose} />
    case 'tone':
      return <ToneDialog callId={callId} onClose={onClose} />
  }
}

/** Sends units to a call, recommended ones first. */
function AssignDialog({ callId, onClose }: { callId: number; onClose: () => void }) {
  const call = useCall(callId)
  const actions = useBoardActions()
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set())
  if (!call) return <CallIsOver callId={callId} onClose={onClose} />

  const pick = async (userId: number, more: boolean) => {
    setSent(new Set([...sent, userId]))
    if (!more) onClose()
    const isSent = await actions.assign([userId], callId)
    if (!isSent) setSent((before) => new Set([...before].filter((each) => each !== userId)))
  }
  return (
    <FormModal title={`Send a unit to call ${callId}`} onClose={onClose}>
      <Stack gap={14}>
        <CallBrief call={call} />
        {!isPlaced(call) && <p className="muted flush">No position: distance unknown.</p>}
        <UnitSearch
          label="Call sign or name"
          call={call}
          without={sent}
          isOpen
          onEscape={onClose}
          onPick={(userId, more) => void pick(userId, more)}
        />
        <p className="muted flush">Enter sends the marked unit, Shift+Enter sends it and stays for another.</p>
      </Stack>
    </FormModal>
  )
}
