import { Textarea, TextInput } from '@mantine/core'
import { MEDICAL_FIELDS, type MedicalInput } from '@tenfour/contract'
import type { PartProps } from './PeopleFields.tsx'
import classes from '../drafts/Editor.module.css'

const WORDS: Readonly<Record<keyof MedicalInput, { label: string; max: number; isLine?: boolean }>> = {
  complaint: { label: 'Complaint', max: 1000 },
  findings: { label: 'Findings', max: 4000 },
  treatment: { label: 'Treatment', max: 4000 },
  outcome: { label: 'Outcome', max: 160, isLine: true },
  takenTo: { label: 'Taken to', max: 160, isLine: true },
}

/** The medical fields of a report, in the order of its kind; the first is required. */
export function MedicalFields({ kind, content: { medical }, errorAt, readOnly, onChange }: PartProps) {
  if (kind !== 'patient' && kind !== 'treatment') return null
  return (
    <div className={classes.medical}>
      {MEDICAL_FIELDS[kind].map((name, index) => {
        const { label, max, isLine } = WORDS[name]
        const common = {
          size: 'xs',
          label,
          withAsterisk: index === 0,
          maxLength: max,
          readOnly,
          value: medical[name],
          error: errorAt(`medical.${name}`),
          'data-panel-focus': index === 0 || undefined,
        } as const
        const set = (value: string) => onChange((latest) => ({ medical: { ...latest.medical, [name]: value } }))
        return isLine ? (
          <TextInput key={name} {...common} autoComplete="off" onChange={({ currentTarget }) => set(currentTarget.value)} />
        ) : (
          <Textarea
            key={name}
            {...common}
            autosize
            minRows={2}
            maxRows={10}
            className={classes.wide}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          />
        )
      })}
    </div>
  )
}
