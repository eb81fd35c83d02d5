import { applyForLicence, giveUpLicence, renewLicence, type Licence, type LicenceType } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { keepOwn } from '../own-records/own-records.port.ts'

const kept = (licence: Licence): Licence => {
  keepOwn({ event: 'licence.saved', payload: licence })
  return licence
}

export const applyFor = async (characterId: number, type: LicenceType): Promise<Licence> =>
  kept(await call(applyForLicence, { body: { characterId, type } }))

export const renew = async ({ licenceId, version }: Licence): Promise<Licence> =>
  kept(await call(renewLicence, { params: { licenceId }, body: { version } }))

export async function giveUp({ licenceId, version }: Licence): Promise<void> {
  await call(giveUpLicence, { params: { licenceId }, query: { version } })
  keepOwn({ event: 'licence.left', payload: { licenceId } })
}
