/** A text that is looked for with `like`, which reads these characters as wildcards. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
