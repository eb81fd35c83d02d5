import { z } from 'zod'
import { capability } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { departmentSetting, flagSetting } from '../setting.ts'
import { Day, Id, Instant, trimmed, Version } from '../values.ts'
import { LicenceApplication } from './licences.ts'
import { RECORD_SETTINGS } from './records.ts'

export const vehiclesNeedApproval = flagSetting({
  key: 'records.vehicles-need-approval',
  group: RECORD_SETTINGS,
  title: 'Vehicles need approval',
  help: 'A vehicle that a member registers, or whose plate, VIN or model they change, waits for approval. Vehicles from the game do not.',
  fallback: false,
})
export const weaponsNeedApproval = flagSetting({
  key: 'records.weapons-need-approval',
  group: RECORD_SETTINGS,
  title: 'Weapons need approval',
  help: 'A weapon that a member registers, or whose model or serial number they change, waits for approval.',
  fallback: false,
})
export const approvingDepartment = departmentSetting({
  key: 'records.approving-department',
  group: RECORD_SETTINGS,
  title: 'Approved by',
  help: 'The department whose ranks that may act on licences decide on licences, vehicles and weapons that wait for approval.',
})

/** A vehicle or weapon of a member that waits for approval, with what is needed to decide. */
export const RecordApproval = z.object({
  of: z.enum(['vehicle', 'weapon']),
  /** The id of the vehicle or weapon. */
  id: z.int(),
  version: z.int(),
  /** The plate or serial number. */
  label: z.string(),
  model: z.string(),
  /** Empty for a weapon. */
  colour: z.string(),
  vin: z.string(),
  characterId: z.int(),
  name: z.string(),
  bornOn: Day.nullable(),
  member: z.object({ userId: z.int(), name: z.string() }),
  askedAt: Instant,
  record: LicenceApplication.shape.record,
})
export type RecordApproval = z.infer<typeof RecordApproval>

export const listRecordApprovals = defineEndpoint({
  method: 'GET',
  path: '/api/approvals/records',
  summary: 'Vehicles and weapons that wait for approval, oldest first; none for members of another department than the one that decides',
  access: capability('actOnLicences'),
  query: PageQuery,
  response: pageOf(RecordApproval),
})

export const decideRecordApproval = defineEndpoint({
  method: 'POST',
  path: '/api/approvals/records/decide',
  summary: 'Approve or refuse a vehicle or weapon; nobody decides their own',
  access: capability('actOnLicences'),
  body: z.object({
    of: RecordApproval.shape.of,
    id: Id,
    isGranted: z.boolean('Choose whether it is approved'),
    reason: trimmed(500, 'A reason has at most 500 characters').default(''),
    version: Version,
  }),
  response: z.object({}),
})
