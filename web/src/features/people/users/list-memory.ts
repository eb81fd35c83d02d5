type ListSearch = Readonly<Record<string, string | number>>

let remembered: ListSearch = {}

/** The list as it was last looked at, so that the way back from a user leads to the same rows. */
export const rememberListSearch = (search: ListSearch): void => {
  remembered = search
}
export const lastListSearch = (): ListSearch => remembered
