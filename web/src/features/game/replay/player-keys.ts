export type PlayerAction =
  | { readonly kind: 'toggle' | 'slower' | 'faster' | 'nextCall' | 'previousCall' | 'follow' | 'help' | 'close' }
  | { readonly kind: 'seekBy'; readonly ms: number }
  | { readonly kind: 'seekShare'; readonly share: number }

/** The element with the focus: a button keeps Space and Enter, the map its arrows, a field everything. */
export type KeyTarget = 'page' | 'button' | 'map' | 'field'

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const LETTERS: Readonly<Record<string, PlayerAction>> = {
  k: { kind: 'toggle' },
  j: { kind: 'slower' },
  l: { kind: 'faster' },
  n: { kind: 'nextCall' },
  p: { kind: 'previousCall' },
  f: { kind: 'follow' },
  '?': { kind: 'help' },
}
const TEN_SECONDS = 10_000
const MINUTE = 60_000

export function keyAction({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed, target: KeyTarget): PlayerAction | null {
  if (ctrlKey || metaKey || altKey || target === 'field') return null
  if (key === 'Escape') return { kind: 'close' }
  if (key === ' ') return target === 'button' ? null : { kind: 'toggle' }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (target === 'map') return null
    return { kind: 'seekBy', ms: (key === 'ArrowLeft' ? -1 : 1) * (shiftKey ? MINUTE : TEN_SECONDS) }
  }
  if (key === 'Home' || key === 'End') return { kind: 'seekShare', share: key === 'Home' ? 0 : 1 }
  if (/^[0-9]$/.test(key)) return { kind: 'seekShare', share: Number(key) / 10 }
  return LETTERS[key.toLowerCase()] ?? null
}

export function targetOf(element: EventTarget | null): KeyTarget {
  if (!(element instanceof Element)) return 'page'
  if (element.matches('input[type="range"]')) return 'page'
  if (element.closest('input, select, textarea, [contenteditable="true"]')) return 'field'
  if (element.closest('button, a[href]')) return 'button'
  return element.closest('[role="application"]') ? 'map' : 'page'
}

/** As the help lists them. */
export const KEY_HELP: readonly (readonly [keys: readonly string[], words: string])[] = [
  [['Space', 'K'], 'Play or pause'],
  [['J', 'L'], 'Slower, faster'],
  [['←', '→'], '10 seconds back, forward'],
  [['Shift + ←', '→'], '1 minute back, forward'],
  [['P', 'N'], 'Previous call, next call'],
  [['Home', 'End'], 'Start, end'],
  [['0', '…', '9'], 'To 0 %, 10 % … 90 %'],
  [['F'], 'Follow the selected unit'],
  [['Esc'], 'Close'],
]
