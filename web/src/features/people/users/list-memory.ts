type ListSearch = Readonly<Record<string, string | number>>

let remembered: ListSearch = {}

/** Remembers the list's address, so that the way back from a user leads to the same rows. */
export const rememberListSearch = (search: ListSearch): void => {
  remembered = search
}
export const lastListSearch = (): ListSearch => remembered
