import type { Setting, SettingState } from '@tenfour/contract'

/** The entry in a field: a switch's position or a text; or that the default is wanted. */
export type Entry = { readonly kind: 'value'; readonly input: string | boolean } | { readonly kind: 'default' }
/** An entry, and the state of the setting that it was made on. */
export type Edit = { readonly base: SettingState; readonly entry: Entry }
export type Edits = Readonly<Record<string, Edit>>

type Parsed = { readonly value: unknown; readonly error: null } | { readonly value: null; readonly error: string }

/** The value as it would be saved, or what is wrong with it. */
export function parseEntry({ input, schema, fallback }: Setting, entry: Entry): Parsed {
  if (entry.kind === 'default') return { value: fallback, error: null }
  const parsed = schema.safeParse(input.kind === 'number' || input.kind === 'department' ? numberIn(String(entry.input)) : entry.input)
  if (parsed.success) return { value: parsed.data, error: null }
  return { value: null, error: parsed.error.issues[0]?.message ?? 'Enter a value' }
}

const numberIn = (text: string): number | undefined => (/^\s*-?\d+\s*$/.test(text) ? Number(text) : undefined)

/** The value that the field shows. */
export const shownInput = ({ fallback }: Setting, state: SettingState, edit: Edit | undefined): string | boolean =>
  inputOf(!edit ? state.value : edit.entry.kind === 'default' ? fallback : edit.entry.input)

const inputOf = (value: unknown): string | boolean => (typeof value === 'boolean' ? value : String(value))

/** Whether saving the edit would change anything. */
export function isChange(setting: Setting, state: SettingState, { entry }: Edit): boolean {
  if (entry.kind === 'default') return state.source === 'portal'
  const { value, error } = parseEntry(setting, entry)
  return error !== null || value !== state.value
}

/** Someone else has changed the setting since the edit began. */
export const isOutdated = (state: SettingState, { base }: Edit): boolean => base.version !== state.version

/** The edits with this one made; one that changes nothing is dropped. */
export function withEdit(edits: Edits, setting: Setting, state: SettingState, entry: Entry): Edits {
  const edit = { base: edits[setting.key]?.base ?? state, entry }
  const { [setting.key]: _before, ...others } = edits
  return isChange(setting, state, edit) ? { ...others, [setting.key]: edit } : others
}

export function withoutEdit(edits: Edits, key: string): Edits {
  const { [key]: _before, ...others } = edits
  return others
}

/** Keeps the entry, made on the setting as it is now. */
export const onto = (edit: Edit, state: SettingState): Edit => ({ ...edit, base: state })

/** A value in words: '60 minutes', 'On', the name of a choice. */
export function valueWords({ input }: Setting, value: unknown): string {
  switch (input.kind) {
    case 'flag':
      return value === true ? 'On' : 'Off'
    case 'number':
      return `${String(value)} ${value === 1 ? input.unit.replace(/s$/, '') : input.unit}`
    case 'choice':
      return input.options[String(value)] ?? String(value)
    case 'department':
      return value === 0 ? 'any department' : `department ${String(value)}`
    case 'timeZone':
      return String(value)
    case 'picture':
      return value === '' ? 'no picture' : 'another picture'
    case 'sound':
      return value === '' ? 'the shipped sound' : 'another sound'
    case 'colour':
      return value === '' ? 'as shipped' : String(value)
    case 'text':
      return value === '' ? 'empty' : `“${String(value)}”`
  }
}

/** An entry in words; as it was typed, where it is not valid. */
export function entryWords(setting: Setting, entry: Entry): string {
  const { value, error } = parseEntry(setting, entry)
  return error === null ? valueWords(setting, value) : entry.kind === 'value' ? `“${String(entry.input)}”` : ''
}
