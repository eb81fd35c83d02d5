import { useMemo, useState, type KeyboardEvent } from 'react'
import { Combo } from '../../../ui/Combo.tsx'
import { isPlaced } from '../../../map/distance.ts'
import { boardStore, useUnit, useUnitPlaces } from '../board/board.port.ts'
import { useBeats, useCallTypesById } from '../cad-values/cad-values.port.ts'
import { UnitStatusBadge } from '../units/units.port.ts'
import type { Need } from './recommend.ts'
import { searchUnits, type FoundUnit } from './unit-search.ts'
import { statusOf } from '../../../ui/unit-status.ts'
import classes from './UnitSearch.module.css'

type UnitSearchProps = {
  label: string
  placeholder?: string
  /** The call to assign to, if any: the best units are then listed first, with reasons. */
  call: Need | undefined
  /** Already chosen, so left out. */
  without?: ReadonlySet<number>
  /** The list is always shown, not only while the field has focus. */
  isOpen?: boolean
  /** Focuses the field on mount. */
  takesFocus?: boolean
  /** The field was left with nothing typed, or could not be fetched. */
  onClose?: () => void
  /** Escape was pressed with nothing typed. */
  onEscape?: () => void
  /** `more`: the user wants to pick further units. */
  onPick: (userId: number, more: boolean) => void
}

const NOBODY: ReadonlySet<number> = new Set()

/**
 * Finds a unit by call sign or name, with the recommended units on top. Enter picks the marked one. The order is fixed until the next key
 * press, so that board events don't move units under the pointer or the mark.
 */
export function UnitSearch({
  label,
  placeholder = label,
  call,
  without = NOBODY,
  isOpen = false,
  takesFocus = false,
  onClose,
  onEscape,
  onPick,
}: UnitSearchProps) {
  const [text, setText] = useState('')
  const [isActive, setActive] = useState(false)
  const { beats } = useBeats()
  const types = useCallTypesById()
  const isShown = isOpen || isActive
  const positions = useUnitPlaces(isShown && call !== undefined && isPlaced(call))
  const found = useFound(isShown, call, text, without, { types, beats, positions })
  const options = useMemo(
    () =>
      found.map((each, index) => ({
        id: each.unit.userId,
        content: <Found found={each} isBest={each.isRecommended && index === 0 && text === ''} />,
      })),
    [found, text],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    if (text !== '') {
      setText('')
      event.stopPropagation()
    } else onEscape?.()
  }
  return (
    <Combo
      aria-label={label}
      size="xs"
      placeholder={placeholder}
      text={text}
      onText={(typed) => {
        setText(typed)
        setActive(true)
      }}
      options={options}
      listLabel="Units"
      empty={text ? 'No unit matches' : 'No unit on duty can be sent'}
      isOpen={isShown}
      isInline={isOpen}
      takesFocus={takesFocus}
      onOpen={() => setActive(true)}
      onLeave={() => {
        setActive(false)
        if (text === '') onClose?.()
      }}
      onKeyDown={onKeyDown}
      onPick={(userId, { shiftKey }) => {
        setText('')
        onPick(userId, shiftKey)
      }}
    />
  )
}

function useFound(
  isShown: boolean,
  call: Need | undefined,
  text: string,
  without: ReadonlySet<number>,
  { types, beats, positions }: Omit<Parameters<typeof searchUnits>[4], 'calls'>,
): readonly FoundUnit[] {
  const wanted = call && [call.callId, call.callTypeId, call.classes, call.x, call.y].join(' ')
  const isAnyoneThere = positions !== undefined && positions.size > 0
  return useMemo(() => {
    if (!isShown) return []
    const { units, calls } = boardStore().get()
    return searchUnits(call, units, text, without, { calls, types, beats, positions })
    // oxlint-disable-next-line react/exhaustive-deps -- recomputed per key press and per call, not per board event
  }, [isShown, wanted, text, without, types, beats, isAnyoneThere])
}

function Found({ found: { unit, reasons }, isBest }: { found: FoundUnit; isBest: boolean }) {
  const now = useUnit(unit.userId)
  return (
    <>
      <span className={classes.sign}>{unit.identifier}</span>
      <UnitStatusBadge status={now ? statusOf(now) : 1} />
      <span className="grow muted tiny truncated" style={{ textAlign: 'right' }}>
        {reasons.join(' · ')}
      </span>
      {isBest && <span className={classes.best}>best</span>}
    </>
  )
}
