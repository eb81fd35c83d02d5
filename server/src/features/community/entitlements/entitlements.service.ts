import {
  admin,
  isAdmin,
  manageDiscord,
  mayEntitle,
  mayGivePower,
  type BodyOf,
  type CurrentUser,
  type Entitlement,
  type EntitlementDepartment,
  type EntitlementGift,
  type EntitlementInput,
  type EntitlementRole,
  type listEntitlements,
  type previewEntitlement,
  type ResponseOf,
  type saveNicknameTemplate,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { inUndoneTransaction } from '../../../platform/database/undone.ts'
import { requestAceGroupsPush } from '../../game/ace-groups/ace-groups.port.ts'
import { requestWhitelistPush } from '../../game/whitelist/whitelist.port.ts'
import { lockAccount } from '../../people/users/users.port.ts'
import * as repo from './entitlements.repo.ts'

const GONE = 'There is no such entitlement: someone may have removed it'
type Deps = { readonly db: Db; readonly happened: Happened }

export function createEntitlementService({ db, happened }: Deps) {
  /**
   * Locks the actor's account, so that rights taken away at this moment count, together with the accounts whose whitelist changes: in the order
   * of their ids, as wherever several accounts are locked.
   */
  const claim = async (tx: Tx, actor: Actor, { source, gift }: EntitlementInput): Promise<CurrentUser> => {
    if (gift.kind === 'whitelist') await repo.lockConcerned(tx, actor.userId, source)
    return (await lockAccount(tx, actor, actor.userId, manageDiscord)).own
  }

  const changed = async (tx: Tx, actor: Actor, gift: EntitlementGift): Promise<void> => {
    if (gift.kind === 'whitelist') await requestWhitelistPush(tx, actor, [gift.environment])
    if (gift.kind === 'aceGroup') await requestAceGroupsPush(tx)
    await happened('entitlementsChanged', tx)
  }

  const insert = async (tx: Tx, actor: Actor, input: EntitlementInput): Promise<number> => {
    await assertMayAdd(tx, await claim(tx, actor, input), input)
    return repo.insertEntitlement(tx, actor.userId, input)
  }
  const remove = async (tx: Tx, actor: Actor, entitlementId: number): Promise<Entitlement> => {
    const [entitlement] = await repo.entitlements(tx, entitlementId)
    if (!entitlement) throw new AppError('not_found', GONE)
    assertMayChange(await claim(tx, actor, entitlement), entitlement.gift, await roleOf(tx, entitlement.gift))
    if (!(await repo.deleteEntitlement(tx, entitlementId))) throw new AppError('not_found', GONE)
    return entitlement
  }

  return {
    list: async (): Promise<ResponseOf<typeof listEntitlements>> => {
      const [entitlements, departments, roles, aceGroups] = await Promise.all([
        repo.entitlements(db),
        repo.departments(db),
        repo.roles(db),
        repo.aceGroups(db),
      ])
      return { entitlements, departments, roles, aceGroups }
    },

    add: (actor: Actor, input: EntitlementInput): Promise<Entitlement> =>
      db
        .transaction()
        .execute(async (tx) => {
          const id = await insert(tx, actor, input)
          await recordAudit(tx, actor, 'entitlement.added', {
            subjectType: 'entitlement',
            subjectId: id,
            after: await repo.namesOf(tx, input.source, input.gift),
          })
          await changed(tx, actor, input.gift)
          const [added] = await repo.entitlements(tx, id)
          if (!added) throw new Error('an entitlement that was just added is gone')
          return added
        })
        .catch(explain),

    remove: (actor: Actor, entitlementId: number): Promise<Record<never, never>> =>
      db.transaction().execute(async (tx) => {
        const { source, gift } = await remove(tx, actor, entitlementId)
        await recordAudit(tx, actor, 'entitlement.removed', {
          subjectType: 'entitlement',
          subjectId: entitlementId,
          before: await repo.namesOf(tx, source, gift),
        })
        await changed(tx, actor, gift)
        return {}
      }),

    /** Counts the members who would gain or lose it, by making the change in a transaction that is undone. */
    preview: (actor: Actor, change: BodyOf<typeof previewEntitlement>): Promise<ResponseOf<typeof previewEntitlement>> =>
      inUndoneTransaction(db, async (tx) => {
        const [known] = 'remove' in change ? await repo.entitlements(tx, change.remove) : []
        const gift = 'add' in change ? change.add.gift : known?.gift
        if (!gift) throw new AppError('not_found', GONE)
        const before = await repo.holders(tx, gift)
        if ('add' in change) await insert(tx, actor, change.add)
        else await remove(tx, actor, change.remove)
        const after = await repo.holders(tx, gift)
        const concerned = [...before, ...after].filter(([userId]) => before.has(userId) !== after.has(userId))
        return { members: concerned.length, linked: concerned.filter(([, isLinked]) => isLinked).length }
      }).catch(explain),

    saveNickname: (
      actor: Actor,
      departmentId: number,
      { template, version }: BodyOf<typeof saveNicknameTemplate>,
    ): Promise<EntitlementDepartment> =>
      db.transaction().execute(async (tx) => {
        await lockAccount(tx, actor, actor.userId, admin)
        const [before] = await repo.departments(tx, departmentId)
        if (!before) throw new AppError('not_found', 'There is no such department')
        if (!(await repo.saveNicknameTemplate(tx, departmentId, version, template)))
          throw new AppError('conflict', 'This department has changed since you opened it')
        await recordAudit(tx, actor, 'entitlement.nickname-changed', {
          subjectType: 'department',
          subjectId: departmentId,
          before: { nicknameTemplate: before.nicknameTemplate },
          after: { nicknameTemplate: template },
        })
        await happened('entitlementsChanged', tx)
        const [after] = await repo.departments(tx, departmentId)
        return after ?? before
      }),
  }
}

const roleOf = async (tx: Tx, gift: EntitlementGift): Promise<EntitlementRole | undefined> =>
  gift.kind === 'discordRole' ? (await repo.roles(tx, gift.roleId))[0] : undefined

/** Members who manage Discord decide on Discord roles without power; admins decide on everything else. */
function assertMayChange(own: CurrentUser, gift: EntitlementGift, role: EntitlementRole | undefined): void {
  if (isAdmin(own) || (gift.kind === 'discordRole' && role?.isPowerful !== true)) return
  const what = role ? `The Discord role ${role.name} has power over the Discord server` : 'Whitelists and in-game groups are given by ranks'
  throw new AppError('forbidden', `${what}: only an admin decides who gets it`, 'gift')
}

async function assertMayAdd(tx: Tx, own: CurrentUser, { source, gift }: EntitlementInput): Promise<void> {
  if (!mayEntitle(source.kind, gift.kind)) throw new AppError('invalid_input', 'This gives Discord roles only', 'gift.kind')
  const role = await roleOf(tx, gift)
  assertMayChange(own, gift, role)
  if (gift.kind === 'discordRole') {
    if (!role) throw new AppError('invalid_input', 'There is no such Discord role', 'gift.roleId')
    if (role.isGone) throw new AppError('invalid_input', `The role ${role.name} no longer exists in Discord`, 'gift.roleId')
    if (role.isManaged) throw new AppError('invalid_input', `Discord lets nobody give the role ${role.name}`, 'gift.roleId')
    if (role.isPowerful && !mayGivePower(source.kind))
      throw new AppError(
        'invalid_input',
        `The role ${role.name} has power over the Discord server: only a department, rank or role group can give it`,
        'gift.roleId',
      )
  }
  if (gift.kind === 'aceGroup' && !(await repo.aceGroups(tx)).some(({ name, servers }) => name === gift.aceGroup && servers.length > 0))
    throw new AppError('invalid_input', `No game server has ${gift.aceGroup} in its config`, 'gift.aceGroup')
  if (source.kind !== 'department' && source.kind !== 'rank') return
  const department = (await repo.departments(tx, source.departmentId))[0]
  if (!department) throw new AppError('invalid_input', 'There is no such department', 'source.departmentId')
  if (source.kind === 'rank' && !department.ranks.some(({ rankId }) => rankId === source.rankId))
    throw new AppError('invalid_input', `There is no such rank in ${department.name}`, 'source.rankId')
}

function explain(error: unknown): never {
  if (violates(error, 'entitlements_role_led_by_portal'))
    throw new AppError('conflict', 'Discord leads this role: members who have it belong to a department because of it', 'gift.roleId')
  throw violates(error, 'entitlements_once') ? new AppError('conflict', 'This entitlement already exists', 'gift') : error
}
