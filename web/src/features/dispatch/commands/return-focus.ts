/** A focused element and its text selection. */
export type Place = { readonly element: HTMLElement; readonly selection: readonly [number, number] | null }

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement

export function placeOf(element: EventTarget | null): Place | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null
  // Fields such as dates have no text selection.
  const selection =
    isText(element) && element.selectionStart !== null
      ? ([element.selectionStart, element.selectionEnd ?? element.selectionStart] as const)
      : null
  return { element, selection }
}

/** Whether it is a text field being edited. A search field holds nothing that is being written. */
export const isWriting = (place: Place | null): boolean =>
  place !== null &&
  !place.element.hasAttribute('data-search-field') &&
  (place.selection !== null || place.element.isContentEditable || isText(place.element))

/** Restores focus and text selection; false if the element is gone. */
export function returnTo(place: Place | null): boolean {
  if (!place?.element.isConnected) return false
  place.element.focus({ preventScroll: true })
  if (place.selection && isText(place.element)) place.element.setSelectionRange(...place.selection)
  return document.activeElement === place.element
}
