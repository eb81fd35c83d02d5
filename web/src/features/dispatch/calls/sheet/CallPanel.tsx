import { Skeleton } from '@mantine/core'
import { warrantsSwitch, type Call } from '@tenfour/contract'
import { useState, useEffect, useRef } from 'react'
import { useIsOn } from '../../../../platform/features/features.ts'
import { useIsPortalAway } from '../../../../platform/realtime/connection.ts'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import type { HeaderAction } from '../../../../panels/HeaderActions.tsx'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { askWarrant, openNewReport, selectCall, selectedCallId, useShownCallId } from '../../../../panels/selection.ts'
import { useBoard, useCall, useMayDispatch, useOwnUnit, boardStore } from '../../board/board.port.ts'
import { freshest, useCallDetail } from './use-call-detail.ts'
import { writesReports } from '../../../../panels/panel.ts'
import { draftsWarrants, STATUS_WORDS } from '../call.labels.ts'
import { CallAge } from '../CallAge.tsx'
import { CallDialogs, type CallDialog } from '../dialogs/CallDialogs.tsx'
import { CallSheet } from './CallSheet.tsx'
import { PanelState } from '../../../../panels/PanelColumn.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { NoCall } from './NoCall.tsx'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { nextPending } from '../list/call-list.ts'

/** The selected call, or else the one the user's own unit is on. */
export function CallPanel() {
  const own = useOwnUnit()
  const selected = useShownCallId()
  const callId = selected ?? own?.callId ?? null
  if (callId === null) return <NoCall />
  return <FollowedCall key={callId} callId={callId} />
}

function FollowedCall({ callId }: { callId: number }) {
  const serverId = useBoard((state) => state.serverId)
  const isClosed = useBoard((state) => state.phase === 'closed')
  const onBoard = useCall(callId)
  const { detail, isGone } = useCallDetail(serverId, callId)
  const call = freshest(onBoard, detail)
  const isAway = useIsPortalAway()
  useTurnToNext(call)
  const [dialog, setDialog] = useState<CallDialog | null>(null)
  if (isClosed) return <PanelState>You can no longer see this board. Go on duty again to see it.</PanelState>
  if (!call && isGone) return <PanelState>There is no call {callId} on this server.</PanelState>
  if (!call && isAway) return <PanelState>Portal unreachable. Call {callId} reloads automatically.</PanelState>
  if (!call) return <Loading callId={callId} />
  return (
    <>
      <Header call={call} onAsk={setDialog} />
      <CallSheet call={call} detail={detail} onAsk={setDialog} />
      <CallDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </>
  )
}

function Header({ call, onAsk }: { call: Call; onAsk: (dialog: CallDialog) => void }) {
  const own = useOwnUnit()
  const mayDispatch = useMayDispatch()
  const areWarrantsOn = useIsOn(warrantsSwitch)
  const { callId, status } = call
  const isOpen = status !== 'cleared'
  const ask = (kind: CallDialog['kind']) => () => onAsk({ kind, callId })
  const ownCallId = own?.callId ?? null
  const mayClear = isOpen && (mayDispatch || ownCallId === callId)
  const write: HeaderAction | false = writesReports(own) && { label: 'Write report', shortcut: 'W', onClick: () => openNewReport(callId) }
  return (
    <PanelHeader
      title={
        <>
          <PriorityBadge priority={call.priority} />
          <span className="mono">{callId}</span>
        </>
      }
      count={
        <>
          {STATUS_WORDS[status]} <CallAge call={call} />
        </>
      }
      actions={[
        ownCallId !== null &&
          ownCallId !== callId && {
            label: `Your call ${ownCallId}`,
            title: 'Back to the call you are on',
            onClick: () => selectCall(null),
          },
        mayClear && write,
        areWarrantsOn &&
          draftsWarrants(own) && {
            label: 'Warrant',
            shortcut: 'R',
            onClick: () => askWarrant({ kind: 'draft', about: { label: `Call ${callId}`, callId } }),
          },
        isOpen && mayDispatch && { label: 'Merge', onClick: ask('merge') },
        isOpen && mayDispatch && { label: 'Transfer', onClick: ask('transfer') },
        isOpen && mayDispatch && { label: 'Tone', onClick: ask('tone') },
      ]}
      // The action that ends the work on a call; for a unit that can't clear it, its report.
      main={mayClear ? { label: 'Clear', onClick: ask('clear') } : write}
    />
  )
}

const Loading = ({ callId }: { callId: number }) => (
  <>
    <PanelHeader title={<span className="mono">{callId}</span>} />
    <Stack gap={10} style={{ padding: '18px 16px' }} aria-busy="true">
      <output className="visually-hidden">Loading call {callId}…</output>
      <Skeleton height={20} width="60%" />
      <Skeleton height={12} width="45%" />
      <Skeleton height={12} width="80%" mt={16} />
      <Skeleton height={12} width="70%" />
      <Skeleton height={12} width="40%" />
    </Stack>
  </>
)

/** A dispatcher who has cleared the selected call is shown the next pending one. Focus stays where it is. */
function useTurnToNext(call: Call | undefined): void {
  const { userId } = useSignedInUser()
  const mayDispatch = useMayDispatch()
  const wasOpen = useRef(false)
  const isCleared = call?.status === 'cleared'
  const isOwnClear = isCleared && call.clearedBy?.userId === userId && call.mergedIntoId === null
  const callId = call?.callId
  useEffect(() => {
    if (callId === undefined) return
    if (isOwnClear && wasOpen.current && mayDispatch && selectedCallId() === callId) {
      const next = nextPending(boardStore().get().calls.values(), callId)
      if (next !== undefined) selectCall(next)
    }
    wasOpen.current = !isCleared
  }, [callId, isCleared, isOwnClear, mayDispatch])
}
