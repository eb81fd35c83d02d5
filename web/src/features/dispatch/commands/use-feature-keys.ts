import { useEffect } from 'react'
import type { ShortcutGroup } from '../../../panels/shortcuts.ts'
import { featureKeyOf } from './feature-keys.ts'
import { situationOf } from './key-situation.ts'

/** Handles the keys that features declare with something to do. */
export function useFeatureKeys(groups: readonly ShortcutGroup[]): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const shortcut = featureKeyOf(groups, event, situationOf(event))
      if (!shortcut) return
      event.preventDefault()
      shortcut.run?.()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [groups])
}
