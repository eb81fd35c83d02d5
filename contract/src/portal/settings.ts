import { z } from 'zod'
import { admin } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import type { Setting } from '../setting.ts'
import { Instant, INT_MAX, text, Version, VersionParam } from '../values.ts'
import * as welfare from '../dispatch/welfare.ts'

const isSetting = (value: unknown): value is Setting =>
  typeof value === 'object' && value !== null && 'fallback' in value && 'input' in value

/** Every setting of the portal, in the order in which they are shown. The portal does not start while one belongs to no feature. */
export const SETTINGS: readonly Setting[] = [welfare].flatMap((noun) => Object.values<unknown>(noun).filter(isSetting))

export const SettingState = z.object({
  key: z.string(),
  value: z.union([z.boolean(), z.number(), z.string()]),
  /** Who chose it: nobody, someone here, or whoever runs the portal by its environment. */
  source: z.enum(['default', 'portal', 'environment']),
  /** 0 where nobody chose. */
  version: z.int(),
  changedAt: Instant.nullable(),
  changedBy: z.object({ userId: z.int(), name: z.string() }).nullable(),
})
export type SettingState = z.infer<typeof SettingState>

const byKey = z.object({ key: text(80) })

export const listSettings = defineEndpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'What the community has chosen, and what applies where it has not',
  access: admin,
  response: z.array(SettingState),
})

export const saveSetting = defineEndpoint({
  method: 'PUT',
  path: '/api/settings/:key',
  summary: 'Choose the value of a setting; it applies at once, everywhere',
  access: admin,
  params: byKey,
  body: z.object({ value: z.union([z.boolean(), z.int().min(-INT_MAX).max(INT_MAX), text(2000)], 'Enter a value'), version: Version }),
  response: SettingState,
})

export const resetSetting = defineEndpoint({
  method: 'DELETE',
  path: '/api/settings/:key',
  summary: 'Go back to what a setting is by default',
  access: admin,
  params: byKey,
  query: z.object({ version: VersionParam }),
  response: SettingState,
})
