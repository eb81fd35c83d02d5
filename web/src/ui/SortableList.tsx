import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { moveItem, placeAt } from './reorder.ts'
import classes from './SortableList.module.css'
import { Stack } from './/layout.tsx'

type SortableListProps<Item> = {
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => number
  itemName: (item: Item) => string
  /** The whole list in its new order. */
  onReorder: (items: Item[]) => void
  children: (item: Item) => ReactNode
  disabled?: boolean
}

/** A list reordered by dragging entries by their handles, or with buttons. */
export function SortableList<Item>({ label, items, itemKey, itemName, onReorder, children, disabled = false }: SortableListProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const shown = drag ? moveItem(items, drag.from, drag.to) : items

  const move = (from: number, to: number) => {
    const item = items[from]
    if (disabled || item === undefined || from === to || to < 0 || to >= items.length) return
    setAnnouncement(`${itemName(item)} is now number ${to + 1} of ${items.length}`)
    onReorder(moveItem(items, from, to))
  }
  /** The arrow keys move the entry whose button has the focus, either way. */
  const moveByKey = (from: number) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(from, from + step)
  }
  const start = (from: number) => (event: PointerEvent<HTMLElement>) => {
    if (disabled || event.button !== 0) return
    event.preventDefault()
    // Measured once, before anything moves: the entries shift under the pointer during the drag.
    const middles = Array.from(list.current?.children ?? [], middleOf)
    const scrolled = window.scrollY
    const place = (y: number) => placeAt(middles, y + window.scrollY - scrolled, from)
    // On the window: reordering briefly removes the entry from the document, which would release pointer capture.
    const follow = ({ clientY }: globalThis.PointerEvent) => setDrag({ from, to: place(clientY) })
    const finish = (last: globalThis.PointerEvent | null) => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', finish)
      window.removeEventListener('pointercancel', cancel)
      setDrag(null)
      if (last) move(from, place(last.clientY))
    }
    const cancel = () => finish(null)
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', finish)
    window.addEventListener('pointercancel', cancel)
    setDrag({ from, to: from })
  }

  return (
    <>
      <Stack ref={list} as="ul" gap={0} aria-label={label}>
        {shown.map((item) => {
          const index = items.indexOf(item)
          const name = itemName(item)
          return (
            <li key={itemKey(item)} className={classes.item} data-dragged={drag?.from === index || undefined}>
              <div className={classes.order}>
                <span className={classes.handle} data-disabled={disabled || undefined} onPointerDown={start(index)} aria-hidden>
                  <IconGripVertical size={16} stroke={1.7} />
                </span>
                <MoveButton
                  label={`Move ${name} up`}
                  disabled={disabled || index === 0}
                  onClick={() => move(index, index - 1)}
                  onKeyDown={moveByKey(index)}
                >
                  <IconChevronUp size={15} aria-hidden />
                </MoveButton>
                <MoveButton
                  label={`Move ${name} down`}
                  disabled={disabled || index === items.length - 1}
                  onClick={() => move(index, index + 1)}
                  onKeyDown={moveByKey(index)}
                >
                  <IconChevronDown size={15} aria-hidden />
                </MoveButton>
              </div>
              <div className={classes.content}>{children(item)}</div>
            </li>
          )
        })}
      </Stack>
      <output className="visually-hidden">{announcement}</output>
    </>
  )
}

const middleOf = (element: Element): number => {
  const { top, height } = element.getBoundingClientRect()
  return top + height / 2
}

type MoveButtonProps = {
  label: string
  disabled: boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

/** `aria-disabled` instead of disabled, so that focus is not lost on reaching an end. */
function MoveButton({ label, disabled, onClick, onKeyDown, children }: MoveButtonProps) {
  return (
    <ActionIcon
      className={classes.move}
      variant="subtle"
      color="gray"
      size={24}
      aria-label={label}
      aria-disabled={disabled}
      data-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      onKeyDown={onKeyDown}
    >
      {children}
    </ActionIcon>
  )
}
