/** The choice that a dropdown reports: the selected id, and whether there is one. */
export type Choice = { readonly value: number | null; readonly valid: boolean }

export type Option = { readonly id: number; readonly label: string }

export const choiceOf = (value: number | null): Choice => ({ value, valid: value !== null })

export const withoutExcluded = (options: readonly Option[], excludedIds: readonly number[]): Option[] =>
  options.filter(({ id }) => !excludedIds.includes(id))

/** Whether a value is no longer available: only a loaded list can tell. */
export const isGone = (value: number | null, options: readonly Option[] | undefined): boolean =>
  value !== null && options !== undefined && !options.some(({ id }) => id === value)
