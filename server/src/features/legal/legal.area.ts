import type { Features } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { warrantsFeature } from './warrants/warrants.feature.ts'

type Deps = { readonly lookups: Parameters<typeof warrantsFeature>[0]['lookups'] & Pick<Parameters<typeof warrantsFeature>[0], 'hasShown'> }

export function composeLegal(platform: Platform, { add }: Features, { lookups }: Deps): void {
  add(warrantsFeature({ ...platform, lookups, hasShown: lookups.hasShown }))
}
