import { DEPARTMENT, type Capability, type CurrentUser, type Licence, type ManagedDepartment, type OwnCharacter } from '@tenfour/contract'
import { apiOf, createSession, type CallApi } from './api.ts'
import type { Account, Portal } from './portal.ts'

const DAY_MS = 86_400_000
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS)

const sessionOf = async (portal: Portal, account: Account): Promise<CallApi> => apiOf(portal, await createSession(portal, account))

type Member = { readonly account: Account; readonly api: CallApi }

/** A member of LSPD whose rank has these capabilities. */
export async function createSupervisor(portal: Portal, capabilities: readonly Capability[]): Promise<Member> {
  const account = await portal.createUser({ name: 'Vera Coldwater', departments: ['LSPD'] })
  const asRoot = await sessionOf(portal, portal.root)
  const rank = { rankName: `Sergeant ${Date.now().toString(36)}`, isReserve: false, capabilities }
  const { ranks } = await asRoot<ManagedDepartment>('POST', `/api/departments/${DEPARTMENT.LSPD}/ranks`, rank)
  const { rankId } = ranks.find(({ rankName }) => rankName === rank.rankName) ?? { rankId: null }
  const api = await sessionOf(portal, account)
  const { userId, name, emailAddress, version } = await api<CurrentUser>('GET', '/api/auth/me')
  const userDepartments = [{ departmentId: DEPARTMENT.LSPD, rankId, isPrimary: true }]
  await asRoot('PUT', `/api/user/UpdateUserAsync/${userId}/true`, {
    user: { name, emailAddress, version, userPermissions: [], userDepartments },
  })
  return { account, api }
}

/** A civilian with a car and a driver's licence. */
export async function createOwner(
  portal: Portal,
  plate: string,
  name = 'Dexter Marlowe',
): Promise<Member & { readonly characterId: number; readonly licence: Licence }> {
  const account = await portal.createUser({ name: 'Owen Marlowe', departments: ['CIV'] })
  const api = await sessionOf(portal, account)
  const { characterId } = await api<OwnCharacter>('POST', '/api/characters', { name, bornOn: '1991-03-03' })
  const until = inDays(200).toISOString().slice(0, 10)
  const car = { model: 'Karin Sultan', colour: 'silver', registeredUntil: until, insuredUntil: until }
  await api('POST', '/api/vehicles', { characterId, plate, ...car })
  const licence = await api<Licence>('POST', '/api/licences', { characterId, type: 'DRIVERS' })
  return { account, api, characterId, licence }
}

let people = 0
/** A civilian with a name and a plate that nobody else in the portal has. */
export async function createPerson(portal: Portal) {
  people += 1
  const mark = `${Date.now().toString(36).slice(-4)}${people}`
  const name = `Dexter Ma${mark}`
  const plate = `4E${mark.toUpperCase()}`
  return { ...(await createOwner(portal, plate, name)), name, plate }
}
