import { DESKTOP_SHORTCUTS, type ShortcutGroup } from '../../../panels/shortcuts.ts'
import { statusOrder, statusWord } from '../../../ui/unit-status.ts'

/** The global keys of the desktop, as listed in the help. Keys of a panel are declared by its feature. */
export const shortcutGroups = (): readonly ShortcutGroup[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['/'], does: 'Command line', isSingle: true },
      { keys: ['Ctrl+K'], does: 'Command line, while typing too' },
      { keys: ['N'], does: 'New call', isSingle: true },
      { keys: ['L'], does: 'Write in the log of the open call', isSingle: true },
      { keys: ['?'], does: 'This list', isSingle: true },
      ...DESKTOP_SHORTCUTS.map(({ keys, does }) => ({ keys: [keys], does })),
      { keys: ['Esc'], does: 'Close what is open, back to where you were' },
    ],
  },
  {
    title: 'Your status',
    shortcuts: statusOrder()
      .slice(0, 9)
      .map((status, index) => ({ keys: [String(index + 1)], does: statusWord(status), isSingle: true })),
  },
  {
    title: 'In the command line',
    shortcuts: [
      { keys: ['Tab', '↓'], does: 'Complete; again for the next suggestion' },
      { keys: ['↑'], does: 'Your earlier commands' },
      { keys: ['Enter'], does: 'Run the command' },
      { keys: ['Esc'], does: 'Back to where you were' },
    ],
  },
]

export type ShortcutAction =
  | { readonly kind: 'command-line' | 'new-call' | 'log' | 'guide' }
  | { readonly kind: 'status'; readonly status: number }

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing'>
export type Situation = {
  /** Focus is in a field, a menu or the like. */
  readonly isTyping: boolean
  /** A dialog or other overlay is open. */
  readonly isCovered: boolean
  /** Shortcuts without Ctrl are enabled. */
  readonly hasSingleKeys: boolean
}

/** The action of a key press; null if it is left to the page and the browser. */
export function shortcutOf(press: KeyPress, { isTyping, isCovered, hasSingleKeys }: Situation): ShortcutAction | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = press
  if (isComposing || isCovered || altKey) return null
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey) return { kind: 'command-line' }
  if (ctrlKey || metaKey || isTyping || repeat || !hasSingleKeys) return null
  // Many keyboard layouts need Shift for these two.
  if (key === '/') return { kind: 'command-line' }
  if (key === '?') return { kind: 'guide' }
  if (shiftKey) return null
  if (key.toLowerCase() === 'n') return { kind: 'new-call' }
  if (key.toLowerCase() === 'l') return { kind: 'log' }
  const status = /^[1-9]$/u.test(key) ? statusOrder()[Number(key) - 1] : undefined
  return status === undefined ? null : { kind: 'status', status }
}
