import { FilterChip } from './FilterChip.tsx'
import classes from './FilterChip.module.css'

/** One of several filters. */
export type Filter = { readonly value: string; readonly words: string; readonly isOn: boolean; readonly choose: () => void }

type FilterChipsProps = { filters: readonly Filter[] }

export const FilterChips = ({ filters }: FilterChipsProps) => (
  <span className={classes.chips}>
    {filters.map(({ value, words, isOn, choose }) => (
      <FilterChip key={value} isOn={isOn} onClick={choose}>
        {words}
      </FilterChip>
    ))}
  </span>
)

/** The same in one field, where there is less room. */
export const FilterSelect = ({ label, filters }: FilterChipsProps & { label: string }) => (
  <select
    className={classes.field}
    aria-label={label}
    value={filters.find(({ isOn }) => isOn)?.value ?? ''}
    onChange={({ currentTarget }) => filters.find(({ value }) => value === currentTarget.value)?.choose()}
  >
    {filters.map(({ value, words }) => (
      <option key={value} value={value}>
        {words}
      </option>
    ))}
  </select>
)

/** Filters of which one is on at a time. */
export const filtersOf = <T extends string>(
  options: readonly (readonly [value: T, words: string])[],
  on: T | null | undefined,
  choose: (value: T) => void,
): readonly Filter[] => options.map(([value, words]) => ({ value, words, isOn: value === on, choose: () => choose(value) }))
