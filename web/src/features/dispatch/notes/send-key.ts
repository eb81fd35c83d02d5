import type { KeyboardEvent } from 'react'

export const TEXT_LIMIT = 2000

/** Enter sends, Shift+Enter begins a new line. */
export const onSendKey = (send: () => Promise<void>) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  void send()
}
