let input: HTMLInputElement | null = null

/** Makes this the command line of the page until the returned function is called. */
export function offerCommandInput(element: HTMLInputElement): () => void {
  input = element
  return () => {
    if (input === element) input = null
  }
}

/** Brings the keyboard into the command line; false where the page has none. */
export function focusCommandInput(): boolean {
  input?.focus()
  input?.select()
  return input !== null
}
