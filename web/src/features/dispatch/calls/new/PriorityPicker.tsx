import type { CallPriority } from '@tenfour/contract'
import { useId } from 'react'
import classes from './NewCall.module.css'

const PRIORITIES = [1, 2, 3, 4] as const

type PriorityPickerProps = { value: CallPriority | null; onChange: (priority: CallPriority) => void }

/** Selects one of the four priorities, by click or arrow keys. */
export function PriorityPicker({ value, onChange }: PriorityPickerProps) {
  const name = useId()
  return (
    <fieldset className={classes.priorities}>
      <legend>Priority</legend>
      <div>
        {PRIORITIES.map((each) => (
          <label key={each} data-priority={each}>
            <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />
            {each}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
