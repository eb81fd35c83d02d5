import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { boardStore, useUnit } from '../board/board.port.ts'
import { beatsQuery, UnitStatusBadge } from '../units/units.port.ts'
import type { Need } from './recommend.ts'
import { searchUnits, type FoundUnit } from './unit-search.ts'
import classes from './UnitSearch.module.css'

type UnitSearchProps = {
  label: string
  placeholder?: string
  /** The call they are wanted for: then the best come first, with their reasons. */
  call: Need | undefined
  /** Chosen already. */
  without?: ReadonlySet<number>
  /** The list is always shown, instead of only while the field has the keyboard. */
  isOpen?: boolean
  /** The field has the keyboard as soon as it is there. */
  takesFocus?: boolean
  /** It was left with nothing typed, or could not be fetched. */
  onClose?: () => void
  /** Escape was pressed with nothing typed. */
  onEscape?: () => void
  /** `more`: further units are to be chosen after this one. */
  onPick: (userId: number, more: boolean) => void
}

const NOBODY: ReadonlySet<number> = new Set()

/**
 * A unit by typing: call sign or name, with those that fit the call on top. Enter takes the one that is marked. The order is that of the
 * last key: what happens on the board meanwhile moves no unit under the pointer or the mark.
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
  const combobox = useCombobox({ opened: isOpen || undefined })
  const wantsMore = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const [text, setText] = useState('')
  const { data: beats } = useQuery(beatsQuery)
  const isShown = isOpen || combobox.dropdownOpened
  const found = useFound(isShown, call, text, without, beats)
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (isShown) selectFirstOption()
    // oxlint-disable-next-line react/exhaustive-deps -- marked anew with each list; the function is another on every render
  }, [isShown, found])

  const pick = (userId: string) => {
    setText('')
    onPick(Number(userId), wantsMore.current)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    wantsMore.current = event.shiftKey
    if (event.key !== 'Escape') return
    if (text !== '') {
      setText('')
      event.stopPropagation()
    } else onEscape?.()
  }
  const options =
    found.length > 0 ? (
      <Combobox.Options className={classes.list} data-framed={isOpen || undefined} aria-label="Units">
        {found.map((each, index) => (
          <Combobox.Option key={each.unit.userId} value={String(each.unit.userId)} className={classes.option}>
            <Found found={each} isBest={each.isRecommended && index === 0 && text === ''} />
          </Combobox.Option>
        ))}
      </Combobox.Options>
    ) : (
      <p className={classes.none}>{text ? 'No unit matches' : 'No unit is on duty that could go'}</p>
    )
  return (
    <Combobox store={combobox} onOptionSubmit={pick} offset={3} shadow="md" classNames={{ dropdown: classes.dropdown }}>
      <Combobox.Target withKeyboardNavigation withAriaAttributes>
        <TextInput
          size="xs"
          aria-label={label}
          placeholder={placeholder}
          data-autofocus={isOpen || undefined}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onFocus={() => combobox.openDropdown()}
          ref={field}
          onBlur={() => {
            combobox.closeDropdown()
            if (text === '') onClose?.()
          }}
          onKeyDownCapture={onKeyDown}
          onPointerDown={() => combobox.openDropdown()}
        />
      </Combobox.Target>
      {isOpen ? options : <Combobox.Dropdown>{options}</Combobox.Dropdown>}
    </Combobox>
  )
}

function useFound(
  isShown: boolean,
  call: Need | undefined,
  text: string,
  without: ReadonlySet<number>,
  beats: Parameters<typeof searchUnits>[4]['beats'],
): readonly FoundUnit[] {
  const callId = call?.callId
  const classesWanted = call?.classes.join()
  return useMemo(() => {
    if (!isShown) return []
    const { units, calls } = boardStore().get()
    return searchUnits(call, units, text, without, { calls, beats })
    // oxlint-disable-next-line react/exhaustive-deps -- anew with each key and each other call, and not with each event on the board
  }, [isShown, callId, classesWanted, text, without, beats])
}

function Found({ found: { unit, reasons }, isBest }: { found: FoundUnit; isBest: boolean }) {
  const now = useUnit(unit.userId)
  return (
    <>
      <span className={classes.sign}>{unit.identifier}</span>
      <UnitStatusBadge status={now?.status ?? 1} />
      <span className={classes.why}>{reasons.join(' · ')}</span>
      {isBest && <span className={classes.best}>best</span>}
    </>
  )
}
