import { FilterChip } from './FilterChip.tsx'
import classes from './FilterChip.module.css'

type FilterChipsProps<T extends string> = {
  label: string
  /** Each value with its words. */
  options: readonly (readonly [value: T, words: string])[]
  value: T
  onChange: (value: T) => void
  /** Shares the header with other controls, so that there is less room. */
  isCrowded?: boolean
}

/** One of several filters in a panel's header: chips, or a menu where they would not fit. */
export function FilterChips<T extends string>({ label, options, value, onChange, isCrowded = false }: FilterChipsProps<T>) {
  return (
    <>
      <span className={classes.chips} data-crowded={isCrowded || undefined}>
        {options.map(([each, words]) => (
          <FilterChip key={each} isOn={value === each} onClick={() => onChange(each)}>
            {words}
          </FilterChip>
        ))}
      </span>
      <select
        className={classes.menu}
        data-crowded={isCrowded || undefined}
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find(([each]) => each === currentTarget.value)
          if (chosen) onChange(chosen[0])
        }}
      >
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </>
  )
}
