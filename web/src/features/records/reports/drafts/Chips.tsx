import { ActionIcon, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { besideRow } from '../../../../ui/focus-beside.ts'
import { PanelFact } from '../../../../panels/PanelParts.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'
import classes from './Editor.module.css'

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

/** Items of a document, one beside the other, with a + that opens the field for one more. */
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
    <PanelFact name={title}>
      <Stack gap={6}>
        <Row as="span" gap="4px 6px">
          {before}
          {items.map((item) => (
            <span key={keyOf(item)} className={classes.chip} data-chip>
              {renderItem(item)}
              {!readOnly && (
                <ActionIcon
                  variant="transparent"
                  c="dimmed"
                  radius="xl"
                  size={24}
                  aria-label={`Remove ${nameOf(item)}`}
                  onClick={({ currentTarget }) => removeRow(currentTarget, '[data-chip]', () => onRemove(item), plus.current)}
                >
                  <IconX size={12} stroke={2} aria-hidden />
                </ActionIcon>
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
        </Row>
        {isAdding && !isFull && renderField(close)}
        <FieldProblem role="alert">{error}</FieldProblem>
      </Stack>
    </PanelFact>
  )
}

/** Removes a row of the editor; the focus goes to the next one, or else to `fallback` or the first field of the editor. */
export function removeRow(button: HTMLElement, row: string, remove: () => void, fallback?: HTMLElement | null): void {
  const focus = besideRow(
    button.closest<HTMLElement>(row),
    fallback ?? button.closest('form')?.querySelector<HTMLElement>('[data-panel-focus], textarea'),
  )
  remove()
  requestAnimationFrame(focus)
}

/** The problem of a field, below it; nothing where there is none. */
export const FieldProblem = ({ children, role }: { children: ReactNode; role?: 'alert' }) =>
  children ? (
    <Text span role={role} display="block" fz="xs" c="var(--danger-text)">
      {children}
    </Text>
  ) : null
