import { admin, isAllowed, type KeyRotation, type ManagedServer, type ServerKey, type ServerKeyInput } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { issueKey, revokeKey, rotateKey } from '../../../platform/auth/api-keys.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import * as repo from './servers.manage.repo.ts'
import { nameTaken } from './servers.service.ts'

export type ServerManagement = ReturnType<typeof createServerManagement>

/** Server administration apart from settings: retiring, restoring and keys. */
export function createServerManagement({ db, publish }: { db: Db; publish: Publish }) {
  const setRetired = (actor: Actor, serverId: number, version: number, isRetired: boolean): Promise<ManagedServer> =>
    inTransaction(db, publish, async (tx, emit) => {
      await repo.lockServer(tx, serverId)
      const [before] = await repo.managedServers(tx, serverId)
      if (!before) throw noSuchServer()
      if (isRetired && before.unitsOnDuty > 0) throw new AppError('conflict', onDuty(before))
      if (!(await repo.setRetired(tx, serverId, version, isRetired)))
        throw new AppError('conflict', 'This server has changed since you opened it')
      await recordAudit(tx, actor, isRetired ? 'server.retired' : 'server.restored', {
        subjectType: 'server',
        subjectId: serverId,
        before: { name: before.name, isRetired: before.isRetired },
        after: { name: before.name, isRetired },
      })
      const { name, environment } = before
      if (isRetired) await emit('servers', {}, 'server.retired', { serverId })
      else await emit('servers', {}, 'server.saved', { serverId, name, environment, version: version + 1 })
      return { ...before, version: version + 1, isRetired }
    }).catch((error: unknown) => {
      throw nameTaken(error)
    })

  /** Keys of other servers are treated as missing. */
  const ownKey = async (serverId: number, keyId: number): Promise<ServerKey> => {
    const key = (await repo.serverKeys(db, serverId)).find((each) => each.keyId === keyId)
    if (!key) throw new AppError('not_found', 'This server has no such key', 'keyId')
    return key
  }
  const inUse = async (serverId: number): Promise<void> => {
    const [server] = await repo.managedServers(db, serverId)
    if (!server) throw noSuchServer()
    if (server.isRetired) throw new AppError('conflict', `${server.name} is retired: restore it before you issue keys for it`)
  }

  return {
    list: () => repo.managedServers(db),
    retire: (actor: Actor, serverId: number, version: number) => setRetired(actor, serverId, version, true),
    restore: (actor: Actor, serverId: number, version: number) => setRetired(actor, serverId, version, false),

    keys: async (serverId: number): Promise<ServerKey[]> => {
      if (!(await repo.isServer(db, serverId))) throw noSuchServer()
      return repo.serverKeys(db, serverId)
    },
    issueKey: async (actor: Actor, serverId: number, { kind, name }: ServerKeyInput): Promise<{ key: string }> => {
      await inUse(serverId)
      return { key: await issueKey(db, actor, kind, name, serverId, isLimitedBy(actor)) }
    },
    rotateKey: async (actor: Actor, serverId: number, keyId: number, { overlapMinutes }: KeyRotation): Promise<{ key: string }> => {
      await ownKey(serverId, keyId)
      await inUse(serverId)
      return { key: await rotateKey(db, actor, keyId, overlapMinutes * 60_000, isLimitedBy(actor)) }
    },
    revokeKey: async (actor: Actor, serverId: number, keyId: number): Promise<Record<string, never>> => {
      await ownKey(serverId, keyId)
      if (!(await revokeKey(db, actor, keyId))) throw new AppError('conflict', 'This key was revoked already')
      return {}
    },
  }
}

/** A game server's key signs players in, so a key from someone below Admin must not reach accounts that can do more than they can. */
const isLimitedBy = ({ subject }: Actor): boolean => !isAllowed(admin, subject)

const noSuchServer = () => new AppError('not_found', 'There is no such server', 'serverId')

const onDuty = ({ name, unitsOnDuty }: ManagedServer): string =>
  unitsOnDuty === 1
    ? `${name} can't be retired: one unit is on duty there`
    : `${name} can't be retired: ${unitsOnDuty.toLocaleString('en')} units are on duty there`
