import { numberSetting, textSetting, type SettingGroup } from '../setting.ts'

/** Apart from the switch of warrants, which a desktop needs. */

export const WARRANT_SETTINGS: SettingGroup = {
  key: 'warrants',
  title: 'Warrants',
  help: 'The court on their paper, and how long one is active unless the judge who signs it says otherwise.',
}
const days = (type: string, title: string, fallback: number) =>
  numberSetting({
    key: `warrants.${type}-days`,
    group: WARRANT_SETTINGS,
    title: `${title} expire after`,
    help: 'From the moment one is signed.',
    fallback,
    min: 1,
    max: 3650,
    unit: 'days',
  })
export const WARRANT_DAYS = {
  arrest: days('arrest', 'Arrest warrants', 30),
  search: days('search', 'Search warrants', 10),
  bench: days('bench', 'Bench warrants', 90),
} as const

export const courtName = textSetting({
  key: 'warrants.court',
  group: WARRANT_SETTINGS,
  title: 'Name of the court',
  help: 'At the top of every warrant. Empty for ‘Superior Court of’ and the name of your community.',
  fallback: '',
  max: 80,
})
