import { choiceSetting, type Setting, type SettingGroup } from '../setting.ts'
import { admin } from '../access.ts'
import { trimmed } from '../values.ts'
import { SHIPPED_MEASURES } from './measures.live.ts'

const group: SettingGroup = { key: 'measures', title: 'Money and distances', help: 'How amounts and distances are written on every page.' }
const ASK = 'Enter the currency with one # for the amount, such as $# or # €, in at most 8 characters'

export const moneySetting: Setting<string> = {
  key: 'measures.money',
  group,
  title: 'Amounts of money',
  help: 'With # in place of the amount: $#, # €, kr #. Texts that were written before keep their words.',
  fallback: SHIPPED_MEASURES.money,
  schema: trimmed(8, ASK).regex(/^[^#\n\d]*#[^#\n\d]*$/, ASK),
  input: { kind: 'text', max: 8 },
  access: admin,
  env: null,
}

export const distancesSetting = choiceSetting({
  key: 'measures.distances',
  group,
  title: 'Distances',
  help: 'Such as the distance of a unit from a call.',
  fallback: SHIPPED_MEASURES.distances,
  options: { km: 'Kilometres', miles: 'Miles' },
})
