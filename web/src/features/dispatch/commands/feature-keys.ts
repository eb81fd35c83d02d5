import type { Shortcut, ShortcutGroup } from '../../../panels/shortcuts.ts'

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing'>
type Situation = {
  /** Focus is in a field, a menu or the like. */
  readonly isTyping: boolean
  /** A dialog or other overlay is open. */
  readonly isCovered: boolean
  /** Shortcuts without Ctrl are enabled. */
  readonly hasSingleKeys: boolean
}

/** The declared shortcut of a key press that does something; undefined if the key is left to the page and the browser. */
export function featureKeyOf(
  groups: readonly ShortcutGroup[],
  { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing }: KeyPress,
  { isTyping, isCovered, hasSingleKeys }: Situation,
): Shortcut | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey || repeat || isComposing || isTyping || isCovered || !hasSingleKeys) return undefined
  return groups.flatMap(({ shortcuts }) => shortcuts).find(({ keys, run }) => run !== undefined && keys.includes(key.toUpperCase()))
}
