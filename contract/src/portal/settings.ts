import { z } from 'zod'
import { admin } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import type { FeatureSwitch } from '../setting.ts'
import { Instant, INT_MAX, text, Version, VersionParam } from '../values.ts'

/** The keys of the switches that are off. */
export const SwitchedOff = z.array(z.string())
export type SwitchedOff = z.infer<typeof SwitchedOff>

export const isSwitchedOn = (feature: Pick<FeatureSwitch, 'key'> | undefined, switchedOff: SwitchedOff): boolean =>
  !feature || !switchedOff.includes(feature.key)

export const SettingState = z.object({
  key: z.string(),
  value: z.union([z.boolean(), z.number(), z.string()]),
  /** Where the value comes from; the environment takes precedence. */
  source: z.enum(['default', 'portal', 'environment']),
  /** The version of the choice; 0 while the setting has its default. No two choices have the same version. */
  version: z.int(),
  changedAt: Instant.nullable(),
  changedBy: z.object({ userId: z.int(), name: z.string() }).nullable(),
})
export type SettingState = z.infer<typeof SettingState>

const byKey = z.object({ key: text(80) })

export const listSettings = defineEndpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'Every setting with its current value and who changed it',
  access: admin,
  response: z.array(SettingState),
})

export const saveSetting = defineEndpoint({
  method: 'PUT',
  path: '/api/settings/:key',
  summary: 'Change a setting; the change applies at once, everywhere',
  access: admin,
  params: byKey,
  body: z.object({ value: z.union([z.boolean(), z.int().min(-INT_MAX).max(INT_MAX), text(2000)], 'Enter a value'), version: Version }),
  response: SettingState,
})

export const resetSetting = defineEndpoint({
  method: 'DELETE',
  path: '/api/settings/:key',
  summary: 'Reset a setting to its default',
  access: admin,
  params: byKey,
  query: z.object({ version: VersionParam }),
  response: SettingState,
})

export const countOpen = defineEndpoint({
  method: 'GET',
  path: '/api/settings/:key/open',
  summary: 'Open work of a feature that can be switched off; empty if there is none',
  access: admin,
  params: byKey,
  response: z.array(z.object({ count: z.int(), text: z.string() })),
})
