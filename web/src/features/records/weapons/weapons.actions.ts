import { createWeapon, deleteWeapon, updateWeapon, type Weapon, type WeaponInput } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { keepOwn } from '../own-records/own-records.port.ts'

const keep = (weapon: Weapon): void => keepOwn({ event: 'weapon.saved', payload: weapon })

export const addWeapon = async (characterId: number, input: WeaponInput): Promise<void> =>
  keep(await call(createWeapon, { body: { ...input, characterId } }))

export const saveWeapon = async (weaponId: number, version: number, input: WeaponInput): Promise<void> =>
  keep(await call(updateWeapon, { params: { weaponId }, body: { ...input, version } }))

export async function removeWeapon({ weaponId, version }: Weapon): Promise<void> {
  await call(deleteWeapon, { params: { weaponId }, query: { version } })
  keepOwn({ event: 'weapon.left', payload: { weaponId } })
}
