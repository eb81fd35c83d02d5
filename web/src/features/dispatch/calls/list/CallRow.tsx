import type { Call } from '@tenfour/contract'
import { IconMapPinOff, IconPhoneCall } from '@tabler/icons-react'
import { memo } from 'react'
import { isPlaced } from '../../../../map/distance.ts'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { useLastKnown } from '../../../../panels/grid/use-held-list.ts'
import { useCall, useFlash, useUnitsOnCall } from '../../board/board.port.ts'
import { placeOf, headlineOf, is911, isUnclaimed, numberOf } from '../call.labels.ts'
import { CallAge } from '../CallAge.tsx'
import { useCallTypesById } from '../../cad-values/cad-values.port.ts'
import { classNames } from '../../../../ui/layout.tsx'
import live from '../../../../ui/LiveList.module.css'
import classes from './CallBoard.module.css'
import { useIsUnseen } from './seen-calls.ts'

const NUMBER = classNames('mono-tiny', classes.number)
const UNITS = classNames('mono-tiny', classes.units)
const POSTAL = classNames('mono-tiny', classes.postal)
const PHONE = classNames('amber', classes.phone)
const DIALLED = classNames('mono-tiny', 'amber')
const CALLER = classNames('muted', classes.caller)
const UNCLAIMED = classNames('amber', classes.unclaimed)
const UNPLACED = classNames('amber', classes.unplaced)

/** More units than these are counted: a call sign is never cut. */
const MAX_SIGNS = 3

export const rowId = (callId: number): string => `call-row-${callId}`

type CallRowProps = {
  callId: number
  /** Zero-based position in the list, and its offset in pixels. */
  index: number
  top: number
  height: number
  isSelected: boolean
  isDropTarget: boolean
}

/** One call on the board. Takes only the id, so that it rerenders only when its own call changes. */
export const CallRow = memo(function CallRow({ callId, index, top, height, isSelected, isDropTarget }: CallRowProps) {
  const live = useCall(callId)
  const call = useLastKnown(live)
  const isUnseen = useIsUnseen(callId)
  return (
    <tr
      id={rowId(callId)}
      className={classes.row}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-call-id={callId}
      data-selected={isSelected || undefined}
      data-panic={(call && call.panicUserId !== null) || undefined}
      data-unclaimed={(live && isUnclaimed(live)) || undefined}
      data-unseen={isUnseen || undefined}
      data-gone={live === undefined || undefined}
      data-drop={isDropTarget || undefined}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {call ? <Cells call={call} isGone={live === undefined} isUnseen={isUnseen} /> : <Gone callId={callId} />}
    </tr>
  )
})

function Cells({ call, isGone, isUnseen }: { call: Call; isGone: boolean; isUnseen: boolean }) {
  const types = useCallTypesById()
  const headline = headlineOf(call, types)
  const colour = types.get(call.callTypeId)?.colour ?? 'none'
  return (
    <>
      <td className={classes.priority}>
        <PriorityBadge priority={call.priority} />
        {!isGone && <Flash callId={call.callId} />}
      </td>
      <td className={NUMBER}>
        {call.callId}
        {isUnseen && <span className="visually-hidden">, new</span>}
      </td>
      <td className={classes.title} title={[headline, call.caller].filter(Boolean).join('\n')}>
        {colour !== 'none' && <i className={classes.colour} data-tone={colour} aria-hidden />}
        {is911(call) && <IconPhoneCall className={PHONE} size={14} stroke={2} aria-label={numberOf(call)} />}
        {numberOf(call) !== '911' && <span className={DIALLED}>{call.number} </span>}
        {headline}
        {is911(call) && call.caller && <span className={CALLER}> · {call.caller}</span>}
      </td>
      <td className={classes.place} title={placeOf(call)}>
        <span className={classes.where}>
          <span className={classes.location}>{call.location}</span> {call.postal && <span className={POSTAL}>{call.postal}</span>}
          {!isPlaced(call) && !isGone && <NoPosition />}
        </span>
      </td>
      <td className={UNITS}>{isGone ? <span className="faint">cleared</span> : <Units call={call} />}</td>
      <td className={classes.age}>
        <CallAge call={call} />
      </td>
    </>
  )
}

function Units({ call }: { call: Call }) {
  const units = useUnitsOnCall(call.callId)
  if (isUnclaimed(call)) return <span className={UNCLAIMED}>unclaimed</span>
  if (units.length === 0) return <span className="amber">none</span>
  const signs = units.map(({ identifier }) => identifier)
  return (
    <span title={signs.join(' ')}>
      {signs.slice(0, MAX_SIGNS).join(' ')}
      {signs.length > MAX_SIGNS && <span className="faint"> +{signs.length - MAX_SIGNS}</span>}
    </span>
  )
}

const NoPosition = () => (
  <span className={UNPLACED} title="No map position: distance unknown">
    <IconMapPinOff size={14} stroke={1.8} aria-hidden />
    <span className="visually-hidden">, no map position</span>
  </span>
)

const Gone = ({ callId }: { callId: number }) => (
  <>
    <td className={classes.priority}>–</td>
    <td className={NUMBER}>{callId}</td>
    <td className="faint">cleared</td>
  </>
)

/** A fading highlight on what has just changed. */
function Flash({ callId }: { callId: number }) {
  const changedAt = useFlash('call', callId)
  return changedAt !== null && <span key={changedAt} className={live.flash} aria-hidden />
}
