import { UNIT_CLASS, UNIT_STATUS } from '@tenfour/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { countsAs, statusOf } from '../../../ui/unit-status.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { focusPanel, openNewCall } from '../../../panels/selection.ts'
import { boardStore, setOwnStatus } from '../board/board.port.ts'
import { shortcutOf, type KeyPress, type Situation } from './shortcuts.ts'
import { createObservable, useObservable } from '../../../platform/store/observable.ts'
import { localStore } from '../../../platform/storage/storage.ts'
import type { ShortcutGroup, Shortcut } from '../../../panels/shortcuts.ts'

/** Handles the global keys of the desktop. */
export function useShortcuts(): void {
  const { userId, duty } = useSignedInUser()
  const isCivilian = duty?.unitClass === UNIT_CLASS.Other
  const isOnDuty = duty !== null
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const action = shortcutOf(event, situationOf(event))
      if (!action) return
      switch (action.kind) {
        case 'command-line':
          if (!focusCommandInput()) return
          break
        case 'guide':
          showGuide('keys')
          break
        case 'log':
          if (isCivilian) return
          focusPanel('call')
          break
        case 'new-call':
          if (isCivilian) focusPanel('emergency')
          else openNewCall()
          break
        case 'status':
          if (!isOnDuty || isCivilian) return
          setStatus(userId, action.status).catch(reportError)
      }
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [userId, isCivilian, isOnDuty])
}

/** Keys are easily pressed by accident, so ending a patrol by key asks for confirmation. */
async function setStatus(userId: number, status: number): Promise<void> {
  const own = boardStore().get().units.get(userId)
  if (own && statusOf(own) === status) return
  if (countsAs(status) === UNIT_STATUS.offDuty && own?.callId === null) {
    const isSure = await confirm({
      title: 'Go off duty?',
      confirmLabel: 'Go off duty',
      cancelLabel: 'Stay on duty',
      startsAtCancel: true,
    })
    if (!isSure) return
  }
  await setOwnStatus(userId, status)
}

/** The open part of the help. */
export type GuidePart = 'keys' | 'commands'

const open = createObservable<GuidePart | null>(null)

export const showGuide = open.set
export const useGuide = (): GuidePart | null => useObservable(open)

let input: HTMLInputElement | null = null

/** Registers the page's command line until the returned function is called. */
export function offerCommandInput(element: HTMLInputElement): () => void {
  input = element
  return () => {
    if (input === element) input = null
  }
}

/** Focuses the command line; false if the page has none. */
function focusCommandInput(): boolean {
  input?.focus()
  input?.select()
  return input !== null
}

const KEY = 'singleKeys'
const OFF = 'off'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether single-character shortcuts are enabled. Users of speech input, or who press keys by accident, can turn them off. */
export const hasSingleKeys = (): boolean => localStore.getItem(KEY) !== OFF
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, hasSingleKeys)

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStore.removeItem(KEY)
  else localStore.setItem(KEY, OFF)
  for (const listener of listeners) listener()
}

const FIELD =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=menu], [role=listbox], [role=combobox], [role=slider]'
const OVERLAYS = 'dialog[open], [aria-modal="true"]'

/** The facts that decide whether a key press is a shortcut. */
const situationOf = ({ target }: KeyboardEvent) => ({
  isTyping: target instanceof Element && target.closest(FIELD) !== null,
  isCovered: document.querySelector(OVERLAYS) !== null,
  hasSingleKeys: hasSingleKeys(),
})

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

/** The declared shortcut of a key press that does something; undefined if the key is left to the page and the browser. */
export function featureKeyOf(
  groups: readonly ShortcutGroup[],
  { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing }: KeyPress,
  { isTyping, isCovered, hasSingleKeys }: Situation,
): Shortcut | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey || repeat || isComposing || isTyping || isCovered || !hasSingleKeys) return undefined
  return groups.flatMap(({ shortcuts }) => shortcuts).find(({ keys, run }) => run !== undefined && keys.includes(key.toUpperCase()))
}
