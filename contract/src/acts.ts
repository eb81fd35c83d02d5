import type { EndpointName } from './endpoints.ts'
import { MESSAGES, type ErrorCode } from './errors.ts'

/** Whether a member may act on what is their own: only they may, they may like others, or only others may. */
export type ActRule = 'only' | 'too' | 'never'
export type ActRefusal = { readonly code: ErrorCode; readonly message: string; readonly field?: string }
type Side = { readonly rule: 'too' } | ({ readonly rule: 'only' | 'never' } & ActRefusal)
/**
 * `owner`: the member whom a record is about, or whose it is. A character is its member's, and so is a vehicle, licence, fine or claim of
 * that character. `writer`: the member who wrote or asked for it, if that is someone else.
 */
export type Act = { readonly owner: Side; readonly writer?: Side }

const too: Side = { rule: 'too' }
const never = (message: string, field?: string): Side => ({ rule: 'never', code: 'forbidden', message, ...(field && { field }) })
/** Members who are not the owner get the answer that it does not exist. */
const only = (message: string, field?: string): Side => ({ rule: 'only', code: 'not_found', message, ...(field && { field }) })

const ownWarrant = never('You cannot decide on a warrant about your own character or vehicle')
const reviewed = never('You cannot review a warrant that you wrote')
const ownApproval = never("You can't decide on a vehicle or weapon of your own character")
const ownLicence = never("You can't act on a licence of your own character")
const licenceHolder = only('There is no such licence')
const character = only('There is no such character')
const vehicle = only('There is no such vehicle')
const weapon = only('There is no such weapon')
const draft = only('There is no such draft of yours', 'draftId')
const ownReport = {
  owner: never("You can't decide on a report about your own character"),
  writer: never("You can't decide on your own report"),
} satisfies Act
const ownPatrol = never("You can't decide on your own patrol: ask someone else")
const ownBolo = never('Another unit has to change a BOLO for your own character or vehicle')
const ownFlag = never('Another officer has to decide on a flag of your own character, vehicle or weapon')
const ticket = only('There is no such ticket')

