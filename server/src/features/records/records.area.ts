import type { Features } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { approvalsFeature } from './approvals/approvals.feature.ts'
import { bolosFeature } from './bolos/bolos.feature.ts'
import { charactersFeature } from './characters/characters.feature.ts'
import { claimsFeature } from './claims/claims.feature.ts'
import { fieldsFeature } from './fields/fields.feature.ts'
import { importsFeature } from './imports/imports.feature.ts'
import { licencesFeature } from './licences/licences.feature.ts'
import { lookupsFeature } from './lookups/lookups.feature.ts'
import type { LookupLimits } from './lookups/lookups.limits.ts'
import { offencesFeature } from './offences/offences.feature.ts'
import { penaltiesFeature } from './reports/penalties/penalties.feature.ts'
import { recordFlagsFeature } from './record-flags/record-flags.feature.ts'
import { repairsFeature } from './repairs/repairs.feature.ts'
import { reportsFeature } from './reports/reports.feature.ts'
import { vehiclesFeature } from './vehicles/vehicles.feature.ts'
import { weaponsFeature } from './weapons/weapons.feature.ts'

type Lookups = Parameters<typeof lookupsFeature>[0]
type Reports = Parameters<typeof reportsFeature>[0]
/** Limits other than the contract's, for benchmarks and tests. */
export type RecordOptions = { readonly lookupLimits?: LookupLimits }
type Deps = RecordOptions &
  Pick<Lookups, 'board'> &
  Pick<Reports, 'memberPictures'> & { readonly warrants: Lookups['warrants'] & Pick<Reports, 'hasServed'> }

export function composeRecords(platform: Platform, { add }: Features, { board, memberPictures, lookupLimits, warrants }: Deps) {
  add(offencesFeature(platform))
  const { gameVehicles } = add(vehiclesFeature(platform))
  const { licencePoints } = add(licencesFeature({ ...platform, warrants }))
  add(weaponsFeature(platform))
  add(approvalsFeature({ ...platform, warrants }))
  add(claimsFeature(platform))
  const { gameCharacters } = add(charactersFeature({ ...platform, memberPictures }))
  add(fieldsFeature(platform))
  add(bolosFeature(platform))
  add(recordFlagsFeature(platform))
  add(repairsFeature(platform))
  const { lookups, runPlate } = add(lookupsFeature({ ...platform, board, lookupLimits, warrants }))
  const { hasServed } = warrants
  add(reportsFeature({ ...platform, memberPictures, licencePoints, hasShown: lookups.hasShown, hasServed }))
  const { gameFines } = add(penaltiesFeature(platform))
  add(importsFeature(platform))
  return { lookups, runPlate, characters: gameCharacters, vehicles: gameVehicles, fines: gameFines }
}
