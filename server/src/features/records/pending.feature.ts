import * as contract from '@tenfour/contract'
import { AppError } from '../../platform/errors.ts'
import type { Feature } from '../../platform/feature.ts'
import { route } from '../../platform/http/route.ts'

/** Declared and not yet served. Whoever serves one takes it out here; the file goes with the last. */
const PENDING = [
  // characters
  contract.listOwnRecords,
  contract.createCharacter,
  contract.updateCharacter,
  contract.deleteCharacter,
  contract.getCharacterPicture,
  contract.saveCharacterPicture,
  contract.deleteCharacterPicture,
  contract.playCharacter,
  contract.stopPlaying,
  contract.declareDead,
  contract.undoDeath,
  contract.listOwnRecord,
  contract.exportCharacters,
  contract.addCaution,
  contract.withdrawCaution,
  contract.noteCharacter,
  contract.claimRecord,
  contract.withdrawClaim,
  contract.listClaims,
  contract.decideClaim,
  // weapons
  contract.createWeapon,
  contract.updateWeapon,
  contract.deleteWeapon,
  // licences
  contract.applyForLicence,
  contract.renewLicence,
  contract.giveUpLicence,
  contract.listLicenceApplications,
  contract.decideLicence,
  contract.suspendLicence,
  contract.revokeLicence,
  contract.reinstateLicence,
  contract.addLicencePoints,
] as const

export const pendingFeature = (): Feature => ({
  name: 'pending',
  routes: async (app) => {
    for (const endpoint of PENDING) {
      route(app, endpoint as contract.Endpoint, () => {
        throw new AppError('unavailable', 'Not served yet')
      })
    }
  },
  settings: [
    // characters
    contract.maxCharacters,
    contract.officersCreateCharacters,
    // licences
    contract.licencesNeedApproval,
    contract.licenceDays,
    contract.pointsLapseDays,
  ],
  rooms: {
    // characters
    'own-records': {
      snapshot: async () => ({ seq: 0, state: { characters: [], vehicles: [], licences: [], weapons: [], transfers: [], claims: [] } }),
      currentSeqs: async (params) => params.map(() => 0),
    },
  },
})
