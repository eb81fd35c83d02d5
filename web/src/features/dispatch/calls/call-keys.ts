/** What the keys of a call do, on its row and on its sheet. */
export type CallKey = 'assign' | 'log' | 'status' | 'map' | 'clear' | 'report' | 'warrant'

const KEYS: Readonly<Record<string, CallKey>> = { a: 'assign', l: 'log', s: 'status', m: 'map', c: 'clear', w: 'report', r: 'warrant' }

export const callKeyOf = (key: string): CallKey | undefined => KEYS[key.toLowerCase()]
