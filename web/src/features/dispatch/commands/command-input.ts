let input: HTMLInputElement | null = null

/** Registers the page's command line until the returned function is called. */
export function offerCommandInput(element: HTMLInputElement): () => void {
  input = element
  return () => {
    if (input === element) input = null
  }
}

/** Focuses the command line; false if the page has none. */
export function focusCommandInput(): boolean {
  input?.focus()
  input?.select()
  return input !== null
}