/** Every act on what belongs to a member. The server asks before each act, in one place (`platform/acts`). */
export const ACTS = {
  'warrant.draft': { owner: too, writer: draft },
  'warrant.change': { owner: too, writer: only('There is no such warrant', 'warrantId') },
  'warrant.takeBack': { owner: too, writer: { rule: 'only', code: 'forbidden', message: MESSAGES.forbidden } },
  'warrant.take': { owner: ownWarrant, writer: reviewed },
  'warrant.pass': { owner: ownWarrant, writer: reviewed },
  'warrant.return': { owner: ownWarrant, writer: reviewed },
  'warrant.sign': { owner: ownWarrant, writer: never('You cannot sign a warrant that you wrote') },
  'warrant.deny': { owner: ownWarrant, writer: never('You cannot deny a warrant that you wrote') },
  'warrant.recall': { owner: ownWarrant, writer: too },
  'warrant.serve': { owner: never('You cannot serve a warrant about your own character or vehicle'), writer: too },

  'report.draft': { owner: too, writer: draft },
  'report.change': { owner: too, writer: only('There is no such report', 'reportId') },
  'report.decide': ownReport,
  'report.void': ownReport,

  'fine.pay': { owner: only('There is no such fine', 'fineId') },
  'fine.contest': { owner: only('There is no such fine', 'fineId') },
  'fine.decide': {
    owner: never("You can't decide on a fine of your own character"),
    writer: never('Someone other than the writer has to decide it'),
  },
  'fine.confirm': { owner: never("You can't confirm that a fine of your own character is paid") },
  'jail.release': { owner: never("You can't release your own character") },

  'licence.apply': { owner: only('You have no such character', 'characterId') },
  'licence.renew': { owner: licenceHolder },
  'licence.giveUp': { owner: licenceHolder },
  'licence.decide': { owner: ownLicence },
  'licence.suspend': { owner: ownLicence },
  'licence.revoke': { owner: ownLicence },
  'licence.reinstate': { owner: ownLicence },
  'licence.addPoints': { owner: ownLicence },

  'claim.create': { owner: only('You have no such character', 'characterId') },
  'claim.withdraw': { owner: only('There is no such claim') },
  'claim.decide': { owner: never('Someone else has to decide your own claim') },

  'character.update': { owner: character },
  'character.delete': { owner: character },
  'character.play': { owner: character },
  'character.stop': { owner: character },
  'character.picture': { owner: character },
  'character.declareDead': { owner: never('Another unit has to declare your own character dead') },
  'character.undoDeath': { owner: never('Another supervisor has to undo the death of your own character') },
  'caution.add': { owner: too },
  'caution.withdraw': { owner: never('Another officer has to withdraw a caution about your own character') },

  'flag.set': { owner: ownFlag },
  'flag.withdraw': { owner: ownFlag },

  'vehicle.create': { owner: only('You have no such character', 'characterId') },
  'vehicle.update': { owner: vehicle },
  'vehicle.delete': { owner: vehicle },
  'vehicle.offer': { owner: vehicle },
  'vehicle.acceptOffer': { owner: only('This offer is no longer open') },
  'vehicle.declineOffer': { owner: only('This offer is no longer open') },
  'vehicle.reportStolen': { owner: too },
  /** Vehicles that police reported stolen. */
  'vehicle.recover': { owner: never('Police reported your vehicle stolen: another officer has to report it recovered') },
  /** Vehicles that the owner reported stolen. */
  'vehicle.recoverOwn': { owner: too },
  'vehicle.impound': { owner: too },
  'vehicle.release': { owner: never('Another officer has to release your own vehicle') },

  'approval.decide': { owner: ownApproval },

  'weapon.create': { owner: only('You have no such character', 'characterId') },
  'weapon.update': { owner: weapon },
  'weapon.delete': { owner: weapon },

  'bolo.create': { owner: too },
  'bolo.update': { owner: ownBolo },
  'bolo.end': { owner: ownBolo },
  /** A BOLO that the member issued, for a vehicle of theirs that was taken. */
  'bolo.updateIssued': { owner: too },
  'bolo.endIssued': { owner: too },

  'fields.character': { owner: never('Another unit has to fill in the fields of your own character') },
  'fields.vehicle': { owner: never('Another unit has to fill in the fields of your own vehicle') },

  'correction.ask': { owner: only('There is no such patrol') },
  'correction.withdraw': { owner: only('There is no such correction') },
  'correction.decide': { owner: ownPatrol },
  'gap.decide': { owner: ownPatrol },

  'leave.withdraw': { owner: only('There is no such request') },
  'leave.decide': { owner: never("You can't decide on your own leave: ask someone else") },
  /** Recorded by who manages members, in the audit log. */
  'leave.add': { owner: too },
  'leave.end': { owner: too },

  'grant.withdraw': { owner: only('There is no such ride-along or pass') },
  'grant.accept': { owner: never("You can't sponsor yourself: ask someone else") },
  'grant.decline': { owner: never('Take your own request back instead') },
  'grant.give': { owner: never("You can't give yourself a pass: ask someone else", 'userId') },
  'grant.end': { owner: too },

  'vote.end': { owner: too },
  'vote.cancel': { owner: too },

  'ticket.claim': { owner: never('Someone else has to claim your own ticket') },
  'ticket.release': { owner: too },
  'ticket.close': { owner: too },
  'ticket.write': { owner: too },
  'ticket.closeOwn': { owner: ticket },
  'ticket.writeOwn': { owner: ticket },
} as const satisfies Record<string, Act>

export type ActName = keyof typeof ACTS
/** Members by their ids; null is nobody. */
export type ActSubject = { readonly ownerIds?: readonly (number | null)[]; readonly writerId?: number | null }

/** Why a member may not do this because it is or is not their own. The rights to do it at all are another matter. */
export function whyNotAct(name: ActName, userId: number, { ownerIds = [], writerId = null }: ActSubject): ActRefusal | undefined {
  const { owner, writer = too }: Act = ACTS[name]
  const refuses = (side: Side, isTheirs: boolean): side is Side & ActRefusal =>
    (side.rule === 'never' && isTheirs) || (side.rule === 'only' && !isTheirs)
  if (refuses(writer, writerId === userId)) return writer
  return refuses(owner, ownerIds.includes(userId)) ? owner : undefined
}

