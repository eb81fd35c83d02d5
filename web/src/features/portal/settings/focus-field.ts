export const fieldId = (key: string): string => `setting-${key}`

/** After the page has been drawn again: the button that was pressed may be gone by then. */
export const focusField = (key: string): void => void requestAnimationFrame(() => document.getElementById(fieldId(key))?.focus())
