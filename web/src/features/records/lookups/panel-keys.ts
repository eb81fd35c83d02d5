import type { KeyboardEvent } from 'react'

const WRITING = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]'

/** Letters as keys of a panel, while nothing is being written in it. Keys of dialogs it has opened are theirs. */
export const onPanelKey =
  (keys: Readonly<Record<string, (() => void) | undefined>>) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.defaultPrevented) return
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(WRITING)) return
    const run = keys[event.key.toLowerCase()]
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
