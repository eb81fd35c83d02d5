import { FEATURE_SWITCHES, TOLD_WHILE_OFF, type Endpoint, type FeatureSwitch, type Room, type SwitchedOff } from '@tenfour/contract'
import { AppError } from '../errors.ts'
import type { Settings } from './settings.ts'

/** A switch that a feature declares, and its open items, which are shown before it is switched off. */
export type OwnedSwitch = { readonly featureSwitch: FeatureSwitch; readonly open: () => Promise<readonly OpenWork[]> }
/** For example `{ count: 3, text: '3 emergency calls are open' }`. */
export type OpenWork = { readonly count: number; readonly text: string }

export type Switches = {
  /** Always true for a feature that can't be switched off. */
  readonly isOn: (featureSwitch: FeatureSwitch | undefined) => boolean
  readonly assertOn: (featureSwitch: FeatureSwitch | undefined) => void
  readonly switchedOff: () => SwitchedOff
}

export function createSwitches(settings: Pick<Settings, 'get'>): Switches {
  const isOn = (featureSwitch: FeatureSwitch | undefined) => !featureSwitch || settings.get(featureSwitch)
  return {
    isOn,
    assertOn: (featureSwitch) => {
      if (featureSwitch && !isOn(featureSwitch)) throw new AppError('feature_off', featureSwitch.offMessage)
    },
    switchedOff: () => TOLD_WHILE_OFF.filter((each) => !settings.get(each)).map(({ key }) => key),
  }
}

type Switched = {
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly rooms: Readonly<Record<string, Room>>
  readonly jobs: readonly { readonly name: string; readonly featureSwitch?: FeatureSwitch }[]
}

/** Fails startup if an endpoint, a room or a job names a switch that is not among the contract's settings. */
export function assertEverySwitchIsDeclared({ endpoints, rooms, jobs }: Switched, declared = FEATURE_SWITCHES): void {
  const named = [...Object.values(endpoints).map((each) => ({ ...each, name: each.path })), ...Object.values(rooms), ...jobs]
  const unknown = named.flatMap(({ name, featureSwitch }) =>
    featureSwitch && !declared.includes(featureSwitch) ? [`${featureSwitch.key} (${name})`] : [],
  )
  if (unknown.length > 0) throw new Error(`Not among the settings of the contract: ${unknown.join(', ')}`)
}
