import type { Setting, SettingGroup } from '@tenfour/contract'

export type GroupedSettings = { readonly group: SettingGroup; readonly settings: readonly Setting[] }

/** The settings under their groups, in the order of the contract. */
export const grouped = (settings: readonly Setting[]): GroupedSettings[] =>
  [...Map.groupBy(settings, ({ group }) => group)].map(([group, own]) => ({ group, settings: own }))

/** Those that contain every word, in their own words, their group's or the name of their variable. */
export function matching(settings: readonly Setting[], search: string): readonly Setting[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return settings
  return settings.filter(({ title, help, group, key, env }) => {
    const text = [title, help, group.title, key, env ?? ''].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