/** The acts of each endpoint that changes something in these areas, so that none is forgotten. */
export const ENDPOINT_ACTS = {
  saveWarrantDraft: ['warrant.draft'],
  discardWarrantDraft: ['warrant.draft'],
  submitWarrant: ['warrant.draft'],
  changeWarrant: ['warrant.change'],
  takeBackWarrant: ['warrant.takeBack'],
  takeWarrant: ['warrant.take'],
  passWarrant: ['warrant.pass'],
  returnWarrant: ['warrant.return'],
  signWarrant: ['warrant.sign'],
  denyWarrant: ['warrant.deny'],
  recallWarrant: ['warrant.recall'],
  serveWarrant: ['warrant.serve'],
  saveReportDraft: ['report.draft'],
  saveReportPicture: ['report.draft'],
  discardReportDraft: ['report.draft'],
  submitReport: ['report.draft'],
  changeReport: ['report.change'],
  decideReport: ['report.decide'],
  voidReport: ['report.void'],
  payFine: ['fine.pay'],
  contestFine: ['fine.contest'],
  decideFine: ['fine.decide'],
  confirmFine: ['fine.confirm'],
  releaseFromJail: ['jail.release'],
  applyForLicence: ['licence.apply'],
  renewLicence: ['licence.renew'],
  giveUpLicence: ['licence.giveUp'],
  decideLicence: ['licence.decide'],
  suspendLicence: ['licence.suspend'],
  revokeLicence: ['licence.revoke'],
  reinstateLicence: ['licence.reinstate'],
  addLicencePoints: ['licence.addPoints'],
  claimRecord: ['claim.create'],
  withdrawClaim: ['claim.withdraw'],
  decideClaim: ['claim.decide'],
  updateCharacter: ['character.update'],
  deleteCharacter: ['character.delete'],
  playCharacter: ['character.play'],
  stopPlaying: ['character.stop'],
  saveCharacterPicture: ['character.picture'],
  deleteCharacterPicture: ['character.picture'],
  declareDead: ['character.declareDead'],
  undoDeath: ['character.undoDeath'],
  addCaution: ['caution.add'],
  withdrawCaution: ['caution.withdraw'],
  setRecordFlag: ['flag.set'],
  withdrawRecordFlag: ['flag.withdraw'],
  createVehicle: ['vehicle.create'],
  updateVehicle: ['vehicle.update'],
  deleteVehicle: ['vehicle.delete'],
  offerVehicle: ['vehicle.offer'],
  acceptVehicle: ['vehicle.acceptOffer'],
  declineVehicle: ['vehicle.declineOffer'],
  reportStolen: ['vehicle.reportStolen'],
  reportRecovered: ['vehicle.recover', 'vehicle.recoverOwn'],
  impoundVehicle: ['vehicle.impound'],
  releaseVehicle: ['vehicle.release'],
  decideRecordApproval: ['approval.decide'],
  createWeapon: ['weapon.create'],
  updateWeapon: ['weapon.update'],
  deleteWeapon: ['weapon.delete'],
  createBolo: ['bolo.create'],
  updateBolo: ['bolo.update', 'bolo.updateIssued'],
  endBolo: ['bolo.end', 'bolo.endIssued'],
  saveFieldValues: ['fields.character', 'fields.vehicle'],
  askCorrection: ['correction.ask'],
  withdrawCorrection: ['correction.withdraw'],
  decideCorrection: ['correction.decide'],
  decideGap: ['gap.decide'],
  withdrawLeave: ['leave.withdraw'],
  decideLeave: ['leave.decide'],
  addLeave: ['leave.add'],
  endLeave: ['leave.end'],
  withdrawGrant: ['grant.withdraw'],
  acceptGrant: ['grant.accept'],
  declineGrant: ['grant.decline'],
  givePass: ['grant.give'],
  endGrant: ['grant.end'],
  previewGrant: ['grant.accept', 'grant.give', 'grant.end'],
  endVote: ['vote.end'],
  cancelVote: ['vote.cancel'],
  claimSupportTicket: ['ticket.claim'],
  releaseSupportTicket: ['ticket.release'],
  closeSupportTicket: ['ticket.close'],
  writeInSupportTicket: ['ticket.write'],
  closeOwnSupportTicket: ['ticket.closeOwn'],
  writeInOwnSupportTicket: ['ticket.writeOwn'],
} as const satisfies Partial<Record<EndpointName, readonly [ActName, ...ActName[]]>>

/** Endpoints of these areas that are not about anyone's own, with the reason. */
export const ABOUT_NOBODY = {
  startWarrant: 'A new draft belongs to its writer, regardless of its subject',
  lookUpForWarrant: 'A lookup changes nothing and is logged',
  startReport: 'A new draft belongs to its writer, regardless of its subject',
  createCharacter: 'A new character; a setting and ranks decide who may create one',
  noteCharacter: 'A noted person belongs to no member',
  noteVehicle: 'A noted vehicle belongs to no member',
  createField: 'The community’s list of fields',
  updateField: 'The community’s list of fields',
  retireField: 'The community’s list of fields',
  orderFields: 'The community’s list of fields',
  askLeave: 'A request is always the caller’s own',
  askGrant: 'A request is always the caller’s own',
  createVote: 'A new vote is about the community',
  setSupportRole: 'The community’s own role in Discord',
} as const satisfies Partial<Record<EndpointName, string>>
