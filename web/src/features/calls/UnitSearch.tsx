import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useBoard } from '../board/board.port.ts'
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
  /** `more`: further units are to be chosen after this one. */
  onPick: (userId: number, more: boolean) => void
}

const NOBODY: ReadonlySet<number> = new Set()

/** A unit by typing: call sign or name, with those that fit the call on top. Enter takes the one that is marked. */
export function UnitSearch({ label, placeholder = label, call, without = NOBODY, isOpen = false, onPick }: UnitSearchProps) {
  const combobox = useCombobox()
  const wantsMore = useRef(false)
  const [text, setText] = useState('')
  const units = useBoard((state) => state.units)
  const calls = useBoard((state) => state.calls)
  const { data: beats } = useQuery(beatsQuery)
  const isShown = isOpen || combobox.dropdownOpened
  const found = useMemo(
    () => (isShown ? searchUnits(call, units, text, without, { calls, beats }) : []),
    [isShown, call, units, text, without, calls, beats],
  )
  const pick = (userId: string) => {
    setText('')
    combobox.selectFirstOption()
    onPick(Number(userId), wantsMore.current)
  }
  const options = (
    <Combobox.Options className={classes.list} data-framed={isOpen || undefined}>
      {found.map((each, index) => (
        <Combobox.Option key={each.unit.userId} value={String(each.unit.userId)} className={classes.option}>
          <Found found={each} isBest={each.isRecommended && index === 0 && text === ''} />
        </Combobox.Option>
      ))}
      {found.length === 0 && (
        <Combobox.Empty className={classes.none}>{text ? 'No unit matches' : 'No unit is free to be sent'}</Combobox.Empty>
      )}
    </Combobox.Options>
  )
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal offset={3} shadow="md">
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
            combobox.updateSelectedOptionIndex()
            combobox.selectFirstOption()
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDownCapture={(event) => {
            wantsMore.current = event.shiftKey
            if (event.key === 'Escape' && text !== '') {
              setText('')
              event.stopPropagation()
            }
          }}
          onPointerDown={() => combobox.openDropdown()}
        />
      </Combobox.Target>
      {isOpen ? options : <Combobox.Dropdown>{options}</Combobox.Dropdown>}
    </Combobox>
  )
}

const Found = ({ found: { unit, reasons }, isBest }: { found: FoundUnit; isBest: boolean }) => (
  <>
    <span className={classes.sign}>{unit.identifier}</span>
    <UnitStatusBadge status={unit.status} />
    <span className={classes.why}>{reasons.join(' · ')}</span>
    {isBest && <span className={classes.best}>best</span>}
  </>
)
