import { besideRow } from '../../../../ui/focus-beside.ts'

/** Removes a row of the editor; the focus goes to the next one, or else to `fallback` or the first field of the editor. */
export function removeRow(button: HTMLElement, row: string, remove: () => void, fallback?: HTMLElement | null): void {
  const focus = besideRow(
    button.closest<HTMLElement>(row),
    fallback ?? button.closest('form')?.querySelector<HTMLElement>('[data-panel-focus], textarea'),
  )
  remove()
  requestAnimationFrame(focus)
}
