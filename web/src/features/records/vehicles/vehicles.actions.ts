import {
  acceptVehicle,
  createVehicle,
  declineVehicle,
  deleteVehicle,
  offerVehicle,
  reportRecovered,
  reportStolen,
  updateVehicle,
  type OwnVehicle,
  type VehicleInput,
  type VehicleTransfer,
} from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { keepOwn } from '../own-records/own-records.port.ts'

const keep = (vehicle: OwnVehicle): void => keepOwn({ event: 'vehicle.saved', payload: vehicle })

export const addVehicle = async (characterId: number, input: VehicleInput): Promise<void> =>
  keep(await call(createVehicle, { body: { ...input, characterId } }))

export const saveVehicle = async (vehicleId: number, version: number, input: VehicleInput): Promise<void> =>
  keep(await call(updateVehicle, { params: { vehicleId }, body: { ...input, version } }))

export async function removeVehicle({ vehicleId, version }: OwnVehicle): Promise<void> {
  await call(deleteVehicle, { params: { vehicleId }, query: { version } })
  keepOwn({ event: 'vehicle.left', payload: { vehicleId } })
}

/** Stolen, or found again where it was. */
export async function reportTheft({ vehicleId, characterId, stolen }: OwnVehicle, note: string): Promise<void> {
  const saved = await call(stolen ? reportRecovered : reportStolen, { params: { vehicleId }, body: { note } })
  keep({ ...saved, characterId })
}

/** The offer, or null where it changed hands at once. */
export async function offer(
  { vehicleId, version }: OwnVehicle,
  to: { readonly name: string; readonly bornOn?: string },
): Promise<VehicleTransfer | null> {
  const { transfer } = await call(offerVehicle, { params: { vehicleId }, body: { ...to, version } })
  if (transfer) keepOwn({ event: 'transfer.saved', payload: transfer })
  return transfer
}

export async function accept({ transferId }: VehicleTransfer): Promise<void> {
  keep(await call(acceptVehicle, { params: { transferId } }))
  keepOwn({ event: 'transfer.left', payload: { transferId } })
}

/** Also withdraws an offer of one's own. */
export async function decline({ transferId }: VehicleTransfer): Promise<void> {
  await call(declineVehicle, { params: { transferId } })
  keepOwn({ event: 'transfer.left', payload: { transferId } })
}
