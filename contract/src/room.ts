import type { z } from 'zod'
import type { AccessRule } from './access.ts'
import type { FeatureSwitch } from './setting.ts'

/** A room: name, parameters, who may join, the initial snapshot and its events. */
export type Room = {
  readonly name: string
  readonly params: z.ZodType<Record<string, unknown>>
  readonly access: AccessRule
  /** Refused with `feature_off` while this is switched off. */
  readonly featureSwitch?: FeatureSwitch
  readonly snapshot: z.ZodType
  readonly events: Readonly<Record<string, z.ZodType>>
}

export const defineRoom = <const R extends Room>(room: R): R => room
