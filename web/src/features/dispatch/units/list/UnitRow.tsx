import type { PatrolUnit, UnitClass } from '@tenfour/contract'
import { IconDots } from '@tabler/icons-react'
import { memo } from 'react'
import { useClock } from '../../../../platform/format/clock.ts'
import { elapsed } from '../../../../platform/format/durations.ts'
import { useLastKnown } from '../../../../panels/grid/use-held-list.ts'
import { panicCallOf, useBoard, useFlash, useUnit } from '../../board/board.port.ts'
import { classNames } from '../../../../ui/layout.tsx'
import live from '../../../../ui/LiveList.module.css'
import classes from './UnitBoard.module.css'
import { unitClassName } from '../unit.labels.ts'
import { UnitStatusBadge } from '../UnitParts.tsx'
import { statusOf } from '../../../../ui/unit-status.ts'
import { welfareLevel, welfareWords } from '../tools/welfare.ts'

const TIME = classNames('mono-tiny', classes.time)
const CALL_LINK = classNames('quiet-button mono-tiny', classes.callLink)
const MENU_BUTTON = classNames('quiet-button', classes.menuButton)

export const rowId = (userId: number): string => `unit-row-${userId}`
type Place = { readonly index: number; readonly top: number; readonly height: number }

export const HeadingRow = memo(function HeadingRow({
  unitClass,
  count,
  index,
  top,
  height,
}: Place & { unitClass: UnitClass; count: number }) {
  return (
    <tr className={classes.heading} aria-rowindex={index + 2} style={{ height, transform: `translateY(${top}px)` }}>
      <td>
        {unitClassName(unitClass)} <span className={classes.headingCount}>{count}</span>
      </td>
    </tr>
  )
})

type UnitRowProps = Place & {
  userId: number
  isActive: boolean
  isChosen: boolean
  isOwn: boolean
  isDraggable: boolean
  beats: ReadonlyMap<number, string>
}

/** One unit on the board. Takes only the id, so that it rerenders only when its own unit changes. */
export const UnitRow = memo(function UnitRow({ userId, index, top, height, isActive, isChosen, isOwn, isDraggable, beats }: UnitRowProps) {
  const live = useUnit(userId)
  const unit = useLastKnown(live)
  const isPanic = useBoard((state) => panicCallOf(state, userId) !== undefined)
  return (
    <tr
      id={rowId(userId)}
      className={classes.row}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-unit-id={userId}
      data-active={isActive || undefined}
      data-chosen={isChosen || undefined}
      data-gone={live === undefined || undefined}
      data-panic={isPanic || undefined}
      draggable={isDraggable && live !== undefined}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {unit && <Cells unit={unit} isGone={live === undefined} isOwn={isOwn} isPanic={isPanic} beat={beats.get(unit.beatId ?? 0)} />}
      {live && <Flash userId={userId} />}
    </tr>
  )
})

type CellsProps = { unit: PatrolUnit; isGone: boolean; isOwn: boolean; isPanic: boolean; beat: string | undefined }

function Cells({ unit, isGone, isOwn, isPanic, beat }: CellsProps) {
  return (
    <>
      <td className={classes.sign} title={unit.identifier}>
        {unit.identifier}
      </td>
      <td className={classes.name} title={unit.name}>
        {isPanic && <strong className={classes.panic}>PANIC</strong>}
        {unit.name}
        {isOwn && <span className={classes.you}>you</span>}
      </td>
      <td className={classes.status}>
        {isPanic && <strong className={classes.panic}>PANIC</strong>}
        <UnitStatusBadge status={isGone ? 1 : statusOf(unit)} />
      </td>
      <td className={TIME}>{!isGone && <TimeInStatus unit={unit} />}</td>
      <td className={classes.beat} title={beat}>
        {beat ?? '–'}
      </td>
      <td className={classes.channel}>{unit.channel}</td>
      <td className={classes.call}>
        {unit.callId !== null && !isGone && (
          <button type="button" tabIndex={-1} className={CALL_LINK} data-call={unit.callId} aria-label={`Call ${unit.callId}`}>
            {unit.callId}
          </button>
        )}
      </td>
      <td className={classes.menu}>
        {!isGone && (
          <button type="button" tabIndex={-1} className={MENU_BUTTON} data-menu aria-label={`Actions for ${unit.identifier}`}>
            <IconDots size={16} aria-hidden />
          </button>
        )}
      </td>
    </>
  )
}

function TimeInStatus({ unit }: { unit: PatrolUnit }) {
  const since = Date.parse(unit.statusSince)
  const time = useClock((now) => elapsed(now - since))
  const level = useClock((now) => welfareLevel(unit, now))
  const words = welfareWords(unit, level)
  return (
    <span data-level={level} title={words}>
      {time}
      {words && <span className="visually-hidden">, {words}</span>}
    </span>
  )
}

/** A fading highlight on what has just changed. */
function Flash({ userId }: { userId: number }) {
  const changedAt = useFlash('unit', userId)
  return changedAt !== null && <td key={changedAt} className={live.flash} aria-hidden />
}
