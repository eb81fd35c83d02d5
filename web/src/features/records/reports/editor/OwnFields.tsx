import type { Field, FieldValues } from '@tenfour/contract'
import { useState } from 'react'
import { FieldInputs } from '../../fields/FieldInputs.port.tsx'
import { draftOf, filledBy, toInput, useFields } from '../../fields/fields.port.ts'
import type { PartProps } from './PeopleFields.tsx'

/** The community's own fields of this kind of report. */
export function OwnFields(props: PartProps) {
  const { fields } = useFields()
  const asked = filledBy(fields ?? [], props.kind, 'writer')
  return asked.length === 0 ? null : <Inputs {...props} asked={asked} />
}

const isSame = (a: FieldValues, b: FieldValues) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([id, value]) => b[id] === value)

/** What is typed stays as typed: a number that is begun is no value yet. */
function Inputs({ asked, content, errorAt, readOnly, onChange }: PartProps & { asked: readonly Field[] }) {
  const values = Object.fromEntries(Object.entries(content.fields).filter(([id]) => asked.some(({ fieldId }) => String(fieldId) === id)))
  const [typed, setTyped] = useState(() => draftOf(asked, values))
  const current = isSame(toInput(asked, typed), toInput(asked, draftOf(asked, values))) ? typed : draftOf(asked, values)
  return (
    <FieldInputs
      size="xs"
      fields={asked}
      values={current}
      readOnly={readOnly}
      errors={Object.fromEntries(asked.map(({ fieldId }) => [`fields.${fieldId}`, errorAt(`fields.${fieldId}`)]))}
      onChange={(fieldId, value) => {
        const next = { ...current, [fieldId]: value }
        setTyped(next)
        onChange((latest) => {
          const others = Object.entries(latest.fields).filter(([id]) => !asked.some((field) => String(field.fieldId) === id))
          return { fields: { ...Object.fromEntries(others), ...toInput(asked, next) } }
        })
      }}
    />
  )
}
