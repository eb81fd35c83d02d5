import { Button, Textarea, TextInput } from '@mantine/core'
import type { Call, CallLogEntry } from '@tenfour/contract'
import { IconPencil } from '@tabler/icons-react'
import { useRef, type ComponentType, type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { ChoiceInputProps } from '../../../../ui/TextCombo.tsx'
import { changedBy, FIELD_WORDS, type EditableField } from './edit-field.ts'
import { classNames, Row, Stack } from '../../../../ui/layout.tsx'
import classes from './EditableText.module.css'
import { useFieldEdit } from './use-field-edit.ts'
import { lazyComponent } from '../../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../../platform/load/shapes.tsx'
import { useCallTypesById } from '../../cad-values/cad-values.port.ts'

type EditableTextProps = {
  call: Call
  field: Exclude<EditableField, 'priority' | 'callTypeId'>
  log: readonly CallLogEntry[]
  /** Shown when the field is empty. */
  empty: string
  isMultiline?: boolean
  /** A field with suggestions; a plain one by default. */
  input?: ComponentType<ChoiceInputProps>
  /** Renders the value; plain text by default. */
  children?: (value: string) => ReactNode
}

/** A text of the call, edited on click, Enter or E. Enter saves, Escape reverts, leaving the field saves. */
export function EditableText({ call, field, log, empty, isMultiline = false, input: Input, children }: EditableTextProps) {
  const { edit, value, theirs, isSaving, problem, start, type, cancel, save, overwrite } = useFieldEdit(call, field)
  const frame = useRef<HTMLDivElement>(null)
  const shown = String(value)
  const word = FIELD_WORDS[field]

  if (call.status === 'cleared' && !edit) {
    return <span className={shown ? classes.text : classes.empty}>{shown ? (children?.(shown) ?? shown) : '–'}</span>
  }
  if (!edit) {
    return (
      <button
        type="button"
        className={classNames('quiet-button', classes.value)}
        data-empty={shown === '' || undefined}
        onClick={start}
        onKeyDown={(event) => {
          if (event.key.toLowerCase() !== 'e' || event.ctrlKey || event.metaKey || event.altKey) return
          event.preventDefault()
          start()
        }}
      >
        <span className="visually-hidden">{word}: </span>
        {shown === '' ? empty : (children?.(shown) ?? shown)}
        <IconPencil className={classes.pencil} size={13} stroke={1.8} aria-hidden />
        <span className="visually-hidden">, edit</span>
      </button>
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter' && !event.shiftKey && theirs !== null) frame.current?.querySelector('button')?.focus()
    else if (event.key === 'Enter' && !(isMultiline && event.shiftKey)) save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onBlur = (event: FocusEvent) => {
    const isWithin = event.relatedTarget instanceof Node && frame.current?.contains(event.relatedTarget)
    // Moving to the command line does not end the edit; focus comes back afterwards.
    const isBeside = event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-beside-drafts]') !== null
    if (isWithin || isBeside || theirs !== null) return
    if (edit.typed === edit.base) cancel()
    else save()
  }
  const shared = {
    'aria-label': word,
    size: 'xs',
    error: problem,
    readOnly: isSaving,
    ref: takeFocus,
    onKeyDown,
  } as const
  const typed = String(edit.typed)
  return (
    <Stack ref={frame} gap={6} className={classes.edit} onBlur={onBlur}>
      {isMultiline ? (
        <Textarea {...shared} value={typed} autosize minRows={2} maxRows={12} onChange={(event) => type(event.currentTarget.value)} />
      ) : Input ? (
        <Input {...shared} text={typed} onText={type} />
      ) : (
        <TextInput {...shared} value={typed} autoComplete="off" onChange={(event) => type(event.currentTarget.value)} />
      )}
      {theirs !== null && <EditConflict who={changedBy(log, field)} theirs={String(theirs)} onTheirs={cancel} onMine={overwrite} />}
    </Stack>
  )
}

type EditConflictProps = {
  /** Who wrote the other text, if known. */
  who: string | undefined
  theirs: string
  onTheirs: () => void
  onMine: () => void
}

/** Two people edited the same field: shows both texts to choose from. */
const EditConflict = ({ who, theirs, onTheirs, onMine }: EditConflictProps) => (
  <Stack gap={6} className={classNames('box small', classes.conflict)} data-tone="warning" role="alert">
    <p className="flush">
      While you were writing, {who ?? 'somebody else'} {theirs === '' ? 'removed this.' : 'changed this to:'}
    </p>
    {theirs !== '' && <blockquote className="written">{theirs}</blockquote>}
    <Row gap={6}>
      <Button size="compact-xs" variant="default" onClick={onTheirs}>
        Keep theirs
      </Button>
      <Button size="compact-xs" onClick={onMine}>
        Use mine
      </Button>
    </Row>
  </Stack>
)

/** On mount: focuses the field with the caret at the end. */
const takeFocus = (input: HTMLInputElement | HTMLTextAreaElement | null) => {
  if (!input || document.activeElement === input) return
  input.focus()
  input.setSelectionRange(input.value.length, input.value.length)
}

const TypeSelect = lazyComponent(async () => (await import('../TypeSelect.tsx')).TypeSelect, { what: 'The list of types', shape: INLINE })

/** The type of a call; click it to change it. */
export function EditableType({ call }: { call: Call }) {
  const types = useCallTypesById()
  const [isOpen, setIsOpen] = useState(false)
  const { value, choose } = useFieldEdit(call, 'callTypeId')
  const name = types.get(Number(value))?.name ?? '…'
  if (call.status === 'cleared') return <span>{name}</span>
  if (isOpen)
    return (
      <TypeSelect size="xs" value={Number(value)} onChange={(callTypeId) => void choose(callTypeId)} onClose={() => setIsOpen(false)} />
    )
  return (
    <button type="button" className={classNames('quiet-button', classes.value)} onClick={() => setIsOpen(true)}>
      <span className="visually-hidden">Type: </span>
      {name}
      <span className="visually-hidden">, change</span>
    </button>
  )
}
