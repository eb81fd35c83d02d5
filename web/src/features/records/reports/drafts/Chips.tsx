import { ActionIcon } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import classes from './Editor.module.css'
import { removeRow } from './remove-row.ts'

type ChipsProps<Item> = {
  title: string
  /** Stands before them and can't be removed. */
  before?: ReactNode
  items: readonly Item[]
  keyOf: (item: Item) => number
  nameOf: (item: Item) => string
  renderItem?: (item: Item) => ReactNode
  onRemove: (item: Item) => void
  /** 'Add an officer'. */
  addLabel: string
  /** The field that adds one; `close` takes it away again. */
  renderField: (close: () => void) => ReactNode
  isFull: boolean
  error?: string | undefined
  readOnly: boolean
}

/** What is on the report, one beside the other, with a + that opens the field for one more. */
export function Chips<Item>(props: ChipsProps<Item>) {
  const { title, before, items, keyOf, nameOf, renderItem = nameOf, onRemove, addLabel, renderField, isFull, error, readOnly } = props
  const [isAdding, setIsAdding] = useState(false)
  const plus = useRef<HTMLButtonElement>(null)
  const [closed, setClosed] = useState(0)
  useEffect(() => {
    if (closed > 0) plus.current?.focus()
  }, [closed])
  const close = () => {
    setIsAdding(false)
    setClosed((count) => count + 1)
  }
  return (
    <div className={classes.fact}>
      <dt>{title}</dt>
      <dd>
        <span className={classes.chips}>
          {before}
          {items.map((item) => (
            <span key={keyOf(item)} className={classes.chip} data-chip>
              {renderItem(item)}
              {!readOnly && (
                <button
                  type="button"
                  className={classes.chipButton}
                  aria-label={`Remove ${nameOf(item)}`}
                  onClick={({ currentTarget }) => removeRow(currentTarget, '[data-chip]', () => onRemove(item), plus.current)}
                >
                  <IconX size={12} stroke={2} aria-hidden />
                </button>
              )}
            </span>
          ))}
          {!readOnly && !isFull && !isAdding && (
            <ActionIcon
              ref={plus}
              variant="default"
              radius="xl"
              size={24}
              aria-label={addLabel}
              title={addLabel}
              onClick={() => setIsAdding(true)}
            >
              <IconPlus size={13} stroke={1.8} aria-hidden />
            </ActionIcon>
          )}
        </span>
        {isAdding && !isFull && renderField(close)}
        {error && (
          <span className={classes.problem} role="alert">
            {error}
          </span>
        )}
      </dd>
    </div>
  )
}
