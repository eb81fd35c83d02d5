// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- the list of a combobox: its input handles the keys
import { TextInput, type TextInputProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './Combo.module.css'
import { overlayRoot } from './overlay-root.ts'

export type ComboOption = { readonly id: number; readonly content: ReactNode }

export type ComboProps = Pick<
  TextInputProps,
  | 'id'
  | 'label'
  | 'description'
  | 'size'
  | 'placeholder'
  | 'error'
  | 'className'
  | 'maxLength'
  | 'readOnly'
  | 'disabled'
  | 'ref'
  | 'aria-description'
> & {
  /** If there is no visible label. */
  'aria-label'?: string
  text: string
  onText: (text: string) => void
  options: readonly ComboOption[]
  /** The list's label for screen readers. */
  listLabel: string
  /** Shown in place of an empty list. */
  empty: string
  isOpen: boolean
  onOpen: () => void
  /** The field lost focus; `marked` is the option Enter would have selected. */
  onLeave: (marked: number | undefined) => void
  onPick: (id: number, event: { readonly shiftKey: boolean }) => void
  /** The option that Enter selects in a new list: the first, or none until an arrow key marks one. */
  marks?: 'first' | 'none'
  /** Called for every key but the Enter that selects; preventing the default skips the field's own handling. */
  onKeyDown?: (event: KeyboardEvent) => void
  /** The list is part of the page below the field, instead of a popup. */
  isInline?: boolean
  takesFocus?: boolean
  isPanelFocus?: boolean
  /** Focused when the dialog around it opens. */
  isDialogFocus?: boolean
}

const GAP_PX = 3
const MARGIN_PX = 8
const ROOM_PX = 240

/**
 * A combobox: it opens on typing, on an arrow key or on a click, so that it never covers the fields below by itself. The arrow keys mark
 * an option, Enter selects it.
 */
export function Combo({ text, onText, options, listLabel, empty, isOpen, onOpen, onLeave, onPick, isInline = false, ...rest }: ComboProps) {
  const { onKeyDown, takesFocus = false, isPanelFocus = false, isDialogFocus = false, marks = 'first', ref, ...field } = rest
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const first = marks === 'first' ? 0 : -1
  const [marked, setMarked] = useState({ of: options, at: first })
  const at = marked.of === options ? marked.at : first
  const mergedRef = useMergedRef(input, ref)
  const optionId = (index: number) => `${listId}-${index}`
  const hasList = isOpen && options.length > 0
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  const mark = (next: number) => {
    const index = next < 0 ? options.length - 1 : next % options.length
    setMarked({ of: options, at: index })
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  }
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = options[at]
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && isOpen && chosen) {
      onPick(chosen.id, event)
      event.preventDefault()
      return
    }
    onKeyDown?.(event)
    if (event.defaultPrevented || event.isPropagationStopped()) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    if (!isOpen) onOpen()
    else if (options.length > 0) mark(at === -1 && step === -1 ? -1 : at + step)
    event.preventDefault()
  }
  const list = (
    <ComboList
      id={listId}
      label={listLabel}
      options={options}
      empty={empty}
      at={at}
      isInline={isInline}
      optionId={optionId}
      onPick={onPick}
      onPlace={(element) => placeBelow(element, input.current)}
    />
  )
  return (
    <>
      <TextInput
        {...field}
        ref={mergedRef}
        role="combobox"
        aria-expanded={hasList}
        aria-controls={hasList ? listId : undefined}
        aria-activedescendant={hasList && at >= 0 ? optionId(at) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        data-autofocus={isInline || isDialogFocus || undefined}
        data-panel-focus={isPanelFocus || undefined}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onFocus={takesFocus ? onOpen : undefined}
        onPointerDown={onOpen}
        onBlur={() => onLeave(isOpen ? options[at]?.id : undefined)}
        onKeyDown={keyDown}
      />
      {isOpen && (isInline ? list : createPortal(list, overlayRoot()))}
    </>
  )
}

type ComboListProps = Pick<ComboProps, 'options' | 'empty' | 'onPick'> & {
  id: string
  label: string
  at: number
  isInline: boolean
  optionId: (index: number) => string
  onPlace: (element: HTMLElement) => void
}

function ComboList({ id, label, options, empty, at, isInline, optionId, onPick, onPlace }: ComboListProps) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isInline) return
    const place = () => frame.current && onPlace(frame.current)
    place()
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  })
  return (
    // Pointing at the list must not take focus from the field.
    <div ref={frame} className={classes.frame} data-inline={isInline || undefined} onPointerDown={(event) => event.preventDefault()}>
      {options.length === 0 ? (
        <output className={classes.empty}>{empty}</output>
      ) : (
        <div id={id} role="listbox" aria-label={label} className={classes.list}>
          {options.map((option, index) => (
            <div
              key={option.id}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={classes.option}
              onClick={(event) => onPick(option.id, event)}
            >
              {option.content}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Below the field, or above it if there is more room. */
function placeBelow(element: HTMLElement, input: HTMLElement | null): void {
  const anchor = input?.getBoundingClientRect()
  if (!anchor) return
  const below = window.innerHeight - anchor.bottom - GAP_PX - MARGIN_PX
  const above = anchor.top - GAP_PX - MARGIN_PX
  const isBelow = below >= Math.min(ROOM_PX, above)
  element.style.minWidth = `${anchor.width}px`
  element.style.maxHeight = `${isBelow ? below : above}px`
  element.style.left = `${Math.max(MARGIN_PX, Math.min(anchor.left, window.innerWidth - element.offsetWidth - MARGIN_PX))}px`
  element.style.top = isBelow ? `${anchor.bottom + GAP_PX}px` : 'auto'
  element.style.bottom = isBelow ? 'auto' : `${window.innerHeight - anchor.top + GAP_PX}px`
}
