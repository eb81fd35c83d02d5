import type { Call } from '@tenfour/contract'
import { useState } from 'react'
import { lazyComponent } from '../../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../../platform/load/shapes.tsx'
import { useCallTypesById } from '../calls.queries.ts'
import classes from './EditableText.module.css'
import { useFieldEdit } from './use-field-edit.ts'

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
    <button type="button" className={classes.value} onClick={() => setIsOpen(true)}>
      <span className="visually-hidden">Type: </span>
      {name}
      <span className="visually-hidden">, change</span>
    </button>
  )
}
