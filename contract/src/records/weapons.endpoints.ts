import { z } from 'zod'
import { civilian } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id, IdParam, Version, VersionParam } from '../values.ts'
import { Weapon, WeaponInput } from './weapons.ts'

const byWeapon = z.object({ weaponId: IdParam })

export const createWeapon = defineEndpoint({
  method: 'POST',
  path: '/api/weapons',
  summary: 'Register a weapon to a character of one’s own',
  access: civilian,
  body: WeaponInput.extend({ characterId: Id }),
  response: Weapon,
})

export const updateWeapon = defineEndpoint({
  method: 'PUT',
  path: '/api/weapons/:weaponId',
  summary: 'Change a weapon of one’s own',
  access: civilian,
  params: byWeapon,
  body: WeaponInput.extend({ version: Version }),
  response: Weapon,
})

export const deleteWeapon = defineEndpoint({
  method: 'DELETE',
  path: '/api/weapons/:weaponId',
  summary: 'Delete a weapon of one’s own',
  access: civilian,
  params: byWeapon,
  query: z.object({ version: VersionParam }),
  response: z.object({}),
})
