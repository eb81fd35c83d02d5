import type { UnitClass } from '@tenfour/contract'
import { useEffect } from 'react'
import { focusNextPanel } from './desktop.ts'
import type { PanelId } from './panel.ts'
import { focusPanel } from './selection.ts'

/** Alternative keys for one action, and its description. */
export type Shortcut = {
  readonly keys: readonly string[]
  readonly does: string
  /** A single character without modifiers. */
  readonly isSingle?: boolean
  /** For single letters that work anywhere on the desktop. Other keys are only described here. */
  readonly run?: () => void
}
export type ShortcutGroup = {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
  /** The classes that have them; all if absent. */
  readonly classes?: readonly UnitClass[]
}

/** The keys of the desktop itself, for the help. */
export const DESKTOP_SHORTCUTS = [
  { keys: 'F6', does: 'Go to the next panel' },
  { keys: 'Shift+F6', does: 'Previous panel' },
  { keys: 'Alt+1 … Alt+9', does: 'Go to a panel by its number in the Panels menu, opening it where it is closed' },
] as const

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** The desktop action of a key: none, a step through the panels, or a panel by number. */
export function desktopKey({ key, code, altKey, ctrlKey, metaKey, shiftKey }: Key): 1 | -1 | { readonly panel: number } | null {
  if (ctrlKey || metaKey) return null
  if (key === 'F6' && !altKey) return shiftKey ? -1 : 1
  // By physical key: with Alt held some systems produce another character.
  const digit = altKey && !shiftKey ? /^Digit([1-9])$/.exec(code)?.[1] : undefined
  return digit ? { panel: Number(digit) - 1 } : null
}

export function useDesktopShortcuts(panelIds: readonly PanelId[]): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = desktopKey(event)
      if (wanted === null || document.querySelector('dialog[open], [aria-modal="true"]')) return
      if (typeof wanted === 'number') focusNextPanel(wanted)
      else {
        const panelId = panelIds[wanted.panel]
        if (panelId === undefined) return
        focusPanel(panelId)
      }
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [panelIds])
}
