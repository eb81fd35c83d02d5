/** What a dropdown reports: the id chosen, and whether something is. */
export type Choice = { readonly value: number | null; readonly valid: boolean }

export type Option = { readonly id: number; readonly label: string }

export const choiceOf = (value: number | null): Choice => ({ value, valid: value !== null })

export const withoutExcluded = (options: readonly Option[], excludedIds: readonly number[]): Option[] =>
  options.filter(({ id }) => !excludedIds.includes(id))

/** Whether a value can no longer be chosen: only a list that has been loaded can tell. */
export const isGone = (value: number | null, options: readonly Option[] | undefined): boolean =>
  value !== null && options !== undefined && !options.some(({ id }) => id === value)
