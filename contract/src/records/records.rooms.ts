import { z } from 'zod'
import { admin, allOf, capability, civilian, lookupUnit, self, signedIn } from '../access.ts'
import { ServerId } from '../ids.ts'
import { UserId } from '../people/users.ts'
import { defineRoom } from '../room.ts'
import { Id } from '../values.ts'
import { Bolo, BoloHit } from './bolos.ts'
import { bolosSwitch } from './bolos.settings.ts'
import { Claim, OwnCharacter, OwnRecords } from './characters.ts'
import { Import } from './imports.ts'
import { Licence } from './licences.ts'
import { ContestedFine, JailTerm, OwnFine } from './penalties.ts'
import { OwnReportSummary, ReportDraftSummary, ReportSummary } from './reports.ts'
import { OwnVehicle, VehicleTransfer } from './vehicles.ts'
import { Weapon } from './weapons.ts'

export const RECORD_ROOMS = {
  /** Announces that the penal code changed. */
  offences: defineRoom({
    name: 'offences',
    params: z.object({}),
    access: signedIn,
    snapshot: z.object({}),
    events: { 'offences.changed': z.object({}) },
  }),
  /** Announces that the community's own fields changed. */
  fields: defineRoom({
    name: 'fields',
    params: z.object({}),
    access: signedIn,
    snapshot: z.object({}),
    events: { 'fields.changed': z.object({}) },
  }),
  /** A member's drafts, and those of their reports that wait or were returned, at most 100. */
  'own-reports': defineRoom({
    name: 'own-reports',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    snapshot: z.object({ drafts: z.array(ReportDraftSummary), reports: z.array(OwnReportSummary) }),
    events: {
      'draft.saved': ReportDraftSummary,
      'draft.left': z.object({ draftId: z.int() }),
      /** A report in any state; a final or voided one leaves the list. */
      'report.saved': OwnReportSummary,
    },
  }),
  /** The reports that wait for those who approve in a department: the oldest 100 of each kind. */
  'report-queue': defineRoom({
    name: 'report-queue',
    params: z.object({ departmentId: Id }),
    access: capability('approveReports', 'departmentId'),
    snapshot: z.object({ reports: z.array(ReportSummary), fines: z.array(ContestedFine) }),
    events: {
      'report.waiting': ReportSummary,
      'report.decided': z.object({ reportId: z.int() }),
      'fine.contested': ContestedFine,
      'fine.reported': ContestedFine,
      'fine.decided': z.object({ fineId: z.int() }),
    },
  }),
  /** Who is in jail on a server. There is no event when a term is over: it carries its end. */
  jail: defineRoom({
    name: 'jail',
    params: z.object({ serverId: ServerId }),
    access: lookupUnit('serverId'),
    snapshot: z.array(JailTerm),
    events: { 'term.saved': JailTerm, 'term.ended': z.object({ termId: z.int() }) },
  }),
  /** A member's characters and everything that belongs to them. A licence that expires causes no event, because it carries the date. */
  'own-records': defineRoom({
    name: 'own-records',
    params: z.object({ userId: UserId }),
    access: allOf(self('userId'), civilian),
    snapshot: OwnRecords,
    events: {
      'character.saved': OwnCharacter,
      /** With all that belonged to it. */
      'character.left': z.object({ characterId: z.int() }),
      'vehicle.saved': OwnVehicle,
      'vehicle.left': z.object({ vehicleId: z.int() }),
      'licence.saved': Licence,
      'licence.left': z.object({ licenceId: z.int() }),
      'weapon.saved': Weapon,
      'weapon.left': z.object({ weaponId: z.int() }),
      'transfer.saved': VehicleTransfer,
      'transfer.left': z.object({ transferId: z.int() }),
      'claim.saved': Claim,
      'fine.saved': OwnFine,
    },
  }),
  /** The open BOLOs of a server. There is no event when one expires: it carries its own expiry time. */
  bolos: defineRoom({
    name: 'bolos',
    params: z.object({ serverId: ServerId }),
    access: lookupUnit('serverId'),
    featureSwitch: bolosSwitch,
    snapshot: z.array(Bolo),
    events: { 'bolo.saved': Bolo, 'bolo.ended': z.object({ boloId: z.int() }), 'bolo.hit': BoloHit },
  }),
  /** The imports of the list's first page, newest first. Progress is told a few times a second. */
  imports: defineRoom({
    name: 'imports',
    params: z.object({}),
    access: admin,
    snapshot: z.array(Import),
    events: { 'import.saved': Import },
  }),
} as const
