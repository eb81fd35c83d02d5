import { z } from 'zod'
import { anyOf, civilian, lookupUnit, policeUnit } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { BirthDayInput, Id, IdParam, trimmed, Version, VersionParam } from '../values.ts'
import { Reason } from './records.ts'
import { VehicleInput } from './vehicles.input.ts'
import { OwnVehicle, Vehicle, VehicleTransfer } from './vehicles.ts'

const byVehicle = z.object({ vehicleId: IdParam })
const byTransfer = z.object({ transferId: IdParam })

export const createVehicle = defineEndpoint({
  method: 'POST',
  path: '/api/vehicles',
  summary: 'Register a vehicle to a character of one’s own',
  access: civilian,
  body: VehicleInput.extend({ characterId: Id }),
  response: OwnVehicle,
})

export const updateVehicle = defineEndpoint({
  method: 'PUT',
  path: '/api/vehicles/:vehicleId',
  summary: 'Change a vehicle of one’s own; not while it is impounded',
  access: civilian,
  params: byVehicle,
  body: VehicleInput.extend({ version: Version }),
  response: OwnVehicle,
})

export const deleteVehicle = defineEndpoint({
  method: 'DELETE',
  path: '/api/vehicles/:vehicleId',
  summary: 'Delete a vehicle of one’s own; not while it is impounded',
  access: civilian,
  params: byVehicle,
  query: z.object({ version: VersionParam }),
  response: z.object({}),
})

export const offerVehicle = defineEndpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/offer',
  summary:
    'Offer a vehicle of one’s own to another character; it changes hands when they accept. Among one’s own characters it does at once',
  access: civilian,
  params: byVehicle,
  /** The birth date tells characters with the same name apart. */
  body: z.object({ name: trimmed(80).min(2, 'Enter the full name'), bornOn: BirthDayInput.optional(), version: Version }),
  response: z.object({ transfer: VehicleTransfer.nullable() }),
})

export const acceptVehicle = defineEndpoint({
  method: 'POST',
  path: '/api/vehicle-transfers/:transferId/accept',
  summary: 'Accept a vehicle that is offered to a character of one’s own',
  access: civilian,
  params: byTransfer,
  response: OwnVehicle,
})

export const declineVehicle = defineEndpoint({
  method: 'POST',
  path: '/api/vehicle-transfers/:transferId/decline',
  summary: 'Decline a vehicle that is offered, or withdraw an offer of one’s own',
  access: civilian,
  params: byTransfer,
  response: z.object({}),
})

export const reportStolen = defineEndpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/stolen',
  summary: 'Report a vehicle stolen: one’s own, or any as a unit of police or communications on duty',
  access: anyOf(civilian, lookupUnit()),
  params: byVehicle,
  body: z.object({ note: Reason }),
  response: Vehicle,
})

export const reportRecovered = defineEndpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/recovered',
  summary:
    'Report that a stolen vehicle is back: one’s own that one reported, or any other’s as a unit of police or communications on duty',
  access: anyOf(civilian, lookupUnit()),
  params: byVehicle,
  body: z.object({ note: Reason }),
  response: Vehicle,
})

export const impoundVehicle = defineEndpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/impound',
  summary: 'Impound a vehicle, as a police unit on duty',
  access: policeUnit(),
  params: byVehicle,
  body: z.object({
    /** One of the community's impound lots. */
    lotId: Id.optional(),
    /** Where it is kept, if that is no lot; or where in the lot. */
    place: trimmed(160, 'A place has at most 160 characters').default(''),
    reason: Reason,
  }),
  response: Vehicle,
})

export const releaseVehicle = defineEndpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/release',
  summary: 'Release an impounded vehicle, as a police unit on duty',
  access: policeUnit(),
  params: byVehicle,
  body: z.object({ reason: Reason }),
  response: Vehicle,
})

export const noteVehicle = defineEndpoint({
  method: 'POST',
  path: '/api/vehicles/noted',
  summary: 'Note a vehicle that is not registered, as a unit of police or communications on duty; a member can claim it later',
  access: lookupUnit(),
  body: VehicleInput.pick({ plate: true, colour: true }).extend({ model: trimmed(60, 'A model has at most 60 characters').default('') }),
  response: z.object({ vehicleId: z.int() }),
})
