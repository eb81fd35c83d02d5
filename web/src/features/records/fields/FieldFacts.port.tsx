import type { FieldOf, FieldValues } from '@tenfour/contract'
import type { ComponentType, ReactNode } from 'react'
import { Fact as FactLine } from '../../../ui/Facts.tsx'
import { factsOf } from './field-values.ts'
import { useFields } from './fields-store.ts'
import classes from './Fields.module.css'

type FieldFactsProps = {
  of: FieldOf
  values: FieldValues
  /** How a name and its value are drawn, where it is not a page's list of facts. */
  Fact?: ComponentType<{ name: string; children: ReactNode }>
}

/** The community's own fields as facts among others, within a definition list. */
export function FieldFacts({ of, values, Fact = FactLine }: FieldFactsProps) {
  const { fields } = useFields()
  return factsOf(fields ?? [], of, values).map(({ fieldId, name, text }) => (
    <Fact key={fieldId} name={name}>
      <span className={classes.value}>{text}</span>
    </Fact>
  ))
}

/** The same in a line, for a row of a list: 'Gearbox: Manual · Tuned: Yes'. */
export function FieldLine({ of, values, className }: Pick<FieldFactsProps, 'of' | 'values'> & { className?: string | undefined }) {
  const { fields } = useFields()
  const facts = factsOf(fields ?? [], of, values)
  if (facts.length === 0) return null
  return <span className={className}>{facts.map(({ name, text }) => `${name}: ${text}`).join(' · ')}</span>
}
