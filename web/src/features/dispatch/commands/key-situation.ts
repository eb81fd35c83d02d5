import { hasSingleKeys } from './single-keys.ts'

const FIELD =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=menu], [role=listbox], [role=combobox], [role=slider]'
const OVERLAYS = 'dialog[open], [aria-modal="true"]'

/** What decides whether a key press is a shortcut. */
export const situationOf = ({ target }: KeyboardEvent) => ({
  isTyping: target instanceof Element && target.closest(FIELD) !== null,
  isCovered: document.querySelector(OVERLAYS) !== null,
  hasSingleKeys: hasSingleKeys(),
})
