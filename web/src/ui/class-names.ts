/** One attribute from the classes that are given. */
export const classNames = (...given: readonly (string | false | undefined)[]): string => given.filter(Boolean).join(' ')
